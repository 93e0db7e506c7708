// Outbox: the disk, memory, and the ways between them.
#include "actions/delivery/outbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/file_size_limit.h"
#include "tests/support/notifications.h"
#include "tests/unit/actions/delivery/outbox_fixture.h"

namespace actions {
namespace {

using namespace std::string_literals;

using base::kNanosPerSecond;
using ::testing::_;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;
using tests::kThen;
using tests::NotificationOf;

Holdoff HoldoffOf(const std::string& key, std::int64_t seconds) {
  return {key, kThen, kThen + base::Duration{seconds * kNanosPerSecond}, true};
}

TEST_F(OutboxTest, HoldoffsAreToldOnceToTheNextRun) {
  const Holdoff longest = HoldoffOf("long", 1000);
  const Holdoff gone = HoldoffOf("gone", 1000);
  Exchange({.holdoffs = {longest, gone, HoldoffOf("short", 10)}});
  Exchange({.holdoffs = {{"gone", kThen, {}, true}}});
  Begin();
  second_ = 11;
  EXPECT_THAT(Exchange({}).holdoffs, ElementsAre(longest));
  EXPECT_THAT(Exchange({}).holdoffs, IsEmpty());
}

TEST_F(OutboxTest, HoldoffsOfAClockThatWasAheadAreForgotten) {
  Exchange({.holdoffs = {HoldoffOf("ahead", 1000)}});
  Begin();
  second_ = -1;
  EXPECT_THAT(Exchange({}).holdoffs, IsEmpty());
}

TEST_F(OutboxTest, HoldoffsAreKnownToANewFile) {
  const Holdoff one = HoldoffOf("one", 1000);
  Exchange({.holdoffs = {one}});
  std::filesystem::remove(file_);
  Exchange({});
  Begin();
  EXPECT_THAT(Exchange({}).holdoffs, ElementsAre(one));
}

TEST_F(OutboxTest, HoldoffsOfAnEarlierRunAreKnownToANewFile) {
  const Holdoff one = HoldoffOf("one", 1000);
  Exchange({.holdoffs = {one, HoldoffOf("over", 1000)}});
  Begin();
  Exchange({.holdoffs = {{"over", kThen, {}, true}}});
  std::filesystem::remove(file_);
  Exchange({});
  Begin();
  EXPECT_THAT(Exchange({}).holdoffs, ElementsAre(one));
}

TEST_F(OutboxTest, WhatIsPutInSurvives) {
  EXPECT_TRUE(Add("a").lasts);
  Begin();
  EXPECT_THAT(Exchange({}).receivers, ElementsAre("ops"));
  EXPECT_THAT(Ids(), ElementsAre("a"));
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(OutboxTest, ItsFilesAreTheOwnersAlone) {
  Add("a");
  for (const auto& file : std::filesystem::directory_iterator(folder_)) {
    EXPECT_EQ(file.status().permissions() & std::filesystem::perms::all,
              std::filesystem::perms(0600))
        << file.path();
  }
}

TEST_F(OutboxTest, WithoutADirectoryItIsMemory) {
  folder_ = "";
  Begin();
  EXPECT_FALSE(Add("a").lasts);
  EXPECT_THAT(Ids(), ElementsAre("a"));
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(OutboxTest, ADirectoryThatCannotBeMadeIsToldOnceAndTriedAgain) {
  tree_.Write("/state", "a file");
  EXPECT_FALSE(Add("a").lasts);
  second_ += 100;
  EXPECT_FALSE(Add("b").lasts);
  EXPECT_THAT(told_, ElementsAre(AllOf(HasSubstr("cannot be used"),
                                       HasSubstr("Not a directory"),
                                       HasSubstr("kept in memory"))));
  tree_.Remove("/state");
  EXPECT_FALSE(Add("c").lasts) << "it was tried a moment ago";
  second_ += 10;
  told_.clear();
  EXPECT_TRUE(Exchange({}).lasts);
  EXPECT_THAT(told_, IsEmpty()) << "it has to serve for a while";
  second_ += 10;
  EXPECT_TRUE(Exchange({}).lasts);
  EXPECT_THAT(told_, ElementsAre("right: the outbox in " + folder_ +
                                 " is used again, for 3 notifications"));
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("a", "b", "c"));
}

TEST_F(OutboxTest, ADiskThatIsFullIsDoneWithoutUntilItHasRoom) {
  Add("a");
  Add("b");
  {
    const tests::FileSizeLimit full(1);
    const Answer full_answer = Add("c");
    EXPECT_FALSE(full_answer.lasts);
    EXPECT_EQ(full_answer.waiting, 3u);
    EXPECT_EQ(full_answer.copies, 2u);
    EXPECT_THAT(told_, ElementsAre(HasSubstr("cannot be used")));
    EXPECT_THAT(Ids(), ElementsAre("a", "b", "c"));
    EXPECT_EQ(Exchange({.removed = {"a"}}).copies, 1u);
    second_ += 10;
    Add("d");
    EXPECT_THAT(told_, SizeIs(1)) << "said once";
  }
  second_ += 10;
  EXPECT_TRUE(Exchange({}).lasts);
  second_ += 10;
  EXPECT_TRUE(Exchange({}).lasts);
  EXPECT_THAT(told_, SizeIs(2));
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("b", "c", "d")) << "a was delivered meanwhile";
}

/// Its order is what comes of one receiver, rule and host.
TEST_F(OutboxTest, WhatMemoryHasNoRoomForKeepsItsOrder) {
  const std::size_t copied = Outbox::kInMemory.rows / 2;
  Batch many;
  for (std::size_t i = 0; i < copied + 64; ++i) {
    many.added.push_back(NotificationOf(std::to_string(i)));
  }
  Exchange(many);
  {
    const tests::FileSizeLimit full(1);
    Exchange({.added = {NotificationOf("behind")}});
    Add("other");
    EXPECT_THAT(Ids(), UnorderedElementsAre("0", "other"));
    Batch delivered;
    while (Ids() != std::vector<std::string>{"other"}) {
      ASSERT_THAT(Ids(), Not(Contains("behind")));
      for (const std::string& id : Ids()) {
        if (id != "other") delivered.removed.push_back(id);
      }
      Exchange(std::exchange(delivered, {}));
    }
  }
  second_ += 10;
  EXPECT_THAT(Ids(), UnorderedElementsAre(Not("behind"), "other"));
  const auto rows = (*Store::Open(file_, {}))->Rows({});
  EXPECT_EQ(rows->back().notification.id, "other");
  EXPECT_EQ(rows->at(rows->size() - 2).notification.id, "behind");
}

TEST_F(OutboxTest, AFileThatIsRemovedWhereTheDiskIsFullGoesOnInMemory) {
  Add("a");
  Add("b");
  std::filesystem::remove_all(folder_);
  {
    const tests::FileSizeLimit full(1);
    EXPECT_EQ(Exchange({.removed = {"a"}}).waiting, 1u);
    const Answer answer = Add("c");
    EXPECT_FALSE(answer.lasts);
    EXPECT_EQ(answer.waiting, 2u);
    EXPECT_THAT(Ids(), ElementsAre("b", "c"));
  }
  second_ = 11;
  EXPECT_TRUE(Add("d").lasts);
  EXPECT_THAT(Ids(), ElementsAre("b", "c", "d"));
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("b", "c", "d"));
}

TEST_F(OutboxTest, WhatMemoryDoesNotHoldOfARemovedFileIsCounted) {
  Batch many;
  for (std::size_t i = 0; i < Outbox::kInMemory.rows + 100; ++i) {
    many.added.push_back(NotificationOf(std::to_string(i), "ops", "one"));
  }
  Exchange(many);
  std::filesystem::remove_all(folder_);
  const tests::FileSizeLimit full(1);
  const Answer answer = Exchange({.removed = {"0"}});
  EXPECT_EQ(answer.waiting, Outbox::kInMemory.rows + 99);
  EXPECT_EQ(answer.copies, answer.waiting) << "it may come back";
  EXPECT_EQ(SumOf(Exchange({.last = true}).lost), answer.waiting);
}

TEST_F(OutboxTest, WhatAFileAloneHadThatIsRemovedWhileItIsOutOfUseIsCounted) {
  Batch many;
  for (std::size_t i = 0; i < Outbox::kInMemory.rows; ++i) {
    many.added.push_back(NotificationOf(std::to_string(i), "ops", "one"));
  }
  Exchange(many);
  {
    const tests::FileSizeLimit full(1);
    EXPECT_EQ(Add("last").waiting, Outbox::kInMemory.rows + 1);
  }
  std::filesystem::remove_all(folder_);
  second_ = 11;
  const Answer answer = Exchange({});
  EXPECT_TRUE(answer.lasts);
  EXPECT_GT(SumOf(answer.damaged), 0u);
  EXPECT_EQ(answer.waiting + SumOf(answer.damaged), Outbox::kInMemory.rows + 1);
}

TEST_F(OutboxTest, WhatTheFileHoldsIsNotDroppedWhereMemoryIsFull) {
  Exchange({.added = {NotificationOf("first", "ops", "a"),
                      NotificationOf("gone", "ops", "b"),
                      NotificationOf("sent", "ops", "c"),
                      NotificationOf("second", "ops", "a")}});
  {
    const tests::FileSizeLimit full(1);
    Exchange({.removed = {"gone"}});
    Batch many{.added = {NotificationOf("third", "ops", "a")}};
    for (std::size_t i = 0; i < Outbox::kInMemory.rows - 2; ++i) {
      many.added.push_back(NotificationOf(std::to_string(i)));
    }
    EXPECT_THAT(Exchange(many).dropped, IsEmpty());
    EXPECT_THAT(Ids(), UnorderedElementsAre("first", "0"))
        << "what was on its way may be forgotten";
    Exchange({.removed = {"sent"}});
    EXPECT_THAT(Exchange({.removed = {"0"}, .last = true}).lost,
                UnorderedElementsAre(
                    Pair(Pair("ops", "a"), 1),
                    Pair(Pair("ops", "full"), Outbox::kInMemory.rows - 3)));
    EXPECT_THAT(told_.back(), HasSubstr("up to 2 notifications of it a"));
    Exchange({.added = {NotificationOf("x"), NotificationOf("y")}});
    EXPECT_THAT(Exchange({.added = {NotificationOf("last")}}).dropped,
                ElementsAre(Pair(Pair("ops", "a"), 1)))
        << "third, the oldest that memory alone has";
    EXPECT_THAT(Ids(), ElementsAre("1"));
  }
  second_ += 10;
  EXPECT_THAT(Ids(), UnorderedElementsAre("first", "1"));
  Exchange({.removed = {"first"}});
  EXPECT_THAT(Ids(), UnorderedElementsAre("second", "1"));
}

TEST_F(OutboxTest, WhatAnotherTakesOutMeanwhileStaysOut) {
  Add("a");
  Add("b");
  {
    const tests::FileSizeLimit full(1);
    Add("c");
  }
  const auto other = Store::Open(file_, {});
  ASSERT_TRUE((*other)->Exchange({.removed = {"a"}}));
  second_ += 10;
  EXPECT_THAT(Ids(), ElementsAre("b", "c"));
}

TEST_F(OutboxTest, WhereAnotherProgramHasLockedItMemoryServes) {
  Add("a");
  {
    const auto other = Database::Open(file_);
    (*other)->RunAll("BEGIN IMMEDIATE");
    const Answer answer = Add("b");
    EXPECT_FALSE(answer.lasts);
    EXPECT_EQ(answer.unusable, "another program has locked it");
    EXPECT_THAT(Ids(), ElementsAre("a", "b"));
    EXPECT_THAT(told_, ElementsAre(HasSubstr("another program has locked it")));
  }
  second_ += 10;
  EXPECT_EQ(Exchange({.removed = {"a"}}).unusable, "");
  second_ += 10;
  EXPECT_EQ(Exchange({}).unusable, "");
  EXPECT_THAT(told_, ElementsAre(_, HasSubstr("is used again")));
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("b"));
}

