// RateLimitedLog: lines by themselves, sums, and when these are told.
#include "actions/rate_limited_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/action_event.h"
#include "tests/support/fake_timers.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class RateLimitedLogTest : public testing::Test {
 protected:
  /// What has been told since.
  std::vector<std::string> Told() { return std::exchange(told_.lines, {}); }
  void Say(const Log& log, std::size_t times) {
    for (std::size_t i = 1; i <= times; ++i) {
      log(LogLevel::kError, "r" + std::to_string(i) + ": no room");
    }
  }

  tests::LogLines told_;
  tests::FakeTimers timers_;
  RateLimitedLog lines_{told_.log(), &timers_};
  const Log shell_ = lines_.Of("shell");
};

TEST_F(RateLimitedLogTest, BeyondTheFirstThereIsTheSum) {
  Say(shell_, 4000);
  EXPECT_EQ(Told().size(), RateLimitedLog::kMost);
  timers_.Advance(RateLimitedLog::kSpan);
  EXPECT_THAT(Told(), ElementsAre("Error: and 3990 more like these; the last: "
                                  "r4000: no room"));
  Say(shell_, 1);
  EXPECT_THAT(Told(), ElementsAre("Error: r1: no room"));
}

TEST_F(RateLimitedLogTest, FewAreToldByThemselves) {
  Say(shell_, RateLimitedLog::kMost);
  EXPECT_EQ(Told().size(), RateLimitedLog::kMost);
  timers_.Advance(RateLimitedLog::kSpan);
  EXPECT_THAT(Told(), IsEmpty());
  EXPECT_EQ(timers_.waiting(), 0u);
}

TEST_F(RateLimitedLogTest, ASumOfOneIsTheLine) {
  Say(shell_, RateLimitedLog::kMost + 1);
  Told();
  lines_.End();
  EXPECT_THAT(Told(), ElementsAre("Error: r11: no room"));
}

TEST_F(RateLimitedLogTest, EachKindAndLevelCountsByItself) {
  const Log print = lines_.Of("print");
  Say(shell_, 12);
  Told();
  Say(print, 1);
  print(LogLevel::kInfo, "again");
  EXPECT_THAT(Told(), ElementsAre("Error: r1: no room", "Info: again"));
}

TEST_F(RateLimitedLogTest, WhatIsRightAgainIsToldBehindWhatWasWrong) {
  Say(shell_, 13);
  Told();
  shell_(LogLevel::kInfo, "r13 again");
  EXPECT_THAT(Told(), ElementsAre("Error: and 3 more like these; the last: "
                                  "r13: no room",
                                  "Info: r13 again"));
  timers_.Advance(RateLimitedLog::kSpan);
  EXPECT_THAT(Told(), IsEmpty());
}

TEST_F(RateLimitedLogTest, TheEndTellsAllSums) {
  const Log print = lines_.Of("print");
  Say(shell_, 12);
  Say(print, 13);
  Told();
  lines_.End();
  EXPECT_THAT(
      Told(),
      ElementsAre("Error: and 3 more like these; the last: r13: no room",
                  "Error: and 2 more like these; the last: r12: no room"));
  EXPECT_EQ(timers_.waiting(), 0u);
}

}  // namespace
}  // namespace actions
