// Live: other rules in the place of those that run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "tests/unit/engine/schedule/live_fixture.h"

namespace engine::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class LiveRenewTest : public LiveTest {
 protected:
  /// Begins with `rules`. The texts before stay: actions are in them.
  void Begin(const std::string& rules) {
    options_.detail = alarm::Detail::kNone;
    Run(rules);
  }
  /// Goes on with `rules`; `before`: as Renewal has it.
  void Renew(const std::string& rules, std::map<int, int> before) {
    checkers_.push_back(*std::move(checker_));
    Live::Renewal renewal;
    renewal.sources = {&a_, &b_, &c_};
    renewal.statements = Check(rules);
    renewal.before = std::move(before);
    ASSERT_TRUE(live_->Renew(std::move(renewal)));
  }

  std::deque<check::Checker> checkers_;
};

TEST_F(LiveRenewTest, RulesThatAreTheSameGoOnAndOthersComeAndGo) {
  Begin(R"(delta = 1;
    gone = gauge :a >= 0 -> print "gone";
    window = sum_sample gauge :a @0..1 > 0 -> print "window %v";)");
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("gone", "gone", "window 1"));
  Renew(R"(delta = 1;
    window = sum_sample gauge :a @0..1 > 0 -> print "window %v";
    new = gauge :b >= 0 -> print "new %v";)",
        {{0, 1}});
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("window 3", "new 0"));
}

TEST_F(LiveRenewTest, HoldoffsOfTheSameRuleGoOn) {
  constexpr char kRules[] =
      R"(delta = 1; x = gauge :a >= 0 -> print 3 sec "held";)";
  Begin(kRules);
  Pass(0);
  EXPECT_THAT(TakeTexts(), ElementsAre("held"));
  Renew(kRules, {{0, 0}});
  Pass(2);
  EXPECT_THAT(TakeTexts(), IsEmpty());
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("held"));
  Renew(kRules, {});
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("held")) << "it is another one";
}

TEST_F(LiveRenewTest, WindowsGoOnWhereOnlyTheThresholdIsAnother) {
  Begin(R"(delta = 1; sum_sample gauge :a @0..1 > 0 -> print "%v";)");
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("1"));
  Renew(R"(delta = 1; sum_sample gauge :a @0..1 > 2 -> print "above %v";)", {});
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("above 3"));
}

TEST_F(LiveRenewTest, WhatHasBeenBegunIsBusyStill) {
  constexpr char kRules[] =
      R"(delta = 1; x = gauge :a >= 0 -> print "slow" & print "then";)";
  Begin(kRules);
  Pass(0);
  Renew(kRules, {{0, 0}});
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("slow", "x is busy"));
  actions_.End(alarm::EventSink::Outcome::kSucceeded);
  EXPECT_THAT(TakeTexts(), ElementsAre("then"));
}

TEST_F(LiveRenewTest, ATickThatIsWaitedForIsNotLost) {
  constexpr char kRules[] = R"(delta = 4; x = gauge :a >= 0 -> print "%v";)";
  a_.set_delay(Seconds(1));
  Begin(kRules);
  Pass(0.5);
  Renew(kRules, {{0, 0}});
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("1")) << "it was asked again";
  Pass(3.5);
  EXPECT_THAT(TakeTexts(), ElementsAre("2"));
}

TEST_F(LiveRenewTest, NoRulesCanBeFollowedByRules) {
  Begin(R"(delta = 1; gauge :a >= 0 -> print "a";)");
  Pass(0);
  Renew("", {});
  Pass(2);
  EXPECT_THAT(TakeTexts(), ElementsAre("a"));
  Renew(R"(delta = 1; gauge :b >= 0 -> print "b";)", {});
  Pass(1);
  EXPECT_THAT(TakeTexts(), ElementsAre("b"));
}

}  // namespace
}  // namespace engine::schedule
