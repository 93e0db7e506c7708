// Live: when sources are asked, what late and missing answers do, what is
// skipped.
#include "engine/schedule/live.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/schedule/live_fixture.h"

namespace engine::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST_F(LiveTest, AWindowOfOneMomentHasItsTickHoweverLateItIs) {
  options_.end = clock_.Now();
  Run("delta = 5; x = gauge;", [this] { clock_.Set(Seconds(0.1)); });
  Pass(0);
  EXPECT_THAT(Take(), ElementsAre("0 x 0", "ended"));
}

TEST_F(LiveTest, TheFirstTickIsNowTheOthersAreIntervalsLater) {
  Run("delta = 5; x = gauge;");
  Pass(0);
  EXPECT_THAT(Take(), ElementsAre("0 x 0"));
  Pass(4.9);
  EXPECT_THAT(Take(), IsEmpty());
  Pass(0.1);
  EXPECT_THAT(Take(), ElementsAre("5 x 1"));
  Pass(10);
  EXPECT_THAT(Take(), ElementsAre("10 x 2", "15 x 3"));
}

TEST_F(LiveTest, ATickIsStampedWhenItWasDueHoweverLateTheAnswer) {
  a_.set_delay(Seconds(2));
  Run("delta = 5; x = gauge; r = counter;");
  Pass(1.9);
  EXPECT_THAT(Take(), IsEmpty());
  Pass(0.1);
  EXPECT_THAT(Take(), ElementsAre("0 x 0", "0 r ?"));
  Pass(5);
  EXPECT_THAT(Take(), ElementsAre("5 x 1", "5 r 0.2"));
}

TEST_F(LiveTest, RatesAreOfTheTimeBetweenTheFetches) {
  Run("delta = 5; r = counter; s = rate gauge; h = rate $hour;");
  Pass(0);
  EXPECT_THAT(Take(), ElementsAre("0 r ?", "0 s ?", "0 h ?"));
  clock_.Set(Seconds(3));  // this tick is late
  Pass(5);
  EXPECT_THAT(Take(), ElementsAre("5 r 0.125", "5 s 0.125", "5 h 0"));
}

TEST_F(LiveTest, ALateAnswerIsThatOfTheTickAtWhichItComes) {
  Run("delta = 4; x = gauge; r = counter; d = rate gauge;");
  Pass(4);
  EXPECT_THAT(Take(), ElementsAre("0 x 0", "0 r ?", "0 d ?", "4 x 1",
                                  "4 r 0.25", "4 d 0.25"));
  a_.set_delay(Seconds(5));
  Pass(4);  // to the tick at 8, which does not wait beyond 11
  EXPECT_THAT(Take(), IsEmpty());
  Pass(3);
  EXPECT_THAT(Take(), ElementsAre("a: no answer", "8 x ?", "8 r ?", "8 d ?"));
  a_.set_delay(Seconds(0));
  Pass(2);
  EXPECT_THAT(Take(), ElementsAre("12 x 2", "12 r 0.25", "12 d ?"))
      << "a counter goes from answer to answer, which were fetched at 4 and 8";
  EXPECT_EQ(a_.asked(), 3) << "nothing was asked for meanwhile";
  Pass(3);
  EXPECT_THAT(Take(), ElementsAre("16 x 3", "16 r 0.125", "16 d 0.125"));
}

TEST_F(LiveTest, WhoFailsHasNoRateToTheAnswerBefore) {
  Run("delta = 4; r = counter;");
  Pass(4);
  a_.Fail(base::Error{base::ErrorCode::kClosed, "gone"});
  Pass(4);
  a_.Fail({});
  Pass(8);
  EXPECT_THAT(Take(), ElementsAre("0 r ?", "4 r 0.25", "a: gone", "8 r ?",
                                  "12 r ?", "16 r 0.25"));
}

TEST_F(LiveTest, NoRateGoesBackInTime) {
  Run("delta = 2; r = counter; s = rate gauge;");
  Pass(0);
  clock_.Set(Seconds(-3600));
  Pass(4);
  EXPECT_THAT(Take(), ElementsAre("0 r ?", "0 s ?", "-3598 r ?", "-3598 s ?",
                                  "-3596 r 0.50", "-3596 s 0.50"));
}