TEST_F(OutboxTest, ADiskThatStaysFullIsToldOfOnce) {
  Add("a");
  for (int i = 0; i < 3; ++i) {
    {
      const tests::FileSizeLimit full(1);
      EXPECT_FALSE(Add("b" + std::to_string(i)).lasts);
    }
    second_ += 10;
    EXPECT_TRUE(Exchange({}).lasts) << "there is room for a moment";
    second_ += 9;
  }
  EXPECT_THAT(told_, ElementsAre(HasSubstr("the outbox cannot be used")));
  second_ += 1;
  EXPECT_TRUE(Exchange({}).lasts);
  EXPECT_THAT(told_, ElementsAre(_, HasSubstr("is used again")));
}

TEST_F(OutboxTest, WhatMemoryHasDeliveredNobodyElseTookOut) {
  Add("a");
  Add("b");
  {
    const auto other = Database::Open(file_);
    (*other)->RunAll("BEGIN IMMEDIATE");
    EXPECT_FALSE(Exchange({}).lasts);
    EXPECT_FALSE(Exchange({.removed = {"a", "b"}}).lasts);
  }
  second_ += 10;
  const Answer answer = Exchange({});
  EXPECT_TRUE(answer.lasts);
  EXPECT_EQ(answer.waiting, 0u);
  EXPECT_EQ(answer.taken_out, 0u);
}

