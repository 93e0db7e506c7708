// One statement from tick to tick: its verdict, its action, what it shows.
#include "engine/alarm/watch.h"

#include <gtest/gtest.h>

#include "tests/unit/engine/alarm/observed.h"

namespace engine::alarm {
namespace {

using eval::Kleene;
using expr::ast::Action;
using expr::ast::ActionPtr;

ActionPtr Print(std::string text, double holdoff = 0) {
  auto action = std::make_unique<Action>();
  expr::ast::Call call;
  call.holdoff = holdoff;
  call.arguments = {std::move(text)};
  action->node = std::move(call);
  return action;
}

class Sink : public EventSink {
 public:
  void Perform(const Event& event, const Done& done) override {
    text += std::to_string(event.time.Seconds()) + ":" + event.text() + " ";
    slow ? void(begun = done) : done(Outcome::kSucceeded);
  }

  std::string text;
  bool slow = false;  // what is performed is done when the test calls `begun`
  Done begun;
};

/// `m` > `limit` of the one lane of "sda", with its binding.
expr::Rule RuleOf(double limit, const Action* action) {
  expr::Rule rule;
  rule.condition = Above(FetchExpr(Named({"sda"})), limit);
  const auto& compared = std::get<expr::Binary>(rule.condition->node);
  rule.binding = {rule.condition.get(), {compared.left.get()}, {}, 1};
  rule.action = action;
  return rule;
}

class WatchTest : public testing::Test {
 protected:
  /// The verdicts at ticks where `m` is as `rows` say, as letters.
  std::string Verdicts(const std::vector<std::string>& rows,
                       Detail detail = Detail::kNone) {
    program::Builder builder;
    watch_.emplace(statement_, detail, &builder, &sink_);
    run_.emplace(&builder, std::vector<pmapi::Lane>{{0, 0}}, rows);
    std::string letters;
    for (std::size_t t = 0; t < rows.size(); ++t) {
      const auto tick = static_cast<int>(t);
      const base::Timestamp now{tick * base::kNanosPerSecond};
      watch_->Advance(run_->results(), tick,
                      TickTime{now, static_cast<double>(tick)});
      const Kleene verdict = watch_->verdict();
      letters += verdict == Kleene::kTrue    ? 't'
                 : verdict == Kleene::kFalse ? 'f'
                                             : '?';
    }
    return letters;
  }

