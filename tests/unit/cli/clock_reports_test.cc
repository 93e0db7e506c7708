// A clock that is set, and a machine that is slow.
#include "cli/clock_reports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/action_event.h"
#include "tests/unit/cli/set_clock.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr base::Duration Seconds(std::int64_t seconds) {
  return {seconds * base::kNanosPerSecond};
}

constexpr char kForward[] =
    "Warning: the clock was set forward by 3600 s, or the machine slept: what "
    "was due meanwhile is left out";

class ClockReportsTest : public testing::Test {
 protected:
  void Pass(base::Duration span) { clock_.now = clock_.now + span; }

  SetClock clock_{base::Timestamp{1'700'000'000 * base::kNanosPerSecond}};
  tests::LogLines log_;
  ClockReports reports_{&clock_, log_.log(), false};
};

TEST_F(ClockReportsTest, ThatItWasSetIsToldOnce) {
  Pass(Seconds(10));
  clock_.SetBy(Seconds(-3600));
  reports_.Look();
  Pass(Seconds(10));
  reports_.Look();
  EXPECT_THAT(log_.lines, ElementsAre("Warning: the clock was set back by 3600 "
                                      "s: what is due more often than that "
                                      "begins anew, with its holdoffs"));
  log_.lines.clear();
  clock_.SetBy(Seconds(3600));
  reports_.Look();
  reports_.Look();
  EXPECT_THAT(log_.lines, ElementsAre(kForward));
}

TEST_F(ClockReportsTest, AClockThatIsKeptRightIsNotSet) {
  for (int i = 0; i < 100; ++i) {
    Pass(Seconds(10));
    clock_.SetBy({base::kNanosPerSecond / 2});
    reports_.Look();
  }
  EXPECT_THAT(log_.lines, IsEmpty());
}

// Rules that are due every minute wake after those of every ten seconds.
TEST_F(ClockReportsTest, WhatIsLeftOutThereforeIsNotSlow) {
  Pass(Seconds(5));
  clock_.SetBy(Seconds(3600));
  Pass(Seconds(5));
  reports_.Skipped(Seconds(10), 360);
  Pass(Seconds(50));
  reports_.Skipped(Seconds(60), 60);
  EXPECT_THAT(log_.lines, ElementsAre(kForward));
  log_.lines.clear();
  Pass(Seconds(40));
  reports_.Skipped(Seconds(10), 3);
  reports_.Skipped(Seconds(10), 3);
  EXPECT_THAT(
      log_.lines,
      ElementsAre("Warning: 3 evaluations, due every 10 s, are left out: what "
                  "came before took too long, or the machine slept. SIGUSR1 "
                  "tells how many it has been"));
}

TEST_F(ClockReportsTest, OneThatIsLeftOutIsOne) {
  reports_.Skipped(Seconds(10), 1);
  EXPECT_THAT(
      log_.lines,
      ElementsAre(HasSubstr("1 evaluation, due every 10 s, is left out")));
}

TEST_F(ClockReportsTest, PmieHasNoWordsForIt) {
  ClockReports pmies(&clock_, log_.log(), true);
  clock_.SetBy(Seconds(3600));
  pmies.Look();
  EXPECT_THAT(log_.lines, IsEmpty());
  pmies.Skipped(Seconds(10), 360);
  EXPECT_EQ(log_.lines.size(), 1u);
}

}  // namespace
}  // namespace cli
