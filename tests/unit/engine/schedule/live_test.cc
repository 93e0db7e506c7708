// Live: when sources are asked, what late and missing answers do, what is
// skipped. Time is the test's.
#include "engine/schedule/live.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/check/checker.h"
#include "grammar/parser.h"
#include "tests/support/live_source.h"
#include "tests/unit/engine/schedule/fake_clock.h"

namespace engine::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Actions : public alarm::EventSink {
 public:
  /// The call that begins with "slow" ends so.
  void End(Outcome outcome) { std::exchange(slow_, nullptr)(outcome); }

  std::vector<std::string> texts;

 private:
  void Perform(const alarm::Event& event, const Done& done) override {
    texts.push_back(event.text());
    if (event.text().starts_with("slow")) {
      slow_ = done;
    } else {
      done(Outcome::kSucceeded);
    }
  }
  void StillBusy(const expr::Statement& statement) override {
    texts.push_back(statement.name + " is busy");
  }

  Done slow_;
};

class LiveTest : public ::testing::Test {
 protected:
  std::vector<expr::Statement> Check(const std::string& rules) {
    text_.emplace("rules", rules);
    checker_.emplace(std::vector{View(a_), View(b_), View(c_)});
    grammar::Session session;
    check::Checked checked = checker_->Check(*text_, session.Parse(*text_), 0);
    EXPECT_THAT(checked.diagnostics, IsEmpty());
    return std::move(checked.statements);
  }
  /// What of that asks b.
  std::vector<expr::Statement> CheckB() {
    return checker_->CheckAgain({{1, View(b_)}}).statements;
  }

  void Run(
      const std::string& rules, const std::function<void()>& before = [] {}) {
    options_.start = clock_.Now();
    options_.zone = &zone_;
    live_.emplace(std::vector<pmapi::Source*>{&a_, &b_, &c_}, options_,
                  &actions_, Hooks(), &timers_, &clock_);
    before();
    ASSERT_TRUE(live_->Begin(Check(rules)).has_value());
  }

  /// What has been reported since the last call.
  std::vector<std::string> Take() { return std::exchange(reports_, {}); }
  /// The texts of the actions since the last call.
  std::vector<std::string> TakeTexts() {
    return std::exchange(actions_.texts, {});
  }

  void Pass(double seconds) { timers_.Advance(Seconds(seconds)); }

  tests::FakeTimers timers_;
  FakeClock clock_{&timers_};
  tests::LiveSource a_{"a", &timers_};
  tests::LiveSource b_{"b", &timers_};
  tests::LiveSource c_{"c", &timers_};
  base::Zone zone_;
  LiveOptions options_ = ShowValues();
  Actions actions_;
  std::vector<std::string> reports_;
  std::optional<grammar::SourceText> text_;
  std::optional<check::Checker> checker_;
  std::optional<Live> live_;

  static check::SourceView View(const tests::LiveSource& source) {
    return {source.HostName(), source.ContextName(), &source.Catalog(), false,
            true};
  }

 private:
  static LiveOptions ShowValues() {
    LiveOptions options;
    options.detail = alarm::Detail::kValues;
    return options;
  }

  /// "seconds name value", and what becomes of sources.
  LiveHooks Hooks() {
    LiveHooks hooks;
    hooks.report = [this](const TaskResults& results) {
      for (const alarm::Watch& watch : results.watches) {
        if (watch.view() == nullptr) continue;
        std::string text =
            Stamp(results.now - kStart) + ' ' + watch.statement().name + ' ';
        alarm::Reading(results.results, *watch.view(), results.tick)
            .AppendValue(0, &text);
        reports_.push_back(std::move(text));
      }
    };
    hooks.answered = [this](int source, const base::Error* why) {
      if (why == nullptr) return;
      reports_.push_back((source == 0 ? "a: " : "b: ") + why->message);
    };
    hooks.skipped = [this](base::Duration, std::int64_t ticks) {
      reports_.push_back("skipped " + std::to_string(ticks));
    };
    hooks.ended = [this] { reports_.push_back("ended"); };
    return hooks;
  }

  static std::string Stamp(base::Duration since) {
    return std::to_string(since.ns / base::kNanosPerSecond);
  }
};

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