  const ActionPtr high_ = Print("high %v");
  const ActionPtr low_ = Print("low %v");
  const ActionPtr unknown_ = Print("unknown");
  const ActionPtr otherwise_ = Print("otherwise");
  expr::Statement statement_;
  Sink sink_;
  std::optional<Watch> watch_;
  std::optional<Observed> run_;
};

TEST_F(WatchTest, ItKnowsWhetherEventRecordsAreAskedFor) {
  for (const bool events : {false, true}) {
    expr::Rule rule = RuleOf(1, high_.get());
    const auto& compared = std::get<expr::Binary>(rule.condition->node);
    if (events) std::get<expr::Fetch>(compared.left->node).folds.resize(1);
    statement_.body = std::move(rule);
    program::Builder builder;
    const Watch watch(statement_, Detail::kNone, &builder, &sink_);
    EXPECT_EQ(watch.uses_events(), events);
  }
}

TEST_F(WatchTest, ARulePerformsWhereItIsTrue) {
  statement_.body = RuleOf(5, high_.get());
  EXPECT_EQ(Verdicts({"6", "5", "?", "7"}), "tf?t");
  EXPECT_EQ(sink_.text, "0:high 6 3:high 7 ");
  EXPECT_EQ(watch_->view(), nullptr);
  EXPECT_EQ(watch_->binding(), nullptr);
  EXPECT_EQ(&watch_->statement(), &statement_);
}

expr::Ruleset SetOf(const Action* high, const Action* low) {
  expr::Ruleset set;
  set.rules.push_back(RuleOf(10, high));
  set.rules.push_back(RuleOf(5, low));
  return set;
}

TEST_F(WatchTest, OfARulesetTheFirstTrueRulePerforms) {
  statement_.body = SetOf(high_.get(), low_.get());
  EXPECT_EQ(Verdicts({"11", "6", "5", "?"}), "ttf?");
  EXPECT_EQ(sink_.text, "0:high 11 1:low 6 ");
}

TEST_F(WatchTest, OtherwiseIsForWhatNoRuleIsTrueOf) {
  expr::Ruleset set = SetOf(high_.get(), low_.get());
  set.otherwise = otherwise_.get();
  statement_.body = std::move(set);
  EXPECT_EQ(Verdicts({"11", "5", "?"}), "ttt");
  EXPECT_EQ(sink_.text, "0:high 11 1:otherwise 2:otherwise ");
}

TEST_F(WatchTest, UnknownIsForWhatNothingIsKnownOf) {
  expr::Ruleset set = SetOf(high_.get(), low_.get());
  set.unknown = unknown_.get();
  set.otherwise = otherwise_.get();
  statement_.body = std::move(set);
  EXPECT_EQ(Verdicts({"?", "5", "6"}), "?tt");
  EXPECT_EQ(sink_.text, "0:unknown 1:otherwise 2:low 6 ");
}

TEST_F(WatchTest, AnActionAloneIsPerformedAtEachTickAsItIsWritten) {
  statement_.body = expr::Perform{high_.get()};
  EXPECT_EQ(Verdicts({"1", "2"}), "??");
  EXPECT_EQ(sink_.text, "0:high %v 1:high %v ");
}

TEST_F(WatchTest, ItGoesOnWithTheActionsOfTheOneBefore) {
  const ActionPtr held = Print("held", 10);
  statement_.body = RuleOf(5, held.get());
  EXPECT_EQ(Verdicts({"6"}), "t");
  EXPECT_EQ(std::exchange(sink_.text, {}), "0:held ");
  expr::Statement again;
  again.body = RuleOf(5, held.get());
  program::Builder builder;
  Watch watch(again, Detail::kNone, &builder, &sink_);
  const Observed run(&builder, {{0, 0}}, {"6", "6"});
  watch.Continue(&*watch_);
  watch.Advance(run.results(), 0, TickTime{{}, 9});
  EXPECT_EQ(sink_.text, "");
  watch.Advance(run.results(), 1, TickTime{{}, 10});
  EXPECT_EQ(sink_.text, "0:held ");
}

TEST_F(WatchTest, WhatIsBegunCanBeTakenFromIt) {
  statement_.body = RuleOf(5, high_.get());
  EXPECT_EQ(Verdicts({"6"}), "t");
  EXPECT_TRUE(watch_->TakeBusy().empty());
  sink_.slow = true;
  EXPECT_EQ(Verdicts({"6"}), "t");
  const auto busy = watch_->TakeBusy();
  ASSERT_EQ(busy.size(), 1u);
  EXPECT_TRUE(busy[0]->busy());
  watch_.reset();
  sink_.begun(EventSink::Outcome::kSucceeded);
  EXPECT_FALSE(busy[0]->busy());
}

TEST_F(WatchTest, AnExpressionIsShown) {
  expr::Observe observe;
  observe.expr = FetchExpr(Named({"sda"}));
  statement_.body = std::move(observe);
  EXPECT_EQ(Verdicts({"1", "2"}), "??");
  ASSERT_NE(watch_->view(), nullptr);
  EXPECT_EQ(watch_->binding(), nullptr);
  std::string text;
  Reading(run_->results(), *watch_->view(), 1).AppendValue(0, &text);
  EXPECT_EQ(text, "2");
  EXPECT_EQ(sink_.text, "");
}

TEST_F(WatchTest, BindingsAreShownWhereTheyAreAskedFor) {
  statement_.body = SetOf(high_.get(), low_.get());
  EXPECT_EQ(Verdicts({"7"}, Detail::kValues), "t");
  EXPECT_EQ(watch_->binding(), nullptr);
  EXPECT_EQ(Verdicts({"7"}, Detail::kBindings), "t");
  ASSERT_NE(watch_->binding(), nullptr);
  const Reading lanes(run_->results(), watch_->binding()->lanes, 0);
  std::string text;
  lanes.AppendValue(0, &text);
  EXPECT_EQ(text, "false") << "of the first rule: 7 is not above 10";
}

TEST_F(WatchTest, WithoutMetricsThereIsNoBindingToShow) {
  expr::Rule rule;
  rule.condition =
      MakeExpr(expr::Truth{true}, PlainLayout(), expr::Sort::kTruth);
  rule.action = high_.get();
  statement_.body = std::move(rule);
  program::Builder builder;
  Watch watch(statement_, Detail::kBindings, &builder, &sink_);
  const Observed run(&builder, {}, {"", ""});
  watch.Advance(run.results(), 1, TickTime{});
  EXPECT_EQ(watch.verdict(), Kleene::kTrue);
  EXPECT_EQ(watch.binding(), nullptr);
  EXPECT_EQ(sink_.text, "0:high true ");
}

// A set of one instance when it was checked: the member that is there counts,
// whatever lanes are beside it.
TEST_F(WatchTest, OfAnOpenSetTheFirstMemberIsJudged) {
  expr::Rule rule;
  rule.condition = Above(FetchExpr(DisksOf(1)), 5);
  rule.action = high_.get();
  statement_.body = std::move(rule);
  program::Builder builder;
  Watch watch(statement_, Detail::kNone, &builder, &sink_);
  const Observed run(&builder, {{0, 1}, {0, 2}}, {"- 6", "5 6", "- -"});
  std::string letters;
  for (int tick = 0; tick < 3; ++tick) {
    watch.Advance(run.results(), tick, TickTime{});
    letters += watch.verdict() == Kleene::kTrue    ? 't'
               : watch.verdict() == Kleene::kFalse ? 'f'
                                                   : '?';
  }
  EXPECT_EQ(letters, "tf?");
}

}  // namespace
}  // namespace engine::alarm
