// LiveTest: a Live over three sources, what it reports and what it performs.
// Time is the test's.
#ifndef TOCSIN_TESTS_UNIT_ENGINE_SCHEDULE_LIVE_FIXTURE_H_
#define TOCSIN_TESTS_UNIT_ENGINE_SCHEDULE_LIVE_FIXTURE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/check/checker.h"
#include "engine/schedule/live.h"
#include "grammar/parser.h"
#include "tests/support/live_source.h"
#include "tests/unit/engine/schedule/fake_clock.h"

namespace engine::schedule {

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
    grammar::Parser parser;
    check::Checked checked = checker_->Check(*text_, parser.Parse(*text_), 0);
    EXPECT_THAT(checked.diagnostics, ::testing::IsEmpty());
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

}  // namespace engine::schedule

#endif  // TOCSIN_TESTS_UNIT_ENGINE_SCHEDULE_LIVE_FIXTURE_H_
