// Store: what is salvaged of one that is damaged, and how many are missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "actions/delivery/damaged_file.h"
#include "actions/delivery/store.h"
#include "tests/support/database_damage.h"
#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using tests::kThen;

class StoreSalvageTest : public ::testing::Test {
 protected:
  /// Five notifications of two rules, and a holdoff.
  StoreSalvageTest() {
    const auto store = Store::Open(path_, {});
    Batch batch{.now = kThen};
    for (int i = 0; i < 5; ++i) {
      batch.added.push_back(tests::NotificationOf(std::to_string(i), "ops",
                                                  i % 2 == 0 ? "even" : "odd"));
    }
    batch.holdoffs = {
        {"key", kThen, kThen + base::Duration{base::kNanosPerSecond}, true}};
    EXPECT_TRUE((*store)->Exchange(batch));
  }

  /// Of what is missing; ids() and holdoffs() are of what is there then.
  CountsByRule Salvage() {
    const auto damaged = DamagedFile::Open(path_);
    EXPECT_TRUE(damaged);
    if (!damaged) return {};
    const auto missing = fresh_->Salvage(*damaged, kThen);
    EXPECT_TRUE(missing);
    return missing ? *missing : CountsByRule();
  }

  std::vector<std::string> ids() {
    std::vector<std::string> ids;
    const auto rows = fresh_->Rows({});
    if (!rows) return {rows.error().message};
    for (const auto& row : *rows) ids.push_back(row.notification.id);
    return ids;
  }

  tests::FileTree folder_;
  std::string path_ = folder_.root() + "/x.db";
  std::unique_ptr<Store> fresh_ = *Store::Open(":memory:", {});
};

TEST_F(StoreSalvageTest, WhatIsWholeIsTakenOverOnce) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(Salvage(), IsEmpty());
    EXPECT_THAT(ids(), ElementsAre("0", "1", "2", "3", "4"));
  }
  const auto holdoffs = fresh_->Holdoffs(kThen);
  ASSERT_TRUE(holdoffs);
  ASSERT_EQ(holdoffs->size(), 1u);
  EXPECT_EQ(holdoffs->front().key, "key");
}

TEST_F(StoreSalvageTest, RowsOutOfOrderAreTakenOverInTheirs) {
  tests::SwapRows(path_, "notifications");
  EXPECT_THAT(Salvage(), IsEmpty());
  EXPECT_THAT(ids(), ElementsAre("0", "1", "2", "3", "4"));
}

TEST_F(StoreSalvageTest, ARowThatIsThereTwiceStandsForNoOther) {
  tests::CopyRow(path_, "notifications", 0, 2);
  EXPECT_THAT(Salvage(), ElementsAre(Pair(Pair("ops", "even"), 1)));
  EXPECT_THAT(ids(), ElementsAre("0", "1", "3", "4"));
}

TEST_F(StoreSalvageTest, WhatATableHasLostIsCounted) {
  tests::Empty(path_, "notifications");
  EXPECT_THAT(Salvage(), ElementsAre(Pair(Pair("ops", "even"), 3),
                                     Pair(Pair("ops", "odd"), 2)));
  EXPECT_THAT(ids(), IsEmpty());
}

TEST_F(StoreSalvageTest, RowsWithoutTheirQueueAreCounted) {
  (*Database::Open(path_))->RunAll("DELETE FROM queues WHERE rule = 'odd'");
  EXPECT_THAT(Salvage(),
              ElementsAre(Pair(Pair("unknown receiver", "unknown rule"), 2)));
  EXPECT_THAT(ids(), ElementsAre("0", "2", "4"));
}

TEST_F(StoreSalvageTest, NamesOfQueuesAreFoundByTheirIndex) {
  ASSERT_TRUE(
      (*Store::Open(path_, {}))
          ->Exchange({.now = kThen,
                      .added = {tests::NotificationOf("5", "ops", "third")}}));
  tests::Empty(path_, "queues");
  EXPECT_THAT(Salvage(), IsEmpty());
  EXPECT_THAT(ids(), ElementsAre("0", "1", "2", "3", "4", "5"));
  const auto one = fresh_->Find("1");
  ASSERT_TRUE(one && *one);
  EXPECT_EQ((*one)->notification.rule, "odd");
  EXPECT_EQ((*one)->notification.receiver, "ops");
}

}  // namespace
}  // namespace actions
