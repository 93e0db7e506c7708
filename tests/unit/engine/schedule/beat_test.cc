// Beat: when ticks are, in which order their parts are evaluated. Time is the
// test's.
#include "engine/schedule/beat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/zone.h"
#include "tests/support/live_source.h"
#include "tests/unit/engine/schedule/checked_rules.h"
#include "tests/unit/engine/schedule/fake_clock.h"

namespace engine::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Nobody : public alarm::EventSink {
  void Perform(const alarm::Event&, const Done& done) override {
    done(Outcome::kSucceeded);
  }
};

class BeatTest : public ::testing::Test {
 protected:
  /// Statements a, b, c, of which each asks the source of its name, and a plan
  /// of each.
  BeatTest() {
    for (expr::Statement& one :
         CheckedRules("a = gauge :a; b = gauge :b; c = gauge :c;", sources_)) {
      std::vector<expr::Statement> alone;
      alone.push_back(std::move(one));
      plans_.push_back(std::make_unique<Plan>(
          std::move(alone), sources_,
          PlanOptions{kStart, kStart + Seconds(1000), &zone_}, &sink_));
      CHECK(plans_.back()->groups().front().Open(sources_, {}).has_value());
    }
  }

  Part PartOf(int number) {
    Plan* plan = plans_[number].get();
    return {plan, &plan->groups().front(), {&plan->tasks().front()}};
  }
  void End(int number) {
    auto& plan = plans_[number];
    beat_->Drop(*plan);
    beat_->Resume();
    plan.reset();
  }

  void Begin(std::initializer_list<int> plans) {
    beat_.emplace(rhythm_, Seconds(2), kStart);
    for (const int number : plans) beat_->Add(PartOf(number));
    beat_->Begin();
  }

  void Pass(double seconds) { timers_.Advance(Seconds(seconds)); }
  /// What has been called since: "name second", and the rest.
  std::vector<std::string> Take() { return std::exchange(calls_, {}); }

  void Judge(const Part& part, base::Timestamp due) {
    calls_.push_back(part.tasks.front()->watches.front().statement().name +
                     ' ' +
                     std::to_string((due - kStart).ns / base::kNanosPerSecond));
  }

  tests::FakeTimers timers_;
  FakeClock clock_{&timers_};
  tests::LiveSource a_{"a", &timers_};
  tests::LiveSource b_{"b", &timers_};
  tests::LiveSource c_{"c", &timers_};
  std::vector<pmapi::Source*> sources_{&a_, &b_, &c_};
  base::Zone zone_;
  Nobody sink_;
  std::vector<std::unique_ptr<Plan>> plans_;
  std::vector<std::string> calls_;
  Agenda agenda_{&timers_, &clock_};
  Rhythm rhythm_{
      &agenda_,
      &timers_,
      &clock_,
      {},
      [](const Part& part) { part.group->Take(); },
      [this](const Part& part, base::Timestamp due) { Judge(part, due); },
      [this](base::Duration, std::int64_t ticks) {
        calls_.push_back("skipped " + std::to_string(ticks));
      },
      [this] { calls_.push_back("ended"); }};
  std::optional<Beat> beat_;
};

TEST_F(BeatTest, TicksAreAnIntervalApart) {
  Begin({0});
  EXPECT_THAT(Take(), IsEmpty());
  Pass(1.9);
  EXPECT_THAT(Take(), ElementsAre("a 0"));
  Pass(2.1);
  EXPECT_THAT(Take(), ElementsAre("a 2", "a 4"));
}

TEST_F(BeatTest, TheLastTickMayBeAtTheEnd) {
  rhythm_.end = kStart + Seconds(2);
  Begin({0});
  Pass(100);
  EXPECT_THAT(Take(), ElementsAre("a 0", "a 2", "ended"));
  EXPECT_EQ(timers_.waiting(), 0);
}

TEST_F(BeatTest, WhatIsAWholeIntervalLateIsSkipped) {
  Begin({0});
  Pass(0);
  Take();
  clock_.Set(Seconds(7));  // the machine slept
  Pass(2);
  EXPECT_THAT(Take(), ElementsAre("skipped 3", "a 8"));
  Pass(1);
  EXPECT_THAT(Take(), ElementsAre("a 10"));
}

