// Outbox: a directory that is moved away and back, while its disk has room or
// is full.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

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
using tests::NotificationOf;

class OutboxMovedTest : public OutboxTest {
 protected:
  void MoveAway() { std::filesystem::rename(folder_, folder_ + "2"); }
  void MoveBack() {
    std::filesystem::remove_all(folder_);
    std::filesystem::rename(folder_ + "2", folder_);
  }
  /// Another process may not use it.
  bool IsInUse() {
    Outbox second(folder_);
    second.Hurry();
    const auto answer = second.Exchange({});
    return answer && answer->unusable.ends_with("another process uses it");
  }
};

TEST_F(OutboxMovedTest, AFileThatComesBackServesOn) {
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

TEST_F(OutboxMovedTest, AtTheEndWhatAFileThatCameBackHasIsNotLost) {
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

TEST_F(OutboxMovedTest, AtTheEndWhatAFileThatDoesNotComeBackHasIsLost) {
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

TEST_F(OutboxMovedTest, WhatCameBackTakesWhatMemoryHas) {
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

TEST_F(OutboxMovedTest, WhereItWasMovedToNoOtherUsesIt) {
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

TEST_F(OutboxMovedTest, WhatAnotherFileDoesNotHaveIsNoCopyOfIt) {
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

TEST_F(OutboxMovedTest, OneThatCannotBeMadeIsNotTakenForEmptied) {
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

}  // namespace
}  // namespace actions
