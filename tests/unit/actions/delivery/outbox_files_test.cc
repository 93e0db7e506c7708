// Outbox: its directory is moved away and back, or files in it are removed,
// while its disk has room or is full.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "actions/delivery/state_files.h"
#include "tests/support/file_size_limit.h"
#include "tests/unit/actions/delivery/outbox_fixture.h"

namespace actions {
namespace {

using namespace std::string_literals;

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;
using ::testing::UnorderedElementsAreArray;
using tests::NotificationOf;

class OutboxFilesTest : public OutboxTest {
 protected:
  void MoveAway() { std::filesystem::rename(folder_, folder_ + "2"); }
  void MoveBack() {
    std::filesystem::remove_all(folder_);
    std::filesystem::rename(folder_ + "2", folder_);
  }
  /// What would be found if this process ended now, as by kill -9.
  std::vector<std::string> IdsAfterKill() {
    const std::string copy = folder_ + "-copy";
    std::filesystem::copy(folder_, copy);
    Outbox next(copy);
    const auto answer =
        next.Exchange({.now = tests::kThen, .wanted = {{"ops", 99, true}}});
    std::filesystem::remove_all(copy);
    std::vector<std::string> ids;
    if (!answer) return ids;
    for (const Head& head : answer->offers[0].heads) {
      ids.push_back(head.notification.id);
    }
    return ids;
  }
  /// Another process may not use it.
  bool IsInUse() {
    Outbox second(folder_);
    second.Hurry();
    const auto answer = second.Exchange({});
    return answer && answer->unusable.ends_with("another process uses it");
  }
};

TEST_F(OutboxFilesTest, AFileThatComesBackServesOn) {
  Add("a");
  MoveAway();
  tree_.Write("/state", "a file");
  EXPECT_FALSE(Add("b").lasts);
  MoveBack();
  EXPECT_TRUE(Exchange({.removed = {"a"}}).lasts);
  EXPECT_TRUE(IsInUse());
  second_ = 10;
  Add("c");
  EXPECT_THAT(told_, ElementsAre(HasSubstr("was removed or replaced"),
                                 HasSubstr("Not a directory"),
                                 HasSubstr("is used again, for 2")));
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("b", "c"));
}

TEST_F(OutboxFilesTest, AtTheEndWhatAFileThatCameBackHasIsNotLost) {
  Add("a");
  Add("b");
  const tests::FileSizeLimit full(1);
  for (const std::string& id : {"c"s, "d"s}) {
    MoveAway();
    EXPECT_FALSE(Add(id).lasts);
    MoveBack();
    second_ += 10;
    EXPECT_FALSE(Exchange({.removed = {"a"}}).lasts);
    EXPECT_TRUE(IsInUse());
  }
  told_.clear();
  const Answer answer = Exchange({.last = true});
  EXPECT_THAT(answer.lost, UnorderedElementsAre(Pair(Pair("ops", "c"), 1),
                                                Pair(Pair("ops", "d"), 1)));
  EXPECT_THAT(told_, ElementsAre(HasSubstr("up to 1 notification of it a")));
}

TEST_F(OutboxFilesTest, AtTheEndWhatAFileThatDoesNotComeBackHasIsLost) {
  Add("a");
  Add("b");
  const tests::FileSizeLimit full(1);
  Exchange({.removed = {"a"}});
  MoveAway();
  Add("c");
  told_.clear();
  EXPECT_EQ(SumOf(Exchange({.last = true}).lost), 2u);
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(OutboxFilesTest, WhatCameBackTakesWhatMemoryHas) {
  Add("a");
  Add("b");
  {
    const tests::FileSizeLimit full(1);
    MoveAway();
    Exchange({.added = {NotificationOf("c")}, .removed = {"a"}});
    second_ = 10;
    Exchange({});
    MoveBack();
  }
  second_ = 20;
  EXPECT_TRUE(Exchange({}).lasts);
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("b", "c")) << "a was delivered meanwhile";
}

TEST_F(OutboxFilesTest, WhereItWasMovedToNoOtherUsesIt) {
  Add("a");
  MoveAway();
  tree_.Write("/state", "a file");
  EXPECT_FALSE(Add("b").lasts);
  Outbox other(folder_ + "2");
  other.Hurry();
  const auto answer = other.Exchange({});
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->unusable, EndsWith("another process uses it"));
  tree_.Remove("/state");
  second_ = 10;
  EXPECT_TRUE(Add("c").lasts);
  EXPECT_TRUE(other.Exchange({.now = tests::kThen + Outbox::kTryAgain})->lasts);
}

TEST_F(OutboxFilesTest, WhatAnotherFileDoesNotHaveIsNoCopyOfIt) {
  folder_ += "2";
  Begin();
  Add("z");
  outbox_.reset();
  const std::string another = folder_ + "/outbox.db";
  folder_.pop_back();
  Begin();
  Add("a");
  {
    const tests::FileSizeLimit full(1);
    std::filesystem::rename(another, file_);
    EXPECT_FALSE(Add("b").lasts);
    second_ = 10;
    EXPECT_FALSE(Exchange({}).lasts);
  }
  second_ = 20;
  EXPECT_TRUE(Exchange({}).lasts);
  EXPECT_THAT(Ids(), UnorderedElementsAre("z", "a", "b"));
}

