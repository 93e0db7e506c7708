// Outbox: a file of which any byte is another. What it then holds may be lost,
// and is told; what comes is delivered.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "actions/delivery/outbox.h"
#include "tests/support/database_damage.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;

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

/// Of 3 rules in turn, more than SQLite holds in memory.
void Fill(Outbox* outbox) {
  for (int i = 0; i < 6; ++i) {
    Batch batch{.now = tests::kThen};
    for (int j = 0; j < 500; ++j) {
      const std::string id = std::to_string(i * 500 + j);
      batch.added.push_back(
          tests::NotificationOf(id, "ops", std::to_string(j % 3), id));
      batch.added.back().json.append(2000, ' ');
    }
    ASSERT_TRUE(outbox->Exchange(batch));
  }
}

/// What is left of them, and what was told to be gone, by rule; notes are put
/// behind `told`.
CountsByRule LeftAndGone(Outbox* outbox, std::string* told) {
  CountsByRule counts;
  for (int i = 0; i < 3; ++i) {
    const auto answer = outbox->Exchange(
        {.now = tests::kThen, .wanted = {{"ops", 10'000, true}}});
    EXPECT_TRUE(answer) << answer.error().message;
    if (!answer) break;
    for (const Note& note : answer->notes) *told += note.text + '\n';
    Add(answer->damaged, &counts);
    if (i < 2) continue;
    for (const Head& head : answer->offers[0].heads) {
      ++counts[{"ops", head.notification.rule}];
    }
  }
  return counts;
}

const CountsByRule kAll = {
    {{"ops", "0"}, 1002}, {{"ops", "1"}, 1002}, {{"ops", "2"}, 996}};

TEST(OutboxDamageTest, OfWhatIsDamagedMeanwhileTheRestIsCounted) {
  for (const std::size_t kept : {8192u, 1'000'000u}) {
    const tests::FileTree folder;
    Outbox outbox(folder.root());
    Fill(&outbox);
    std::filesystem::resize_file(folder.root() + "/outbox.db", kept);
    std::string told;
    EXPECT_EQ(LeftAndGone(&outbox, &told), kAll) << kept;
    EXPECT_THAT(told, HasSubstr("another program has cut it short"));
  }
}

TEST(OutboxDamageTest, WhatCanBeReadOnBothSidesOfItIsKept) {
  const tests::FileTree folder;
  Outbox outbox(folder.root());
  Fill(&outbox);
  {
    std::fstream file(folder.root() + "/outbox.db",
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(3'000'000);
    file << std::string(100'000, 'x');
  }
  CountsByRule gone;
  std::size_t waiting = 0;
  while (gone.empty()) {
    const auto answer = outbox.Exchange(
        {.now = tests::kThen, .wanted = {{"ops", 10'000, true}}});
    ASSERT_TRUE(answer);
    gone = answer->damaged;
    waiting = answer->waiting;
  }
  EXPECT_GT(waiting, 2000u);
  EXPECT_THAT(gone, SizeIs(3));
}

/// Of a thousand hosts in turn, more than half of what memory holds.
constexpr std::size_t kMany = 12'000;

void FillMany(Outbox* outbox) {
  Batch batch{.now = tests::kThen};
  for (std::size_t i = 0; i < kMany; ++i) {
    batch.added.push_back(tests::NotificationOf(
        std::to_string(i), "ops", "full", std::to_string(i % 1000)));
    batch.added.back().json.append(200, ' ');
  }
  ASSERT_TRUE(outbox->Exchange(batch));
}

TEST(OutboxDamageTest, WhatMemoryHasNoRoomForIsReadFromTheDamagedOne) {
  const tests::FileTree folder;
  const std::string file = folder.root() + "/outbox.db";
  Outbox outbox(folder.root());
  FillMany(&outbox);
  const auto size = std::filesystem::file_size(file);
  std::filesystem::resize_file(file, size - size / 10);
  const auto answer = outbox.Exchange({.now = tests::kThen});
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->lasts);
  EXPECT_GT(answer->waiting, kMany * 8 / 10);
  EXPECT_EQ(answer->waiting + SumOf(answer->damaged), kMany);
  EXPECT_FALSE(std::filesystem::exists(
      std::filesystem::symlink_status(folder.root() + "/outbox.salvage")));
}

TEST(OutboxDamageTest, OfWhatIsDamagedWhileOutOfUseTheRestIsCounted) {
  const tests::FileTree folder;
  const std::string file = folder.root() + "/outbox.db";
  Outbox outbox(folder.root());
  Fill(&outbox);
  Batch more{.now = tests::kThen};
  for (std::size_t i = 0; i < Outbox::kInMemory.rows / 2; ++i) {
    more.added.push_back(tests::NotificationOf("m" + std::to_string(i)));
  }
  ASSERT_TRUE(outbox.Exchange(more));
  std::size_t in_memory = 0;  // of bytes
  {
    const auto other = Database::Open(file);
    (*other)->RunAll("BEGIN IMMEDIATE");
    const auto answer = outbox.Exchange({.now = tests::kThen});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->waiting, 8000u) << "also what memory has no room for";
    in_memory = answer->bytes;
  }
  std::filesystem::resize_file(file, 0);
  std::ofstream(file) << std::string(9000, 'x');
  const auto answer =
      outbox.Exchange({.now = tests::kThen + Outbox::kTryAgain});
  ASSERT_TRUE(answer);
  EXPECT_LT(answer->waiting, 8000u);
  EXPECT_EQ(answer->bytes, in_memory) << "all that memory had";
  EXPECT_THAT(answer->damaged,
              ElementsAre(Pair(Pair("ops", "full"), 8000 - answer->waiting)));
  ASSERT_THAT(answer->notes, Not(IsEmpty()));
  EXPECT_THAT(answer->notes[0].text, HasSubstr(", what it alone had is not"));
}

/// What the first run on a file that was `damage`d while nothing ran says of
/// it, and delivers.
struct FirstRun {
  std::string told;
  std::vector<std::string> ids;  // sorted
  CountsByRule missing;
};

FirstRun RunOn(const std::function<void(const std::string&)>& damage) {
  const tests::FileTree folder;
  {
    Outbox outbox(folder.root());
    Batch batch{.now = tests::kThen};
    for (int i = 0; i < 5; ++i) {
      batch.added.push_back(tests::NotificationOf(
          "id" + std::to_string(i), "ops", "full", "host" + std::to_string(i)));
    }
    batch.holdoffs = {{"held", tests::kThen,
                       tests::kThen + base::Duration{base::kNanosPerSecond}}};
    EXPECT_TRUE(outbox.Exchange(batch));
  }
  damage(folder.root() + "/outbox.db");
  Outbox outbox(folder.root());
  FirstRun run;
  const auto answer =
      outbox.Exchange({.now = tests::kThen, .wanted = {{"ops", 100}}});
  EXPECT_TRUE(answer);
  if (!answer) return run;
  EXPECT_TRUE(answer->lasts);
  EXPECT_THAT(answer->holdoffs, SizeIs(1));
  for (const Note& note : answer->notes) run.told += note.text + '\n';
  for (const Head& head : answer->offers[0].heads) {
    run.ids.push_back(head.notification.id);
  }
  std::sort(run.ids.begin(), run.ids.end());
  run.missing = answer->damaged;
  return run;
}

TEST(OutboxDamageTest, WhatAnIndexDoesNotNameIsSent) {
  for (const char* index : {"notifications_queue", "queues_due",
                            "sqlite_autoindex_notifications_1"}) {
    for (const auto damage : {tests::Empty, tests::MisleadIndex}) {
      const FirstRun run =
          RunOn([&](const std::string& path) { damage(path, index); });
      EXPECT_THAT(run.ids, ElementsAre("id0", "id1", "id2", "id3", "id4"));
      EXPECT_THAT(run.told, HasSubstr("its indexes did not name what waits, "
                                      "and are made anew\n"));
      EXPECT_THAT(run.told, Not(HasSubstr("set aside")));
      EXPECT_THAT(run.missing, IsEmpty());
    }
  }
}

TEST(OutboxDamageTest, WhatATableHasLostIsCounted) {
  const FirstRun run = RunOn(
      [](const std::string& path) { tests::Empty(path, "notifications"); });
  EXPECT_THAT(run.ids, IsEmpty());
  EXPECT_THAT(run.told,
              HasSubstr("its tables have lost rows: it is set aside"));
  EXPECT_THAT(run.missing, ElementsAre(Pair(Pair("ops", "full"), 5)));
}

TEST(OutboxDamageTest, WhatCanBeReadAtAStartIsSentTheRestIsCounted) {
  const FirstRun swapped = RunOn(
      [](const std::string& path) { tests::SwapRows(path, "notifications"); });
  EXPECT_THAT(swapped.ids, ElementsAre("id0", "id1", "id2", "id3", "id4"));
  EXPECT_THAT(swapped.told,
              HasSubstr(", what can be read of it goes into a new one\n"));
  EXPECT_THAT(swapped.missing, IsEmpty());
  const FirstRun strays = RunOn([](const std::string& path) {
    (*Database::Open(path))->RunAll("DELETE FROM queues WHERE host = 'host3'");
  });
  EXPECT_THAT(strays.ids, ElementsAre("id0", "id1", "id2", "id4"));
  EXPECT_THAT(strays.missing,
              ElementsAre(Pair(Pair("unknown receiver", "unknown rule"), 1)));
}

TEST(OutboxDamageTest, WhatTheFirstPageDoesNotSayIsFound) {
  for (const std::size_t at : {0u, 30u, 100u, 2000u, 4000u}) {
    const FirstRun run = RunOn([&](const std::string& path) {
      (*Database::Open(path))->RunAll("PRAGMA wal_checkpoint(TRUNCATE)");
      std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(static_cast<std::streamoff>(at));
      file << "\x01\x02\x03";
    });
    EXPECT_THAT(run.ids, ElementsAre("id0", "id1", "id2", "id3", "id4")) << at;
    EXPECT_THAT(run.missing, IsEmpty()) << at;
  }
}

TEST(OutboxDamageTest, WhoseCountIsLostNobodyKnows) {
  const FirstRun run = RunOn([](const std::string& path) {
    for (const char* name : {"totals", "notifications"}) {
      tests::ChangeRoot(path, name, [](tests::LeafPage* page) {
        *page = tests::LeafPage(std::string(tests::LeafPage::kSize, '\0'));
      });
    }
  });
  EXPECT_THAT(run.ids, IsEmpty());
  EXPECT_THAT(run.told,
              HasSubstr(", what can be read of it goes into a new one, and "
                        "nobody knows how many more there were\n"));
  EXPECT_THAT(run.missing, ElementsAre(Pair(Pair("ops", "full"), 5)));
}

/// Of 240 rows that a run has left, what the next one does of a file without
/// its last `pages`: its rows, and those that it misses.
std::pair<std::size_t, std::size_t> RunWithout(std::size_t pages) {
  const tests::FileTree folder;
  {
    Outbox outbox(folder.root());
    Batch batch{.now = tests::kThen};
    for (int i = 0; i < 240; ++i) {
      const std::string id = std::to_string(i);
      batch.added.push_back(tests::NotificationOf(id, "ops", id));
      batch.added.back().json.append(200, ' ');
    }
    EXPECT_TRUE(outbox.Exchange(batch));
  }
  const std::string file = folder.root() + "/outbox.db";
  (*Database::Open(file))->RunAll("PRAGMA wal_checkpoint(TRUNCATE)");
  std::filesystem::resize_file(file,
                               std::filesystem::file_size(file) - pages * 4096);
  Outbox outbox(folder.root());
  const auto answer = outbox.Exchange({.now = tests::kThen});
  EXPECT_TRUE(answer && answer->lasts);
  return {answer->waiting, SumOf(answer->damaged)};
}

TEST(OutboxDamageTest, OfAFileThatIsCutMostIsSent) {
  for (const std::size_t pages : {1u, 2u, 5u, 10u}) {
    const auto [waiting, missing] = RunWithout(pages);
    EXPECT_EQ(waiting + missing, 240u) << pages;
    EXPECT_GE(waiting, 240u - 20 * pages) << pages;
  }
}

/// What a run says of an outbox that is emptied; with what waits for it if
/// `waits`.
FirstRun RunOnEmptied(bool waits) {
  const tests::FileTree folder;
  const std::string file = folder.root() + "/outbox.db";
  {
    Outbox outbox(folder.root());
    EXPECT_TRUE(outbox.Exchange(
        {.now = tests::kThen,
         .added = {tests::NotificationOf("a"),
                   tests::NotificationOf("b", "ops", "other")}}));
    if (waits) std::filesystem::copy_file(file + "-wal", file + "-kept");
  }
  std::filesystem::resize_file(file, 0);
  if (waits) std::filesystem::rename(file + "-kept", file + "-wal");
  FirstRun run;
  Outbox outbox(folder.root());
  const auto answer =
      outbox.Exchange({.now = tests::kThen, .wanted = {{"ops", 100}}});
  EXPECT_TRUE(answer && answer->lasts);
  for (const Note& note : answer->notes) run.told += note.text + '\n';
  for (const Head& head : answer->offers[0].heads) {
    run.ids.push_back(head.notification.id);
  }
  run.missing = answer->damaged;
  return run;
}

TEST(OutboxDamageTest, OneThatIsEmptiedIsTold) {
  const FirstRun run = RunOnEmptied(false);
  EXPECT_THAT(run.ids, IsEmpty());
  EXPECT_THAT(run.told, HasSubstr("outbox.db is empty, as none is: it is set "
                                  "aside as "));
  EXPECT_THAT(run.told, HasSubstr("nobody knows how much, is not sent\n"));
}

TEST(OutboxDamageTest, WhatWaitsForOneThatIsEmptiedIsSent) {
  const FirstRun run = RunOnEmptied(true);
  EXPECT_THAT(run.ids, ElementsAre("a", "b"));
  EXPECT_THAT(run.missing, IsEmpty());
  EXPECT_THAT(run.told, HasSubstr("what can be read of it goes into a new"));
}

/// As a run leaves it that is killed amid reading what it has set aside.
FirstRun RunOnWhatIsAside(const std::string& name, const std::string& link) {
  return RunOn([&](const std::string& path) {
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    std::filesystem::copy_file(path, folder + name);
    std::filesystem::create_symlink(link, folder + "outbox.salvage");
    (*Database::Open(path))->RunAll("DELETE FROM notifications");
  });
}

TEST(OutboxDamageTest, WhoIsKilledAmidASalvageGoesOnWithIt) {
  const std::string name = "outbox.db.corrupt-2001-09-09T01:46:40Z";
  const FirstRun run = RunOnWhatIsAside(name, name);
  EXPECT_THAT(run.ids, ElementsAre("id0", "id1", "id2", "id3", "id4"));
  EXPECT_THAT(run.told, HasSubstr("the outbox that was set aside as "));
  EXPECT_THAT(run.told, HasSubstr(name + ": what can be read of it goes into"));
  EXPECT_THAT(run.missing, IsEmpty());
}

TEST(OutboxDamageTest, ALinkThatNamesAnythingElseIsNotFollowed) {
  for (const char* link : {"other.db", "../outbox.db.corrupt-x", "/dev/zero",
                           "outbox.db.corrupt-none"}) {
    const FirstRun run = RunOnWhatIsAside("other.db", link);
    EXPECT_THAT(run.ids, IsEmpty()) << link;
    EXPECT_EQ(run.told, "") << link;
  }
}

TEST(OutboxDamageTest, NorDoesAnEndThatIsMissing) {
  const std::string whole = SmallOutbox();
  for (std::size_t size = 0; size < whole.size(); size += 1021) {
    EXPECT_LE(Deliver(whole.substr(0, size)), 3u) << size;
  }
}

TEST(OutboxDamageTest, WhatIsMissingIsToldOnceHoweverOftenThatIsBegun) {
  const tests::FileTree folder;
  const std::string state = folder.root() + "/state";
  {
    Outbox outbox(state);
    Fill(&outbox);
  }
  std::filesystem::resize_file(state + "/outbox.db", 1'000'000);
  std::filesystem::rename(state, state + "2");
  folder.Write("/state", "no directory");
  Outbox outbox(state);
  Batch batch{.now = tests::kThen,
              .added = {tests::NotificationOf("long", "ops")}};
  batch.added[0].json.append(8'000'000, ' ');
  CountsByRule missing = outbox.Exchange(batch)->damaged;
  std::filesystem::remove(state);
  std::filesystem::rename(state + "2", state);
  batch.added.clear();
  std::size_t waiting = 0;
  for (int i = 0; i < 3; ++i) {
    std::optional<tests::FileSizeLimit> no_room_for_the_long_one;
    if (i < 2) no_room_for_the_long_one.emplace(7'000'000);
    batch.now = batch.now + Outbox::kTryAgain;
    const auto answer = outbox.Exchange(batch);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->lasts, i == 2);
    Add(answer->damaged, &missing);
    waiting = answer->waiting;
  }
  EXPECT_GT(SumOf(missing), 0u);
  EXPECT_EQ(waiting + SumOf(missing), 3001u);
}

}  // namespace
}  // namespace actions
