// What a run counts of rules of each kind, and how it tells.
#include "cli/run_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "cli/rule_files.h"
#include "engine/schedule/replay.h"
#include "tests/support/memory_source.h"

namespace cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr base::Timestamp kStart{1'000'000'000 * base::kNanosPerSecond};
constexpr base::Duration kStep{10 * base::kNanosPerSecond};
constexpr int kTicks = 3;

class Actions : public engine::alarm::EventSink {
 public:
  explicit Actions(RunState* state) : state_(*state) {}
  void Perform(const engine::alarm::Event&, const Done& done) override {
    state_.Performed();
    done(Outcome::kSucceeded);
  }

 private:
  RunState& state_;
};

/// After three ticks of `rules` over n = 1, 2, 3 and late = -, -, 3.
class RunStateTest : public testing::Test {
 protected:
  void Run(const std::string& rules) {
    pmapi::MetricDesc desc;
    desc.type = pmapi::Type::kDouble;
    tests::MemorySource source(pmapi::TickGrid{kStart, kStep});
    source.AddScalar("n", desc, {1, 2, 3});
    source.AddScalar("late", desc, {tests::Literal(), tests::Literal(), 3});
    RuleFiles files(10, {{"host", "host", &source.Catalog()}});
    files.Add({"rules", rules});
    ASSERT_FALSE(files.has_errors());
    std::vector<engine::expr::Statement> statements = files.TakeStatements();
    state_.Begin(statements, {{0, "one"}, {2, "two"}});
    Actions actions(&state_);
    const base::Zone zone;
    engine::schedule::ReplayOptions options;
    options.start = kStart;
    options.end = kStart + base::Duration{(kTicks - 1) * kStep.ns};
    options.zone = &zone;
    engine::schedule::Replay replay(std::move(statements), {&source}, options,
                                    &actions);
    ASSERT_TRUE(replay.Run({[this](const engine::schedule::TaskResults& all) {
                              if (before_report_) before_report_();
                              state_.Evaluated(all);
                            },
                            nullptr}));
  }