TEST_F(OutboxTest, AtTheEndWhatTheFileHasIsNotLost) {
  Add("a");
  Add("b");
  const tests::FileSizeLimit full(1);
  Exchange({.added = {NotificationOf("c", "ops", "full")}, .removed = {"a"}});
  told_.clear();
  const Answer answer = Exchange({.last = true});
  EXPECT_THAT(answer.lost, ElementsAre(Pair(Pair("ops", "full"), 1)));
  EXPECT_THAT(told_, ElementsAre("wrong: the outbox in " + folder_ +
                                 " could not be written: what it held is sent "
                                 "after the next start, up to 1 notification "
                                 "of it a second time"));
}

TEST_F(OutboxTest, AtTheEndTheFileIsTriedOnceMore) {
  Add("a");
  {
    const tests::FileSizeLimit full(1);
    Add("b");
  }
  EXPECT_TRUE(Exchange({.last = true}).lasts);
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("a", "b"));
}

TEST_F(OutboxTest, AFileThatIsRemovedIsMadeAnew) {
  Add("a");
  for (const std::string& gone : {file_, folder_}) {
    std::filesystem::remove_all(gone);
    told_.clear();
    EXPECT_TRUE(Add(gone).lasts);
    EXPECT_THAT(told_, ElementsAre("wrong: " + file_ +
                                   " was removed or replaced: what waits goes "
                                   "into a new one"));
  }
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("a", file_, folder_));
}