TEST_F(OutboxFilesTest, OneThatCannotBeMadeIsNotTakenForEmptied) {
  Add("a");
  outbox_.reset();
  std::fstream(file_, std::ios::in | std::ios::out) << "no file of SQLite";
  Begin();
  told_.clear();
  {
    const tests::FileSizeLimit full(1);
    EXPECT_FALSE(Add("b").lasts);
    second_ = 10;
    EXPECT_FALSE(Exchange({}).lasts);
  }
  second_ = 20;
  EXPECT_TRUE(Exchange({}).lasts);
  EXPECT_THAT(told_, ElementsAre(HasSubstr("is set aside as"),
                                 HasSubstr("cannot be used")));
  EXPECT_THAT(Ids(), UnorderedElementsAre("a", "b"));
}

TEST_F(OutboxFilesTest, WhoeverRemovesAPartLosesNothing) {
  std::vector<std::string> ids;
  for (const std::string& part :
       {"/outbox.db-wal"s, "/outbox.db-shm"s, "/"s + kOutboxLock}) {
    told_.clear();
    Add("before " + part);
    tree_.Remove("/state" + part);
    EXPECT_TRUE(Add("after " + part).lasts);
    ids.insert(ids.end(), {"before " + part, "after " + part});
    EXPECT_THAT(told_, ElementsAre(HasSubstr(
                           part + " was removed or replaced: the outbox is")));
    EXPECT_THAT(IdsAfterKill(), UnorderedElementsAreArray(ids));
    EXPECT_TRUE(IsInUse());
  }
}

TEST_F(OutboxFilesTest, WhoTakesADirectoryWithoutItsLockHasIt) {
  Add("a");
  tree_.Remove("/state/"s + kOutboxLock);
  Outbox other(folder_);
  EXPECT_TRUE(other.Exchange({.removed = {"a"}})->lasts);
  EXPECT_THAT(Add("b").unusable, EndsWith("another process uses it"));
}

TEST_F(OutboxFilesTest, WithoutItsLogOnAFullDiskMemoryHasIt) {
  Add("a");
  {
    const tests::FileSizeLimit full(1);
    tree_.Remove("/state/outbox.db-wal");
    const Answer answer = Add("b");
    EXPECT_FALSE(answer.lasts);
    EXPECT_EQ(answer.waiting, 2u);
  }
  second_ = 10;
  EXPECT_TRUE(Exchange({}).lasts);
  EXPECT_THAT(IdsAfterKill(), UnorderedElementsAre("a", "b"));
}

/// Puts an outbox with nothing in it where the file `path` was, with its number
/// if that can be had.
bool Renumber(const std::string& path) {
  const auto number = [](const std::string& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_ino : 0;
  };
  const auto wanted = number(path);
  const std::string folder = path + ".new";
  std::filesystem::create_directory(folder);
  for (const char* part : {"-wal", "-shm", ""}) {
    std::filesystem::remove(path + part);
  }
  bool found = false;
  for (int i = 0; i < 100 && !found; ++i) {
    const std::string file = folder + '/' + std::to_string(i);
    std::ofstream(file).flush();
    found = number(file) == wanted;
    if (found) std::filesystem::rename(file, path);
  }
  (void)Store::Open(folder + "/outbox.db", {});
  std::ofstream(path) << std::ifstream(folder + "/outbox.db").rdbuf();
  std::filesystem::remove_all(folder);
  return found;
}

/// Where numbers of files are given again, as on ext4: not in memory.
TEST(OutboxNumbersTest, ANewFileWithTheNumberOfTheOldIsAnother) {
  std::string root = std::filesystem::current_path() / "outbox-XXXXXX";
  ASSERT_NE(::mkdtemp(root.data()), nullptr);
  const std::string file = root + "/outbox.db";
  std::vector<std::string> ids;
  bool renumbered = false;
  {
    Outbox outbox(root);
    const auto add = [&](const std::string& id, int second) {
      const base::Duration later{second * base::kNanosPerSecond};
      return *outbox.Exchange({.now = tests::kThen + later,
                               .added = {NotificationOf(id, "ops", id)},
                               .wanted = {{"ops", 99, true}}});
    };
    add("a", 0);
    {
      const tests::FileSizeLimit full(1);
      EXPECT_FALSE(add("b", 0).lasts);
    }
    renumbered = Renumber(file);
    const Answer answer = add("c", 10);
    for (const Head& head : answer.offers[0].heads) {
      ids.push_back(head.notification.id);
    }
  }
  std::filesystem::remove_all(root);
  if (!renumbered) GTEST_SKIP() << "numbers of files are not given again here";
  EXPECT_THAT(ids, UnorderedElementsAre("a", "b", "c"));
}

}  // namespace
}  // namespace actions
