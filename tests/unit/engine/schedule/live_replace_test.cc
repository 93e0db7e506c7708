// Live: rules that are begun anew because a source has changed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/schedule/live_fixture.h"

namespace engine::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

pmapi::MetricDesc Bytes() {
  pmapi::MetricDesc desc;
  desc.pmid = pmapi::Pmid{3};
  desc.type = pmapi::Type::kU64;
  desc.units.space = 1;
  return desc;
}

constexpr char kWindows[] = R"(delta = 1;
  sum_sample gauge :a @0..1 > 0 -> print "a %v";
  sum_sample gauge :b @0..1 > 0 -> print "b %v";)";

TEST_F(LiveTest, WhatComesBackStandsInItsPlace) {
  options_.detail = alarm::Detail::kNone;
  Run(R"(delta = 1;
         gauge :b >= 0 -> print "b";
         gauge :a >= 0 -> print "a";)");
  Pass(0);
  EXPECT_THAT(TakeTexts(), ElementsAre("b", "a"));
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("b", "a"));
}

TEST_F(LiveTest, RulesOfOneSourceAreBegunAnewAndOthersGoOn) {
  options_.detail = alarm::Detail::kNone;
  Run(kWindows);
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("a 1", "b 1"));
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("a 3", "b 3")) << "windows go on";
  b_.Redefine("gauge", Bytes());
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("a 5")) << "b's is of something else";
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("a 7", "b 7"));
  ASSERT_TRUE(live_->Replace({{1, &b_}}, {}));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("a 9"));
}

TEST_F(LiveTest, OnlyWhatHasChangedIsNewAmongRulesOfOneSource) {
  options_.detail = alarm::Detail::kNone;
  Run(R"(delta = 1;
    counter :b > 0 -> print "rate %v";
    sum_sample gauge :b @0..1 > 0 -> print "window %v";
    rising (gauge :b > 2) -> print "rising";)");
  Pass(2);
  EXPECT_THAT(TakeTexts(),
              ElementsAre("rate 1", "window 1", "rate 1", "window 3"));
  b_.Redefine("gauge", Bytes());
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("rate 1")) << "and nothing rises";
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("rate 1", "window 7"));
}

TEST_F(LiveTest, AnEdgeIsSeenOverTheBeginningAnew) {
  options_.detail = alarm::Detail::kNone;
  Run(R"(delta = 1; rising (gauge :b > 2) -> print "rising";)");
  Pass(2);
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("rising"));
}

// As if its source had not answered meanwhile.
TEST_F(LiveTest, AnEdgeIsSeenOverTheAbsenceOfItsMetric) {
  options_.detail = alarm::Detail::kNone;
  Run(R"(delta = 1;
         rising (gauge :b > 1) -> print "rising";
         falling (gauge :b < 2) -> print "falling";
         rising (count_host (gauge :b > 1) > 0) -> print "counted";
         falling (count_sample (gauge :b @0..1 < 1) > 0) -> print "older";
         gauge :b >= 0 -> print "there %v";)");
  const pmapi::MetricDesc gauge = *b_.Catalog().Describe("gauge");
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("there 0", "there 1"));
  b_.Forget("gauge");
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(2);
  EXPECT_THAT(TakeTexts(), IsEmpty());
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  b_.Redefine("gauge", gauge);
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(TakeTexts(),
              ElementsAre("rising", "falling", "counted", "there 2"));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("older", "there 3"));
}

// Its state has moved on: at the next tick nothing rises any more.
TEST_F(LiveTest, WhatHasAnsweredIsJudgedBeforeItIsBegunAnew) {
  options_.detail = alarm::Detail::kNone;
  Run(R"(delta = 1;
         rising (gauge :b > 2) -> print "rising";
         gauge :a > 2 -> print "a";)");
  Pass(2);
  a_.set_delay(Seconds(0.005));
  Pass(1);
  EXPECT_THAT(TakeTexts(), IsEmpty());
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  EXPECT_THAT(TakeTexts(), ElementsAre("rising"));
  Pass(0.005);
  EXPECT_THAT(TakeTexts(), ElementsAre("a"));
}

// The last that is judged of those that end does not end the tick of others.
TEST_F(LiveTest, TheTickGoesOnForWhatIsStillToBeAskedAgain) {
  options_.detail = alarm::Detail::kNone;
  Run(R"(delta = 1;
         gauge :a >= 0 -> print "a";
         gauge :b >= 0 -> print "b";)");
  Pass(0.5);
  EXPECT_THAT(TakeTexts(), ElementsAre("a", "b"));
  a_.set_delay(Seconds(0.005));
  Pass(0.5);
  EXPECT_THAT(TakeTexts(), IsEmpty());
  ASSERT_TRUE(live_->Replace(
      {{0, &a_}, {1, &b_}},
      checker_->CheckAgain({{0, View(a_)}, {1, View(b_)}}).statements));
  EXPECT_THAT(TakeTexts(), ElementsAre("b"));
  Pass(0.005);
  EXPECT_THAT(TakeTexts(), ElementsAre("a"));
  EXPECT_EQ(live_->skipped_ticks(), 0);
  Pass(0.99);
  EXPECT_THAT(TakeTexts(), IsEmpty());
  Pass(0.01);
  EXPECT_THAT(TakeTexts(), ElementsAre("a", "b"));
}

// What joined them to others may have gone.
TEST_F(LiveTest, RulesOfSeveralSourcesGoOnWithoutTheOthers) {
  options_.detail = alarm::Detail::kNone;
  Run(R"(delta = 1;
    all_host (sum_sample gauge :b :c @0..1 > 0) -> print "window";
    rising all_host (gauge :b :c > 1) -> print "rising";
    some_host gauge :a :b >= 0 -> print "other";)");
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("other", "window", "other"));
  ASSERT_TRUE(live_->Replace({{0, &a_}}, {}));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("window", "rising"));
}

