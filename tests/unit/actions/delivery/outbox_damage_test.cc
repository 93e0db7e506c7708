// Outbox: a file of which any byte is another. What it then holds may be lost,
// and is told; what comes is delivered.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "actions/delivery/outbox.h"
#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

constexpr int kBytes = 200;

std::string ContentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A small outbox, as a run leaves it.
std::string SmallOutbox() {
  const tests::FileTree folder;
  Outbox outbox(folder.root());
  Batch batch{.now = tests::kThen};
  for (int i = 0; i < 40; ++i) {
    batch.added.push_back(
        tests::NotificationOf(std::to_string(i), "ops", std::to_string(i % 5),
                              std::string("host") + std::to_string(i % 3)));
  }
  EXPECT_TRUE(outbox.Exchange(batch));
  const auto other = Database::Open(folder.root() + "/outbox.db");
  (*other)->RunAll("PRAGMA wal_checkpoint(TRUNCATE)");
  return ContentOf(folder.root() + "/outbox.db");
}

/// Begins with such a file, takes one more and delivers as long as there is
/// something: how many notes there were.
std::size_t Deliver(const std::string& content) {
  const tests::FileTree folder;
  folder.Write("/outbox.db", content);
  std::filesystem::permissions(folder.root(), std::filesystem::perms(0700));
  (void)Store::Open(folder.root() + "/outbox.db", {});
  Outbox outbox(folder.root());
  Batch batch{.now = tests::kThen,
              .added = {tests::NotificationOf("new", "new")},
              .wanted = {{"ops", 8}, {"new", 8}}};
  std::size_t notes = 0;
  bool seen = false;
  for (int i = 0; i < 60; ++i) {
    const auto answer = outbox.Exchange(batch);
    EXPECT_TRUE(answer) << answer.error().message;
    if (!answer) break;
    notes += answer->notes.size();
    batch.added.clear();
    batch.removed.clear();
    for (const Offer& offer : answer->offers) {
      for (const Head& head : offer.heads) {
        batch.removed.push_back(head.notification.id);
        seen |= head.notification.id == "new";
      }
    }
    if (batch.removed.empty()) break;
  }
  EXPECT_TRUE(seen) << "what comes is delivered";
  if (auto store = Store::Open(folder.root() + "/outbox.db", {})) {
    (void)(*store)->Rows({});
  }
  return notes;
}

TEST(OutboxDamageTest, NoByteDoesHarmBeyondTheFile) {
  const std::string whole = SmallOutbox();
  ASSERT_GT(whole.size(), 8192u);
  EXPECT_EQ(Deliver(whole), 0u);
  std::mt19937 random(4711);
  for (int i = 0; i < kBytes; ++i) {
    std::string damaged = whole;
    // Half of them where there is most to damage.
    const std::size_t at = random() % (i % 2 == 0 ? 200 : whole.size());
    const auto bit = static_cast<char>(1 + random() % 255);
    damaged[at] = static_cast<char>(damaged[at] ^ bit);
    EXPECT_LE(Deliver(damaged), 3u) << "byte " << at << " ^ " << int{bit};
  }
}

TEST(OutboxDamageTest, NorDoesAnEndThatIsMissing) {
  const std::string whole = SmallOutbox();
  for (std::size_t size = 0; size < whole.size(); size += 1021) {
    EXPECT_LE(Deliver(whole.substr(0, size)), 3u) << size;
  }
}

}  // namespace
}  // namespace actions
