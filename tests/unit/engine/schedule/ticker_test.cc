// Ticker: when ticks are, in which order their batches are evaluated. Time is
// the test's.
#include "engine/schedule/ticker.h"

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

class TickerTest : public ::testing::Test {
 protected:
  /// Statements a, b, c, of which each asks the source of its name, and a
  /// schedule of each.
  TickerTest() {
    for (expr::Statement& one :
         CheckedRules("a = gauge :a; b = gauge :b; c = gauge :c;", sources_)) {
      std::vector<expr::Statement> alone;
      alone.push_back(std::move(one));
      schedules_.push_back(std::make_unique<Schedule>(
          std::move(alone), sources_,
          ScheduleOptions{kStart, kStart + Seconds(1000), &zone_}, &sink_));
      CHECK(schedules_.back()->groups().front().Open(sources_, {}).has_value());
    }
  }

  Batch BatchOf(int number) {
    Schedule* schedule = schedules_[number].get();
    return {
        schedule, &schedule->groups().front(), {&schedule->tasks().front()}};
  }
  void End(int number) {
    auto& schedule = schedules_[number];
    ticker_->Drop({schedule.get()});
    ticker_->Resume();
    schedule.reset();
  }

  void Begin(std::initializer_list<int> batches) {
    ticker_.emplace(context_, Seconds(2), kStart);
    for (const int number : batches) ticker_->Add(BatchOf(number));
    ticker_->Begin();
  }

  void Pass(double seconds) { timers_.Advance(Seconds(seconds)); }
  /// What has been called since: "name second", and the rest.
  std::vector<std::string> Take() { return std::exchange(calls_, {}); }