TEST_F(LiveTest, ActionsGoOnWhenTheirRulesAreBegunAnew) {
  options_.detail = alarm::Detail::kNone;
  Run(R"(delta = 1;
    held = gauge :b >= 0 -> print 1 hour "held";
    long = gauge :b >= 0 -> print "slow" | print "instead";
    set = ruleset gauge :b >= 100 -> print "never"
          otherwise -> print 1 hour "otherwise";)");
  Pass(0);
  EXPECT_THAT(TakeTexts(), ElementsAre("held", "slow", "otherwise"));
  b_.Redefine("gauge", Bytes());
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("long is busy"));
  actions_.End(alarm::EventSink::Outcome::kFailed);
  EXPECT_THAT(TakeTexts(), ElementsAre("instead"));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("slow"));
}

TEST_F(LiveTest, WhatIsBegunIsDoneToItsEndThoughItsRuleIsGone) {
  options_.detail = alarm::Detail::kNone;
  Run(R"(delta = 1; gauge :b >= 0 -> print "slow" | print "instead";)");
  Pass(0);
  EXPECT_THAT(TakeTexts(), ElementsAre("slow"));
  ASSERT_TRUE(live_->Replace({{1, &b_}}, {}));
  Pass(1);
  ASSERT_TRUE(live_->Replace({{1, &b_}}, {}));
  EXPECT_EQ(live_->unfinished(), 1u);
  actions_.End(alarm::EventSink::Outcome::kFailed);
  EXPECT_THAT(TakeTexts(), ElementsAre("instead"));
  EXPECT_EQ(live_->unfinished(), 0u);
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("slow"));
}

TEST_F(LiveTest, RulesOfTwoSourcesAreBegunAnewForEither) {
  options_.detail = alarm::Detail::kNone;
  Run(std::string(kWindows) +
      R"(all_host (sum_sample gauge :a :b @0..1 > 0) -> print "both";)");
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("a 2", "b 2", "both"))
      << "a source is asked for its own rules and for those of several";
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("a 6", "b 6", "both"));
  b_.Redefine("gauge", Bytes());
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("a 10"));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("a 14", "b 14", "both"));
}

TEST_F(LiveTest, WhatIsShownIsAllBegunAnew) {
  Run("delta = 1; x = sum_sample gauge :a @0..1; y = gauge :b; z = $hour * 0;");
  Pass(1);
  EXPECT_THAT(Take(), ElementsAre("0 x ?", "0 y 0", "0 z 0", "1 x 1", "1 y 1",
                                  "1 z 0"));
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(Take(), ElementsAre("2 x 3", "2 y 2", "2 z 0"));
  ASSERT_TRUE(live_->Replace({{1, &b_}}, {}));
  Pass(1);
  EXPECT_THAT(Take(), ElementsAre("3 x 5", "3 z 0"));
  ASSERT_TRUE(live_->Replace({{1, &b_}}, CheckB()));
  Pass(1);
  EXPECT_THAT(Take(), ElementsAre("4 x 7", "4 y 3", "4 z 0"));
}

TEST_F(LiveTest, WhatEndsWhileItIsAwaitedIsNotWaitedFor) {
  options_.detail = alarm::Detail::kNone;
  b_.set_delay(Seconds(100));
  Run(kWindows);
  Pass(0.5);
  ASSERT_TRUE(live_->Replace({{1, &b_}}, {}));
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("a 1"));
  EXPECT_THAT(Take(), IsEmpty());
  EXPECT_EQ(live_->skipped_ticks(), 0);
}

// The tick is not lost, though a may change at each.
TEST_F(LiveTest, WhatIsBegunAnewWhileItIsAwaitedIsAskedAgain) {
  options_.detail = alarm::Detail::kNone;
  b_.set_delay(Seconds(2));
  Run(R"(delta = 4;
    gauge :a >= 0 -> print "a";
    some_host gauge :a :b >= 0 -> print "both";)");
  const auto change_a = [&] {
    return live_->Replace({{0, &a_}},
                          checker_->CheckAgain({{0, View(a_)}}).statements);
  };
  Pass(0.5);
  EXPECT_THAT(TakeTexts(), ElementsAre("a"));
  ASSERT_TRUE(change_a());
  Pass(1.9);
  EXPECT_THAT(TakeTexts(), IsEmpty());
  Pass(0.1);
  EXPECT_THAT(TakeTexts(), ElementsAre("both"));
  EXPECT_EQ(live_->skipped_ticks(), 0);
  Pass(1.51);  // the next tick is when it would have been
  EXPECT_THAT(TakeTexts(), ElementsAre("a"));
  Pass(1.5);
  ASSERT_TRUE(change_a());
  Pass(1.48);
  EXPECT_THAT(Take(), IsEmpty());
  Pass(0.02);
  EXPECT_THAT(Take(), ElementsAre("b: no answer"))
      << "no answer takes longer because it was asked for again";
}

TEST_F(LiveTest, WhatIsBegunAnewMayHaveAnIntervalOfItsOwn) {
  options_.detail = alarm::Detail::kNone;
  options_.end = kStart + Seconds(5);
  Run(R"(delta = 2; gauge :a >= 0 -> print "a %v";)");
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("a 0"));
  ASSERT_TRUE(live_->Replace(
      {{1, &b_}}, Check(R"(delta = 3; gauge :b >= 0 -> print "b %v";)")));
  Pass(10);
  EXPECT_THAT(TakeTexts(), ElementsAre("b 0", "a 1", "a 2", "b 1"));
  EXPECT_THAT(Take(), ElementsAre("ended"));
}

}  // namespace
}  // namespace engine::schedule
