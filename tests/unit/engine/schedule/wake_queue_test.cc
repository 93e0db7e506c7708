// WakeQueue: who is woken when, and who first.
#include "engine/schedule/wake_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/unit/engine/schedule/fake_clock.h"

namespace engine::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class AgendaTest : public ::testing::Test {
 protected:
  void Add(double due, const std::string& name) {
    wake_queue_.Add(kStart + Seconds(due),
                    [this, name] { woken_.push_back(name); });
  }
  std::vector<std::string> Pass(double seconds) {
    timers_.Advance(Seconds(seconds));
    return std::exchange(woken_, {});
  }

  tests::FakeTimers timers_;
  FakeClock clock_{&timers_};
  std::vector<std::string> woken_;
  WakeQueue wake_queue_{&timers_, &clock_};
};

TEST_F(AgendaTest, WakesInOrderOfTime) {
  Add(3, "c");
  Add(1, "a");
  Add(2, "b");
  EXPECT_THAT(Pass(0.9), IsEmpty());
  EXPECT_THAT(Pass(0.1), ElementsAre("a"));
  EXPECT_THAT(Pass(5), ElementsAre("b", "c"));
  EXPECT_EQ(timers_.waiting(), 0u);
}

TEST_F(AgendaTest, AtOneMomentTheLastToComeIsTheFirst) {
  Add(1, "a");
  Add(1, "b");
  Add(0.5, "early");
  Add(1, "c");
  EXPECT_THAT(Pass(1), ElementsAre("early", "c", "b", "a"));
}

// As on a clock that is slowed down, or where time passes between the calls.
TEST_F(AgendaTest, OneMomentIsOneWhateverTheTimersThinkOfIt) {
  Add(1, "a");
  clock_.Set(Seconds(-0.001));
  Add(1, "b");
  EXPECT_THAT(Pass(1), ElementsAre("b", "a"));
  clock_.Set(Seconds(0));
  Add(2, "c");
  clock_.Set(Seconds(0.001));
  Add(2, "d");
  EXPECT_THAT(Pass(1), ElementsAre("d", "c"));
}

TEST_F(AgendaTest, WhatIsLateIsWokenAtOnceButNotBeforeAddReturns) {
  Add(-5, "late");
  EXPECT_THAT(woken_, IsEmpty());
  EXPECT_THAT(Pass(0), ElementsAre("late"));
}

TEST_F(AgendaTest, WhoIsWokenMayComeAgainForTheSameMoment) {
  int times = 0;
  std::function<void()> again = [&] {
    woken_.push_back("again");
    if (++times < 3) wake_queue_.Add(kStart + Seconds(1), again);
  };
  wake_queue_.Add(kStart + Seconds(1), again);
  Add(1, "other");
  EXPECT_THAT(Pass(1), ElementsAre("other", "again", "again", "again"));
}

TEST_F(AgendaTest, AClockThatIsSetDelaysNobody) {
  Add(2, "a");
  Add(3, "b");
  clock_.Set(Seconds(-1000));
  EXPECT_THAT(Pass(2), ElementsAre("a"));
  EXPECT_THAT(Pass(1), ElementsAre("b"));
  Add(5, "c");  // 1002 seconds from now
  clock_.Set(Seconds(5000));
  EXPECT_THAT(Pass(1001), IsEmpty());
  EXPECT_THAT(Pass(1), ElementsAre("c"));
}

}  // namespace
}  // namespace engine::schedule