TEST_F(OutboxTest, AFileThatIsReplacedGetsWhatWaits) {
  Add("a");
  std::string other = folder_ + "2";
  std::swap(folder_, other);
  Begin();
  Add("b");
  outbox_.reset();
  std::swap(folder_, other);
  Begin();
  Add("c");
  std::filesystem::rename(other + "/outbox.db", file_);
  EXPECT_THAT(Ids(), ElementsAre("b", "a", "c"));
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("b", "a", "c"));
}

TEST_F(OutboxTest, WhereNoNewOneCanBeMadeNothingIsLostMeanwhile) {
  for (int i = 0; i < 3; ++i) Add(std::to_string(i));
  std::filesystem::remove_all(folder_);
  tree_.Write("/state", "a file");
  EXPECT_FALSE(Add("3").lasts);
  EXPECT_THAT(told_, ElementsAre(HasSubstr("was removed or replaced"),
                                 HasSubstr("Not a directory")));
  EXPECT_THAT(Ids(), ElementsAre("0", "1", "2", "3"));
  tree_.Remove("/state");
  second_ += 10;
  EXPECT_TRUE(Exchange({}).lasts);
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("0", "1", "2", "3"));
}

TEST_F(OutboxTest, ADamagedFileIsSetAside) {
  Add("a");
  outbox_.reset();
  std::filesystem::resize_file(file_, 0);
  std::ofstream(file_) << std::string(9000, 'x');
  Begin();
  EXPECT_TRUE(Add("b").lasts);
  EXPECT_THAT(told_, ElementsAre(AllOf(HasSubstr("is damaged"),
                                       HasSubstr("set aside as"),
                                       HasSubstr(", what waited in it, "
                                                 "nobody knows how much, is "
                                                 "not sent"))));
  EXPECT_THAT(Ids(), ElementsAre("b"));
  EXPECT_TRUE(std::filesystem::exists(file_ + ".corrupt-2001-09-09T01:46:40Z"));
}