TEST_F(BeatTest, AClockThatIsSetBackStartsTheTicksAnew) {
  Begin({0});
  Pass(0);
  Take();
  clock_.Set(Seconds(-3600));
  Pass(2);
  EXPECT_THAT(Take(), ElementsAre("a -3598"));
  Pass(2);
  EXPECT_THAT(Take(), ElementsAre("a -3596"));
}

TEST_F(BeatTest, WhoAnswersSoonIsEvaluatedInSourceOrder) {
  a_.set_delay(Seconds(0.009));
  Begin({2, 0, 1});
  Pass(0.008);
  EXPECT_THAT(Take(), IsEmpty());
  Pass(0.001);
  EXPECT_THAT(Take(), ElementsAre("a 0", "b 0", "c 0"));
}

TEST_F(BeatTest, NobodyIsWaitedForForLong) {
  a_.set_delay(Seconds(0.5));
  b_.set_delay(Seconds(0.005));
  Begin({0, 1, 2});
  Pass(0.009);
  EXPECT_THAT(Take(), IsEmpty());
  Pass(0.001);
  EXPECT_THAT(Take(), ElementsAre("b 0", "c 0"));
  Pass(0.49);
  EXPECT_THAT(Take(), ElementsAre("a 0"));
}

TEST_F(BeatTest, WithPatienceLostEachIsEvaluatedAsItAnswers) {
  a_.set_delay(Seconds(1));
  b_.set_delay(Seconds(0.3));
  Begin({0, 1, 2});
  Pass(0.29);
  EXPECT_THAT(Take(), ElementsAre("c 0"));
  Pass(0.01);
  EXPECT_THAT(Take(), ElementsAre("b 0"));
  Pass(0.7);
  EXPECT_THAT(Take(), ElementsAre("a 0"));
  a_.set_delay({});
  b_.set_delay({});
  Pass(1);
  EXPECT_THAT(Take(), ElementsAre("a 2", "b 2", "c 2")) << "a new tick";
}

TEST_F(BeatTest, WhatIsAnsweredIsTakenBeforeAnythingIsJudged) {
  rhythm_.take = [this](const Part& part) {
    part.group->Take();
    calls_.push_back("taken");
  };
  b_.set_delay(Seconds(0.005));
  Begin({0, 1, 2});
  Pass(1);
  EXPECT_THAT(Take(),
              ElementsAre("taken", "taken", "taken", "a 0", "b 0", "c 0"));
}

TEST_F(BeatTest, WhoseTurnItIsMayEndMeanwhile) {
  a_.set_delay(Seconds(1));
  b_.set_delay(Seconds(0.005));
  Begin({0, 1, 2});
  Pass(0.001);
  End(0);
  Pass(0.004);
  EXPECT_THAT(Take(), ElementsAre("b 0", "c 0"));
  Pass(2);
  EXPECT_THAT(Take(), ElementsAre("b 2", "c 2"));
}

TEST_F(BeatTest, WhatIsTakenIsJudgedBeforeItEnds) {
  a_.set_delay(Seconds(1));
  Begin({0, 1, 2});
  Pass(0.001);
  EXPECT_THAT(Take(), IsEmpty());
  End(2);
  EXPECT_THAT(Take(), ElementsAre("c 0"));
  Pass(0.999);
  EXPECT_THAT(Take(), ElementsAre("b 0", "a 0"));
}

TEST_F(BeatTest, WhatEndsBeforeItHasAnsweredIsNotJudged) {
  a_.set_delay(Seconds(0.005));
  Begin({0, 1});
  Pass(0.001);
  End(0);
  EXPECT_THAT(Take(), ElementsAre("b 0"));
  Pass(2);
  EXPECT_THAT(Take(), ElementsAre("b 2"));
}

TEST_F(BeatTest, ATickEndsWithTheLastThatIsAwaited) {
  a_.set_delay(Seconds(1));
  Begin({0});
  Pass(0.5);
  End(0);
  beat_->Add(PartOf(1));
  Pass(1.4);
  EXPECT_THAT(Take(), IsEmpty());
  Pass(0.1);
  EXPECT_THAT(Take(), ElementsAre("b 2"));
}

}  // namespace
}  // namespace engine::schedule