  void Judge(const Batch& batch, base::Timestamp due) {
    calls_.push_back(batch.tasks.front()->watches.front().statement().name +
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
  std::vector<std::unique_ptr<Schedule>> schedules_;
  std::vector<std::string> calls_;
  WakeQueue wake_queue_{&timers_, &clock_};
  TickerContext context_{
      &wake_queue_,
      &timers_,
      &clock_,
      {},
      [](const Batch& batch) { batch.group->Take(); },
      [this](const Batch& batch, base::Timestamp due) { Judge(batch, due); },
      [this](base::Duration, std::int64_t ticks) {
        calls_.push_back("skipped " + std::to_string(ticks));
      },
      [this] { calls_.push_back("ended"); }};
  std::optional<Ticker> ticker_;
};

TEST_F(TickerTest, TicksAreAnIntervalApart) {
  Begin({0});
  EXPECT_THAT(Take(), IsEmpty());
  Pass(1.9);
  EXPECT_THAT(Take(), ElementsAre("a 0"));
  Pass(2.1);
  EXPECT_THAT(Take(), ElementsAre("a 2", "a 4"));
}

TEST_F(TickerTest, TheLastTickMayBeAtTheEnd) {
  context_.end = kStart + Seconds(2);
  Begin({0});
  Pass(100);
  EXPECT_THAT(Take(), ElementsAre("a 0", "a 2", "ended"));
  EXPECT_EQ(timers_.waiting(), 0);
}

TEST_F(TickerTest, WhatWasDueBeforeItBeginsIsNotLeftOut) {
  clock_.Set(Seconds(7));  // what came before the run took so long
  Begin({0});
  Pass(0);
  EXPECT_THAT(Take(), ElementsAre("a 6"));
  Pass(1);
  EXPECT_THAT(Take(), ElementsAre("a 8"));
}

TEST_F(TickerTest, AWindowThatIsOverAtTheBeginHasATick) {
  context_.end = kStart;
  clock_.Set(Seconds(7));
  Begin({0});
  Pass(0);
  EXPECT_THAT(Take(), ElementsAre("a 6", "ended"));
}

TEST_F(TickerTest, WhatIsAWholeIntervalLateIsSkipped) {
  Begin({0});
  Pass(0);
  Take();
  clock_.Set(Seconds(7));  // the machine slept
  Pass(2);
  EXPECT_THAT(Take(), ElementsAre("skipped 3", "a 8"));
  Pass(1);
  EXPECT_THAT(Take(), ElementsAre("a 10"));
}

TEST_F(TickerTest, WhatIsBehindTheEndIsNotLeftOut) {
  context_.end = kStart + Seconds(5);
  Begin({0});
  Pass(0);
  Take();
  clock_.Set(Seconds(60));
  Pass(2);
  EXPECT_THAT(Take(), ElementsAre("skipped 1", "a 62", "ended"));
}

TEST_F(TickerTest, AClockThatIsSetBackStartsTheTicksAnew) {
  Begin({0});
  Pass(0);
  Take();
  clock_.Set(Seconds(-3600));
  Pass(2);
  EXPECT_THAT(Take(), ElementsAre("a -3598"));
  Pass(2);
  EXPECT_THAT(Take(), ElementsAre("a -3596"));
}

TEST_F(TickerTest, TicksOfManyRunsAreTogether) {
  context_.together = Seconds(5);
  ticker_.emplace(context_, Seconds(2), kStart + Seconds(1));
  ticker_->Add(BatchOf(0));
  ticker_->Begin();
  Pass(4.9);
  EXPECT_THAT(Take(), IsEmpty());
  Pass(2.1);
  EXPECT_THAT(Take(), ElementsAre("a 5", "a 7"));
  clock_.Set(Seconds(-3608));  // at the next tick it is -3599
  Pass(5.9);
  EXPECT_THAT(Take(), IsEmpty());
  Pass(2.1);
  EXPECT_THAT(Take(), ElementsAre("a -3595", "a -3593"));
}

TEST_F(TickerTest, WhoAnswersSoonIsEvaluatedInSourceOrder) {
  a_.set_delay(Seconds(0.009));
  Begin({2, 0, 1});
  Pass(0.008);
  EXPECT_THAT(Take(), IsEmpty());
  Pass(0.001);
  EXPECT_THAT(Take(), ElementsAre("a 0", "b 0", "c 0"));
}

TEST_F(TickerTest, NobodyIsWaitedForForLong) {
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

TEST_F(TickerTest, AfterTheWaitEachIsEvaluatedAsItAnswers) {
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

TEST_F(TickerTest, WhatIsAnsweredIsTakenBeforeAnythingIsJudged) {
  context_.take = [this](const Batch& batch) {
    batch.group->Take();
    calls_.push_back("taken");
  };
  b_.set_delay(Seconds(0.005));
  Begin({0, 1, 2});
  Pass(1);
  EXPECT_THAT(Take(),
              ElementsAre("taken", "taken", "taken", "a 0", "b 0", "c 0"));
}

TEST_F(TickerTest, WhoseTurnItIsMayEndMeanwhile) {
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

TEST_F(TickerTest, WhatIsTakenIsJudgedBeforeItEnds) {
  a_.set_delay(Seconds(1));
  Begin({0, 1, 2});
  Pass(0.001);
  EXPECT_THAT(Take(), IsEmpty());
  End(2);
  EXPECT_THAT(Take(), ElementsAre("c 0"));
  Pass(0.999);
  EXPECT_THAT(Take(), ElementsAre("b 0", "a 0"));
}

TEST_F(TickerTest, WhatEndsBeforeItHasAnsweredIsNotJudged) {
  a_.set_delay(Seconds(0.005));
  Begin({0, 1});
  Pass(0.001);
  End(0);
  EXPECT_THAT(Take(), ElementsAre("b 0"));
  Pass(2);
  EXPECT_THAT(Take(), ElementsAre("b 2"));
}

TEST_F(TickerTest, ATickEndsWithTheLastThatIsAwaited) {
  a_.set_delay(Seconds(1));
  Begin({0});
  Pass(0.5);
  End(0);
  ticker_->Add(BatchOf(1));
  Pass(1.4);
  EXPECT_THAT(Take(), IsEmpty());
  Pass(0.1);
  EXPECT_THAT(Take(), ElementsAre("b 2"));
}

}  // namespace
}  // namespace engine::schedule