TEST_F(OutboxTest, AFileThatIsDamagedMeanwhileIsSetAside) {
  for (int i = 0; i < 100; ++i) Add(std::to_string(i));
  outbox_.reset();
  {
    std::fstream file(file_, std::ios::in | std::ios::out);
    file.seekp(4096);
    file << std::string(std::filesystem::file_size(file_) - 4096, 'x');
  }
  Begin();
  EXPECT_TRUE(Add("new").lasts);
  EXPECT_THAT(Ids(), ElementsAre("new"));
  EXPECT_THAT(told_, ElementsAre(HasSubstr("is damaged")));
}

TEST_F(OutboxTest, AFileThatIsCutShortMeanwhileIsSetAside) {
  for (int i = 0; i < 20; ++i) Add(std::to_string(100 + i));
  std::filesystem::resize_file(file_, 0);
  EXPECT_TRUE(Add("new").lasts);
  EXPECT_THAT(told_,
              ElementsAre(AllOf(HasSubstr("another program has cut it short"),
                                HasSubstr("set aside as"))));
  EXPECT_THAT(Ids(), SizeIs(21));
  Begin();
  EXPECT_THAT(Ids(), SizeIs(21));
}

TEST_F(OutboxTest, WhereOneAfterTheOtherIsDamagedItWaits) {
  for (int i = 0; i < 5; ++i) {
    Add(std::to_string(i));
    (*Database::Open(file_))->RunAll("DROP TABLE IF EXISTS totals");
  }
  EXPECT_THAT(Ids(), ElementsAre("0", "1", "2", "3", "4"));
  EXPECT_THAT(told_, ElementsAre(HasSubstr("set aside"),
                                 HasSubstr("no such table: totals")));
  second_ += 10;
  EXPECT_TRUE(Exchange({}).lasts);
  EXPECT_THAT(Ids(), ElementsAre("0", "1", "2", "3", "4"));
}

TEST_F(OutboxTest, ForeignTablesAreSetAside) {
  const std::string drop = "DROP TABLE totals";
  for (const std::string& sql : {drop, std::string("DELETE FROM queues")}) {
    Add(sql);
    outbox_.reset();
    (*Database::Open(file_))->RunAll(sql.c_str());
    told_.clear();
    Begin();
    EXPECT_TRUE(Add("new").lasts);
    // Rows without a queue are of nobody.
    EXPECT_THAT(Ids(), sql == drop ? ElementsAreArray({sql, "new"s})
                                   : ElementsAreArray({"new"s}));
    EXPECT_THAT(told_, ElementsAre(HasSubstr("is damaged")));
    Exchange({.removed = {"new", drop}});
  }
}

TEST_F(OutboxTest, AFileOfANewerProgramIsLeftAsItIs) {
  Add("a");
  outbox_.reset();
  (*Database::Open(file_))->RunAll("PRAGMA user_version = 9;");
  Begin();
  EXPECT_FALSE(Add("b").lasts);
  EXPECT_THAT(told_, ElementsAre(HasSubstr("newer version")));
}

}  // namespace
}  // namespace actions