  RunState state_;
  std::function<void()> before_report_;
};

TEST_F(RunStateTest, RulesExpressionsAndActions) {
  Run("a = n > 1 -> print \"x\" & print \"y\"; b = n; c = n > 5;"
      "d = n > 5 -> print \"z\"; delta = 20; e = late > 5 -> print \"z\";");
  const RunCounts& counts = state_.counts();
  EXPECT_DOUBLE_EQ(counts.expected, 0.45);
  EXPECT_EQ(counts.rules, 3u);
  EXPECT_EQ(counts.evaluations, 14u);
  EXPECT_EQ(counts.is_true, 2u);     // a
  EXPECT_EQ(counts.is_false, 5u);    // a, d, and e at the end
  EXPECT_EQ(counts.is_unknown, 1u);  // e
  EXPECT_EQ(counts.actions, 4u);
  EXPECT_EQ(state_.last(), kStart + base::Duration{2 * kStep.ns});
}

// As pmie counted the same rules: ten of five clauses were looked at.
TEST_F(RunStateTest, OfARulesetWhatWasLookedAt) {
  Run("r = ruleset n > 2 -> print \"1\" else n > 1 -> print \"2\" else n > 5 ->"
      " print \"3\" unknown -> print \"u\" otherwise -> print \"o\";");
  const RunCounts& counts = state_.counts();
  EXPECT_EQ(counts.rules, 5u);
  EXPECT_EQ(counts.evaluations, 3u);
  EXPECT_EQ(counts.is_true, 3u);   // otherwise, the second, the first
  EXPECT_EQ(counts.is_false, 4u);  // all three, then the first
  EXPECT_EQ(counts.is_unknown, 0u);
  EXPECT_EQ(counts.actions, 3u);
}

TEST_F(RunStateTest, OfARulesetOfWhichNothingIsKnown) {
  Run("r = ruleset late > 2 -> print \"1\" unknown -> print \"u\";");
  EXPECT_EQ(state_.counts().is_true, 3u);
  EXPECT_EQ(state_.counts().is_unknown, 2u);
}

TEST_F(RunStateTest, TellsHowThingsStand) {
  Run("a = n > 1 -> print \"x\"; b = n; d = n > 5 -> print \"z\";"
      "e = late @1 > 5 -> print \"z\";");
  EXPECT_EQ(state_.Line(), "3 rules: 1 true, 1 unknown; 2 of 2 hosts answer");
  state_.HostIs(1, HostState::kSilent);
  EXPECT_EQ(state_.Line(), "3 rules: 1 true, 1 unknown; 2 of 2 hosts answer")
      << "nobody has to do with it";
  state_.HostIs(2, HostState::kLate);
  state_.HostIs(2, HostState::kSilent);
  state_.Skipped(7);
  EXPECT_EQ(state_.Dump(base::Zone()),
            "3 rules: 1 true, 1 unknown; 1 of 2 hosts answers; waiting for "
            "two\n"
            "true: a\n"
            "unknown: e\n"
            "no answer from: two\n"
            "12 evaluations, 2 actions, 7 ticks left out; last at "
            "Sun Sep  9 01:47:00 2001\n");
  state_.HostIs(2, HostState::kIncomplete);
  EXPECT_EQ(state_.Line(), "3 rules: 1 true, 1 unknown; 2 of 2 hosts answer");
  EXPECT_THAT(state_.Dump(base::Zone()),
              testing::HasSubstr("\nnot all that is asked from: two\n"));
  state_.HostIs(2, HostState::kAnswers);
  EXPECT_EQ(state_.Line(), "3 rules: 1 true, 1 unknown; 2 of 2 hosts answer");
}

TEST_F(RunStateTest, NamesAFewOfManyThatAreAwaited) {
  std::map<std::size_t, std::string> hosts;
  for (std::size_t h = 0; h < 6; ++h) hosts[h] = "h" + std::to_string(h);
  state_.Begin({}, hosts);
  for (std::size_t h = 1; h < 6; ++h) state_.HostIs(h, HostState::kLate);
  EXPECT_EQ(state_.Line(),
            "0 rules: 0 true, 0 unknown; 1 of 6 hosts answers; waiting for h1, "
            "h2, h3 and 2 more");
}

TEST_F(RunStateTest, NamesAHundredRulesOfMore) {
  std::string rules;
  for (int i = 0; i < 102; ++i)
    rules += "r" + std::to_string(i) + " = n > 1 -> print \"x\";";
  Run(rules);
  EXPECT_NE(state_.Dump(base::Zone()).find(" r98 r99 and 2 more\n"),
            std::string::npos);
}

TEST_F(RunStateTest, TellsWhatWasNotDoneAndWhatIsStillToBe) {
  Run("a = n > 1 -> print \"x\";");
  state_.NotPerformed();
  EXPECT_EQ(state_.Line(),
            "1 rule: 1 true, 0 unknown; 2 of 2 hosts answer; 1 action not "
            "performed");
  state_.NotPerformed();
  state_.LeftOut();
  state_.CommandsAre({64, 136, false, 5, 0});
  EXPECT_EQ(
      state_.Dump(base::Zone()),
      "1 rule: 1 true, 0 unknown; 2 of 2 hosts answer; 2 actions not "
      "performed\n"
      "true: a\n"
      "3 evaluations, 2 actions, 0 ticks left out; last at "
      "Sun Sep  9 01:47:00 2001\n"
      "64 commands running, 136 waiting, 5 killed; 1 action left out while "
      "the one before was not done\n");
}

TEST_F(RunStateTest, TellsOfCommandsThatWaitLong) {
  Run("a = n > 1 -> print \"x\";");
  const std::string line = "1 rule: 1 true, 0 unknown; 2 of 2 hosts answer";
  state_.CommandsAre({64, 2, false});
  EXPECT_EQ(state_.Line(), line) << "it may be over in a moment";
  state_.CommandsAre({64, 2, true});
  EXPECT_EQ(state_.Line(), line + "; 2 commands wait");
  state_.CommandsAre({64, 1, true});
  EXPECT_EQ(state_.Line(), line + "; 1 command waits");
}

TEST_F(RunStateTest, TellsOfNotifications) {
  EXPECT_EQ(state_.Deliveries(), "");
  state_.DeliveriesAre({.waiting = 1, .delivered = 7});
  EXPECT_EQ(state_.Deliveries(),
            "notifications: 7 delivered, 1 waiting, 0 given up, 0 dropped");
  state_.DeliveriesAre({.waiting = 3, .in_memory = 2, .delivered = 7});
  EXPECT_EQ(
      state_.Deliveries(),
      "notifications: 7 delivered, 3 waiting (2 in memory alone), 0 given "
      "up, 0 dropped");
  EXPECT_FALSE(state_.Line().ends_with("wait")) << "they are on their way";
  EXPECT_TRUE(state_.Dump(base::Zone()).ends_with(state_.Deliveries() + '\n'));
  EXPECT_FALSE(state_.loses_notifications());
  state_.DeliveriesAre({.given_up = 2, .dropped = 3});
  EXPECT_EQ(state_.Deliveries(),
            "notifications: 0 delivered, 0 waiting, 2 given up, 3 dropped");
  EXPECT_TRUE(state_.loses_notifications());
}

TEST_F(RunStateTest, TellsWhichReceiversFailAndOfAnOutboxOutOfUse) {
  actions::DeliveryCounts counts{.waiting = 2000};
  counts.failing = 6;
  counts.longest_failing = {
      {"https://a", "answers 503", base::Timestamp{}, 1},
      {"https://b", "answers 404", base::Timestamp{}, 3, false, 3},
      {"ops", "no\nsuch host", base::Timestamp{}, 1000, true}};
  counts.unusable = "another program has locked it";
  state_.DeliveriesAre(counts);
  EXPECT_TRUE(
      state_.Line().ends_with("; 2000 notifications wait; https://a and 5 more "
                              "receivers fail; the outbox is out of use"))
      << state_.Line();
  const std::string dump = state_.Dump(base::Zone());
  EXPECT_TRUE(dump.ends_with(
      "\nthe outbox is out of use, notifications are in memory alone: another "
      "program has locked it\n"
      "fails since Thu Jan  1 00:00:00 1970: https://a: answers 503, 1 waits\n"
      "fails since Thu Jan  1 00:00:00 1970: https://b: answers 404, 3 wait, "
      "for 3 URLs there that fail so\n"
      "fails since Thu Jan  1 00:00:00 1970: ops: no?such host, 1000 or more "
      "wait\n"
      "1 more receiver fails\n"))
      << dump;
}

TEST_F(RunStateTest, TellsOfAReceiverFromItsFirstFailureOn) {
  actions::DeliveryCounts counts{.waiting = 1, .failing = 1};
  counts.longest_failing = {{"ops", "answers 500", base::Timestamp{}, 1}};
  state_.DeliveriesAre(counts);
  EXPECT_THAT(state_.Line(), EndsWith("; 1 notification waits; ops fails"));
  counts.waiting = 0;
  state_.DeliveriesAre(counts);
  EXPECT_THAT(state_.Line(), Not(HasSubstr("notification")));
}

TEST_F(RunStateTest, TellsOfTheMessageBroker) {
  const auto dump = [this] { return state_.Dump(base::Zone()); };
  EXPECT_THAT(dump(), Not(HasSubstr("broker")));
  state_.BrokerIs({.name = "b:61613"});
  EXPECT_THAT(dump(),
              EndsWith("\nnot connected to the message broker since Thu "
                       "Jan  1 00:00:00 1970: b:61613, 0 wait\n"));
  EXPECT_THAT(state_.Line(), Not(HasSubstr("broker"))) << "it is about to be";
  state_.BrokerIs({.name = "b:61613",
                   .problem = "b:61613: Connection refused",
                   .waiting = 1});
  EXPECT_THAT(dump(),
              EndsWith("\nnot connected to the message broker since Thu "
                       "Jan  1 00:00:00 1970: b:61613: Connection "
                       "refused, 1 waits\n"));
  EXPECT_THAT(state_.Line(), EndsWith("; the message broker is not connected"));
  state_.BrokerIs({.name = "b:61613", .connected = true, .waiting = 2});
  EXPECT_THAT(dump(),
              EndsWith("\nconnected to the message broker b:61613 since "
                       "Thu Jan  1 00:00:00 1970, 2 wait\n"));
  EXPECT_THAT(state_.Line(), Not(HasSubstr("broker")));
}

TEST_F(RunStateTest, TellsOfStatementsThatAreWrong) {
  const std::string rest = ": 0 true, 0 unknown";
  state_.Written(1);
  EXPECT_EQ(state_.Line(), "0 rules, 1 statement is wrong" + rest);
  state_.Written(2);
  EXPECT_EQ(state_.Line(), "0 rules, 2 statements are wrong" + rest);
  const std::vector<engine::expr::Statement> later(1);
  state_.Replace({0}, later);
  EXPECT_EQ(state_.Line(), "0 rules, 1 statement is wrong" + rest)
      << "a host has made one right";
}

TEST_F(RunStateTest, BeginningAnewForgetsVerdictsAndKeepsCounts) {
  Run("a = n > 0 -> print \"x\";");
  state_.NotPerformed();
  state_.LeftOut();
  state_.Skipped(5);
  state_.Begin({}, {{0, "one"}});
  EXPECT_EQ(state_.counts().not_performed, 0u) << "of the run before";
  EXPECT_EQ(state_.counts().skipped, 0u);
  EXPECT_EQ(state_.Commands(), "");
  EXPECT_EQ(state_.Line(), "0 rules: 0 true, 0 unknown; 1 of 1 host answers");
  EXPECT_EQ(state_.counts().is_true, 3u);
  EXPECT_EQ(state_.counts().expected, 0);
}

// What has answered is judged when its rules are replaced.
TEST_F(RunStateTest, WhatIsGoneIsCountedOnceMore) {
  before_report_ = [this] { state_.Replace({0}, {}); };
  Run("a = n > 1 -> print \"x\";");
  EXPECT_EQ(state_.counts().is_true, 2u);
}

TEST_F(RunStateTest, WhatIsReplacedForgetsAndTheOthersDoNot) {
  Run("a = n > 1 -> print \"x\"; b = n > 1 -> print \"x\";"
      "delta = 20; c = n > 1 -> print \"x\";");
  EXPECT_DOUBLE_EQ(state_.counts().expected, 0.25);
  EXPECT_EQ(state_.Line(), "3 rules: 3 true, 0 unknown; 2 of 2 hosts answer");
  engine::expr::Statement b;
  b.number = 1;
  b.name = "b";
  b.interval = kStep;
  b.body = engine::expr::Rule();
  std::vector<engine::expr::Statement> now;
  now.push_back(std::move(b));
  state_.Replace({1, 2}, now);
  EXPECT_EQ(state_.Line(), "2 rules: 1 true, 0 unknown; 2 of 2 hosts answer");
  EXPECT_DOUBLE_EQ(state_.counts().expected, 0.2);
  EXPECT_EQ(state_.counts().rules, 2u);
}

// A print that is kept for a slow reader.
TEST_F(RunStateTest, WhatIsKeptCountsOnceItIsWritten) {
  for (int i = 0; i < 5; ++i) {
    state_.Kept();
    state_.Performed();
  }
  EXPECT_EQ(state_.counts().actions, 0u);
  state_.KeptWas(3, 0);
  state_.KeptWas(0, 2);
  EXPECT_EQ(state_.counts().actions, 3u);
  EXPECT_EQ(state_.counts().not_performed, 2u);
}

TEST_F(RunStateTest, OfCommandsNothingIsToldWhereThereWereNone) {
  EXPECT_EQ(state_.Commands(), "");
  state_.CommandsAre({0, 0, false, 1, 3});
  EXPECT_EQ(state_.Commands(),
            "0 commands running, 0 waiting, 1 killed, 3 failed; 0 actions left "
            "out while the one before was not done");
}

}  // namespace
}  // namespace cli
