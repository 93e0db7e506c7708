// Walks: each operand once, down the leads, and what is asked on the way.
#include "engine/expr/operands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace engine::expr {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ExprPtr Make(Expr::Node node) {
  auto made = std::make_unique<Expr>();
  made->node = std::move(node);
  return made;
}

ExprPtr Metric(int delay = 0, int samples = -1, bool rate = false) {
  ExprPtr made = Make(Fetch{"m", {}, rate, delay});
  made->shape.samples = samples;
  return made;
}

ExprPtr Under(ast::UnaryOp op, ExprPtr operand) {
  return Make(Unary{op, std::move(operand)});
}

ExprPtr Sum(ExprPtr left, ExprPtr right, bool left_leads = true) {
  return Make(Binary{ast::BinaryOp::kAdd, std::move(left), std::move(right),
                     left_leads});
}

std::vector<const Expr*> OperandsOf(const Expr& e) {
  std::vector<const Expr*> operands;
  ForEachOperand(e, [&](const Expr& one) { operands.push_back(&one); });
  return operands;
}

TEST(Operands, OfALeafThereAreNone) {
  for (const ExprPtr& leaf : {Make(Number{1}), Make(Truth{}), Make(String{}),
                              Make(ClockVariable{}), Metric()}) {
    EXPECT_THAT(OperandsOf(*leaf), IsEmpty());
    EXPECT_EQ(LeadOperand(*leaf), nullptr);
  }
}

TEST(Operands, OfOneThatIsTheLead) {
  const ExprPtr all[] = {Under(ast::UnaryOp::kNot, Metric()),
                         Make(Reduce{{}, {}, Metric()}),
                         Make(Reduce{{ast::Reducer::kAll}, {}, Metric()}),
                         Make(Match{false, "x", Metric()})};
  for (const ExprPtr& one : all) {
    ASSERT_EQ(OperandsOf(*one).size(), 1u);
    EXPECT_EQ(LeadOperand(*one), OperandsOf(*one).front());
  }
}

TEST(Operands, OfTwoTheLeftStandsFirstWhicheverLeads) {
  const ExprPtr left = Sum(Make(Number{1}), Metric(), true);
  const ExprPtr right = Sum(Make(Number{1}), Metric(), false);
  const auto& node = std::get<Binary>(right->node);
  EXPECT_THAT(OperandsOf(*right),
              ElementsAre(node.left.get(), node.right.get()));
  EXPECT_EQ(LeadOperand(*left), OperandsOf(*left).front());
  EXPECT_EQ(LeadOperand(*right), OperandsOf(*right).back());
}

TEST(Operands, ATreeAsWrittenHasThemToo) {
  ast::Expr written;
  written.node = ast::Unary{ast::UnaryOp::kNot, std::make_unique<ast::Expr>()};
  int operands = 0;
  ForEachOperand(written, [&](const ast::Expr&) { ++operands; });
  EXPECT_EQ(operands, 1);
}

TEST(Operands, AReductionIsAnAggregateOrAQuantifier) {
  const ExprPtr count = Make(Reduce{{ast::Reducer::kCount}, {}, Metric()});
  EXPECT_EQ(Aggregate(*count), &std::get<Reduce>(count->node));
  EXPECT_EQ(Quantifier(*count), nullptr);
  const ExprPtr all = Make(Reduce{{ast::Reducer::kAll}, {}, Metric()});
  EXPECT_EQ(Quantifier(*all), &std::get<Reduce>(all->node));
  EXPECT_EQ(Aggregate(*all), nullptr);
  EXPECT_EQ(Aggregate(*Metric()), nullptr);
  EXPECT_EQ(Quantifier(*Metric()), nullptr);
}

TEST(Operands, TheLatestFetchIsNeitherARateNorDelayed) {
  EXPECT_TRUE(IsLatestFetch(*Metric()));
  EXPECT_FALSE(IsLatestFetch(*Metric(1)));
  EXPECT_FALSE(IsLatestFetch(*Metric(0, -1, true)));
  EXPECT_FALSE(IsLatestFetch(*Make(Number{1})));
}

TEST(Operands, WithoutMetricsAndTimeItIsConstant) {
  EXPECT_TRUE(IsConstant(*Sum(Make(Number{1}), Make(Number{2}))));
  EXPECT_FALSE(IsConstant(*Sum(Make(Number{1}), Make(ClockVariable{}))));
  EXPECT_FALSE(IsConstant(*Under(ast::UnaryOp::kNot, Metric())));
}

std::int64_t LookBackOf(ExprPtr e) {
  Statement statement;
  statement.body = Observe{std::move(e), {}};
  return LookBack(statement);
}

TEST(Operands, LookBackAddsUpDownwards) {
  EXPECT_EQ(LookBackOf(Make(Number{1})), 0);
  EXPECT_EQ(LookBackOf(Metric()), 0);
  EXPECT_EQ(LookBackOf(Metric(2, 3)), 4);
  EXPECT_EQ(LookBackOf(Metric(0, 1, true)), 1);
  EXPECT_EQ(LookBackOf(Under(ast::UnaryOp::kRising, Metric(2))), 3);
  EXPECT_EQ(LookBackOf(Under(ast::UnaryOp::kNot, Metric(2))), 2);
  EXPECT_EQ(LookBackOf(Sum(Metric(1), Metric(4))), 4);
}

TEST(Operands, RecordsHaveComeSinceTheWindowBegan) {
  const auto look_back = [](std::int64_t window, std::int64_t interval) {
    ExprPtr e = Metric();
    auto& fetch = std::get<Fetch>(e->node);
    fetch.folds.emplace_back();
    fetch.window = {window};
    Statement statement;
    statement.interval = {interval};
    statement.body = Observe{std::move(e), {}};
    return LookBack(statement);
  };
  EXPECT_EQ(look_back(0, 10), 1);
  EXPECT_EQ(look_back(30, 10), 3);
  EXPECT_EQ(look_back(31, 10), 4);
  EXPECT_EQ(look_back(5, 10), 1);
}

TEST(Operands, OfARulesetTheConditionsAreAsked) {
  Ruleset ruleset;
  for (const int delay : {1, 3, 2}) {
    ruleset.rules.push_back({Metric(delay), {}, nullptr});
  }
  const Statement statement{0, "", {}, std::move(ruleset), 0, 0, nullptr};
  EXPECT_EQ(LookBack(statement), 3);
  const Statement without{0, "", {}, Perform{}, 0, 0, nullptr};
  EXPECT_EQ(LookBack(without), 0);
}

}  // namespace
}  // namespace engine::expr
