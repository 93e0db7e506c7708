// Outbox: who may use its directory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "actions/delivery/state_files.h"
#include "tests/unit/actions/delivery/outbox_fixture.h"

namespace actions {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using tests::kThen;
using tests::NotificationOf;

using OutboxLockTest = OutboxTest;

TEST_F(OutboxLockTest, WhileMemoryStandsInTheLockSaysSo) {
  EXPECT_FALSE(IsOutOfUse(folder_)) << "there is none";
  Add("a");
  EXPECT_FALSE(IsOutOfUse(folder_));
  const auto other = Database::Open(file_);
  (*other)->RunAll("BEGIN IMMEDIATE");
  EXPECT_FALSE(Add("b").lasts);
  EXPECT_TRUE(IsOutOfUse(folder_));
  (*other)->RunAll("COMMIT");
  second_ += 10;
  EXPECT_TRUE(Add("c").lasts);
  EXPECT_FALSE(IsOutOfUse(folder_));
  (*other)->RunAll("BEGIN IMMEDIATE");
  EXPECT_FALSE(Add("d").lasts);
  outbox_.reset();
  EXPECT_FALSE(IsOutOfUse(folder_)) << "nothing runs";
}

TEST_F(OutboxLockTest, TwoProcessesDoNotShareADirectory) {
  Add("a");
  Outbox other(folder_);
  const auto answer = other.Exchange(
      {.now = kThen, .added = {NotificationOf("b")}, .wanted = {{"ops", 9}}});
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->lasts);
  ASSERT_THAT(answer->notes, SizeIs(1));
  EXPECT_THAT(answer->notes[0].text,
              HasSubstr(folder_ + ": another process uses it"));
  EXPECT_THAT(answer->offers[0].heads, SizeIs(1)) << "its own alone";
  outbox_.reset();
  const auto later = other.Exchange(
      {.now = kThen + Outbox::kTryAgain, .wanted = {{"ops", 9}}});
  ASSERT_TRUE(later);
  EXPECT_TRUE(later->lasts) << "it takes over";
  EXPECT_THAT(later->offers[0].heads, SizeIs(2));
}

TEST_F(OutboxLockTest, WhoEndsDoesNotWaitForAnotherProcess) {
  Add("a");
  Outbox other(folder_);
  base::Result<Answer> answer = Answer();
  std::thread waits([&] {
    answer = other.Exchange({.now = kThen, .added = {NotificationOf("b")}});
  });
  other.Hurry();
  waits.join();
  const auto last = other.Exchange({.now = kThen, .last = true});
  ASSERT_TRUE(answer);
  ASSERT_TRUE(last);
  EXPECT_THAT(answer->notes, SizeIs(1));
  EXPECT_THAT(last->lost, SizeIs(1));
  EXPECT_THAT(last->unusable, HasSubstr("another process uses it"));
}

}  // namespace
}  // namespace actions
