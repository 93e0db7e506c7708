// OutboxTest: what tests of an outbox share: its directory, a clock, and what
// it has said.
#ifndef TOCSIN_TESTS_UNIT_ACTIONS_DELIVERY_OUTBOX_FIXTURE_H_
#define TOCSIN_TESTS_UNIT_ACTIONS_DELIVERY_OUTBOX_FIXTURE_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "actions/delivery/outbox.h"
#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"

namespace actions {

class OutboxTest : public ::testing::Test {
 protected:
  void Begin() {
    outbox_.reset();
    outbox_.emplace(folder_);
  }
  void SetUp() override { Begin(); }

  Answer Exchange(Batch batch) {
    batch.now = tests::kThen + base::Duration{second_ * base::kNanosPerSecond};
    auto answer = outbox_->Exchange(batch);
    EXPECT_TRUE(answer) << answer.error().message;
    for (const Note& note : answer->notes) {
      told_.push_back((note.wrong ? "wrong: " : "right: ") + note.text);
    }
    return *answer;
  }
  Answer Add(const std::string& id) {
    return Exchange({.added = {tests::NotificationOf(id, "ops", id)}});
  }
  std::vector<std::string> Ids() {
    std::vector<std::string> ids;
    for (const Offer& offer : Exchange({.wanted = {{"ops", 99}}}).offers) {
      for (const Head& head : offer.heads) ids.push_back(head.notification.id);
    }
    return ids;
  }

  tests::FileTree tree_;
  std::string folder_ = tree_.root() + "/state";
  std::string file_ = folder_ + "/outbox.db";
  std::optional<Outbox> outbox_;
  std::int64_t second_ = 0;
  std::vector<std::string> told_;
};

}  // namespace actions

#endif  // TOCSIN_TESTS_UNIT_ACTIONS_DELIVERY_OUTBOX_FIXTURE_H_