TEST_F(LiveTest, AFailureIsOfOneSource) {
  b_.Fail(base::Error{base::ErrorCode::kSystem, "gone"});
  Run("delta = 1; x = gauge :a; y = gauge :b; delta = 2; z = gauge :a;");
  Pass(1);
  EXPECT_THAT(Take(), ElementsAre("b: gone", "0 x 0", "0 y ?", "0 z 1",
                                  "b: gone", "1 x 2", "1 y ?"));
}

TEST_F(LiveTest, WhatIsShownWaitsForAllSources) {
  b_.set_delay(Seconds(2));
  Run("delta = 5; x = gauge :b; y = gauge :a;");
  Pass(1.9);
  EXPECT_THAT(Take(), IsEmpty());
  Pass(0.1);
  EXPECT_THAT(Take(), ElementsAre("0 x 0", "0 y 0"));
}

TEST_F(LiveTest, ARuleWaitsForItsOwnSourcesOnly) {
  options_.detail = alarm::Detail::kNone;
  b_.set_delay(Seconds(2));
  Run(R"(delta = 5;
         gauge :b >= 0 -> print "b";
         gauge :a >= 0 -> print "a";
         some_host gauge :a :b >= 0 -> print "both";
         1 > 0 -> print "none";)");
  Pass(1.9);
  EXPECT_THAT(TakeTexts(), ElementsAre("a", "none"));
  Pass(0.1);
  EXPECT_THAT(TakeTexts(), ElementsAre("b", "both"));
  Pass(3.01);
  EXPECT_THAT(TakeTexts(), ElementsAre("a", "none"));
}

TEST_F(LiveTest, ASilentSourceHoldsUpNoOther) {
  options_.detail = alarm::Detail::kNone;
  b_.set_delay(Seconds(100));
  Run(R"(delta = 4;
         gauge :b >= 0 -> print "b";
         gauge :a >= 0 -> print "a";)");
  Pass(2.9);
  EXPECT_THAT(TakeTexts(), ElementsAre("a"));
  EXPECT_THAT(Take(), IsEmpty());
  Pass(0.1);
  EXPECT_THAT(TakeTexts(), IsEmpty());
  EXPECT_THAT(Take(), ElementsAre("b: no answer"));
  Pass(1.01);
  EXPECT_THAT(TakeTexts(), ElementsAre("a"));
  EXPECT_EQ(live_->skipped_ticks(), 0);
}

TEST_F(LiveTest, WhatIsAWholeIntervalLateIsSkipped) {
  Run("delta = 2; x = gauge;");
  Pass(0);
  Take();
  clock_.Set(Seconds(7));  // the machine slept
  Pass(2);
  EXPECT_THAT(Take(), ElementsAre("skipped 3", "8 x 1"));
  EXPECT_EQ(live_->skipped_ticks(), 3);
  Pass(1);
  EXPECT_THAT(Take(), ElementsAre("10 x 2"));
}

// What pmie makes of tasks with these intervals.
TEST_F(LiveTest, IntervalsThatMeetAlternateAsInPmie) {
  options_.detail = alarm::Detail::kNone;
  Run(R"(delta = 4; gauge :a >= 0 -> print "a";
         delta = 2; gauge :a >= 0 -> print "b";
         delta = 1; gauge :a >= 0 -> print "c";)");
  Pass(0);
  EXPECT_THAT(TakeTexts(), ElementsAre("a", "b", "c"));
  Pass(4);
  EXPECT_THAT(TakeTexts(), ElementsAre("c", "c", "b", "c", "c", "b", "a"));
}

TEST_F(LiveTest, TheLastTickMayBeAtTheEnd) {
  options_.end = kStart + Seconds(4);
  Run("delta = 2; x = gauge; delta = 3; y = gauge;");
  Pass(100);
  EXPECT_THAT(Take(), ElementsAre("0 x 0", "0 y 1", "2 x 2", "3 y 3", "4 x 4",
                                  "ended"));
  EXPECT_EQ(timers_.waiting(), 0);
}

TEST_F(LiveTest, EndingWhileAnswersAreAwaitedCallsNobody) {
  a_.set_delay(Seconds(1));
  Run("delta = 5; x = gauge;");
  Pass(0.5);
  live_.reset();
  Pass(10);
  EXPECT_THAT(Take(), IsEmpty());
}

}  // namespace
}  // namespace engine::schedule
