// Units by pmie's rules, of trees made by hand; beside pmie: agent_test.py.
#include "engine/expr/units.h"

#include <gtest/gtest.h>

#include <utility>

namespace engine::expr {
namespace {

using ast::BinaryOp;

template <typename Node>
ExprPtr Make(Node node, Sort sort = Sort::kNumber) {
  auto expr = std::make_unique<Expr>();
  expr->node = std::move(node);
  expr->sort = sort;
  return expr;
}

/// The same of an expression with a metric somewhere below.
template <typename Node>
ExprPtr OfMetric(Node node, Sort sort = Sort::kNumber) {
  ExprPtr expr = Make(std::move(node), sort);
  expr->has_metrics = true;
  return expr;
}

/// "1 Mbyte", or another.
ExprPtr Literal(int space, int time = 0) {
  Number number{1};
  number.units.space = static_cast<std::int8_t>(space);
  number.units.space_scale = pmapi::SpaceScale::kMbyte;
  number.units.time = static_cast<std::int8_t>(time);
  return Make(number);
}

/// A metric of Kbyte^`space` count^`count`.
ExprPtr Metric(int space, int count, bool rate = false,
               pmapi::Type type = pmapi::Type::kU32) {
  Fetch fetch;
  pmapi::MetricDesc desc;
  desc.type = type;
  desc.units.space = static_cast<std::int8_t>(space);
  desc.units.space_scale = pmapi::SpaceScale::kKbyte;
  desc.units.count = static_cast<std::int8_t>(count);
  fetch.descs = {desc};
  fetch.rate = rate;
  return OfMetric(std::move(fetch));
}

ExprPtr Both(BinaryOp op, ExprPtr left, ExprPtr right, bool left_leads = true) {
  Binary both;
  both.op = op;
  both.left = std::move(left);
  both.right = std::move(right);
  both.left_leads = left_leads;
  const bool metrics = (left_leads ? both.left : both.right)->has_metrics;
  ExprPtr expr = Make(std::move(both));
  expr->has_metrics = metrics;
  return expr;
}

std::string Text(const ExprPtr& expr) {
  const auto units = UnitsOf(*expr);
  return units ? pmapi::UnitsText(*units) : "?";
}

TEST(UnitsOf, AMetricAreCanonical) {
  EXPECT_EQ(Text(Metric(1, 0)), "byte");
  EXPECT_EQ(Text(Metric(1, 0, true)), "byte / sec");
  EXPECT_EQ(Text(Metric(1, 0, false, pmapi::Type::kUnknown)), "?");
  EXPECT_EQ(UnitsOf(*Metric(0, 0))->Word(), 0x3000u) << "its seconds stay";
}

TEST(UnitsOf, ProductsAddUp) {
  EXPECT_EQ(Text(Both(BinaryOp::kMultiply, Metric(1, 0), Metric(1, 1))),
            "byte^2 count");
  EXPECT_EQ(Text(Both(BinaryOp::kDivide, Metric(1, 0, true), Metric(0, 1))),
            "byte / sec count");
  EXPECT_EQ(Text(Both(BinaryOp::kDivide, Make(Number{5}), Metric(1, 0), false)),
            "/ byte");
  EXPECT_EQ(
      UnitsOf(*Both(BinaryOp::kMultiply, Metric(5, 0), Metric(5, 0)))->space,
      -6);
}

TEST(UnitsOf, LiteralsCount) {
  EXPECT_EQ(Text(Both(BinaryOp::kMultiply, Metric(1, 0), Literal(1))),
            "byte^2");
  EXPECT_EQ(Text(Both(BinaryOp::kDivide, Metric(1, 0), Literal(1, -1))), "sec");
  EXPECT_EQ(Text(Both(BinaryOp::kDivide, Literal(0, 1), Metric(1, 0), false)),
            "sec / byte");
  EXPECT_EQ(Text(Both(BinaryOp::kAdd, Literal(0, 1), Metric(1, 0), false)),
            "byte");
}

TEST(UnitsOf, WhatHasNoMetricsHasNone) {
  const auto clock_times_literal = [] {
    return Both(BinaryOp::kMultiply, Make(ClockVariable{}), Literal(1));
  };
  EXPECT_EQ(UnitsOf(*clock_times_literal())->Word(), 0u);
  EXPECT_EQ(
      Text(Both(BinaryOp::kMultiply, Metric(1, 0), clock_times_literal())),
      "byte");
  Unary rate;
  rate.op = ast::UnaryOp::kRate;
  rate.operand = Literal(1);
  EXPECT_EQ(UnitsOf(*Make(std::move(rate)))->Word(), 0u);
}

TEST(UnitsOf, SumsAreTheirLeads) {
  EXPECT_EQ(Text(Both(BinaryOp::kAdd, Metric(1, 0), Metric(0, 1))), "byte");
  EXPECT_EQ(Text(Both(BinaryOp::kAdd, Make(Number{5}), Metric(0, 1), false)),
            "count");
  EXPECT_EQ(
      Text(Both(BinaryOp::kAdd, Metric(1, 0, false, pmapi::Type::kUnknown),
                Metric(0, 1))),
      "?");
}

TEST(UnitsOf, RatesTruthsAndCounts) {
  Unary rate;
  rate.op = ast::UnaryOp::kRate;
  rate.operand = Metric(1, 0, true);
  EXPECT_EQ(UnitsOf(*OfMetric(std::move(rate)))->time, -2);
  Reduce largest;
  largest.reduction.reducer = ast::Reducer::kMax;
  largest.operand = Metric(1, 0);
  EXPECT_EQ(Text(OfMetric(std::move(largest))), "byte");
  Reduce number;
  number.reduction.reducer = ast::Reducer::kCount;
  number.operand = Metric(1, 0);
  EXPECT_EQ(UnitsOf(*OfMetric(std::move(number)))->Word(), 0x100000u);
  Reduce some;
  some.reduction.reducer = ast::Reducer::kSome;
  some.operand = Metric(1, 0, false, pmapi::Type::kUnknown);
  EXPECT_EQ(UnitsOf(*OfMetric(std::move(some), Sort::kTruth))->Word(), 0u);
}

}  // namespace
}  // namespace engine::expr
