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
  return Make(std::move(fetch));
}

ExprPtr Both(BinaryOp op, ExprPtr left, ExprPtr right, bool left_leads = true) {
  Binary both;
  both.op = op;
  both.left = std::move(left);
  both.right = std::move(right);
  both.left_leads = left_leads;
  return Make(std::move(both));
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
  EXPECT_EQ(UnitsOf(*Make(std::move(rate)))->time, -2);
  Aggregate largest;
  largest.op = ast::AggregateOp::kMax;
  largest.operand = Metric(1, 0);
  EXPECT_EQ(Text(Make(std::move(largest))), "byte");
  Aggregate number;
  number.op = ast::AggregateOp::kCount;
  number.operand = Metric(1, 0);
  EXPECT_EQ(UnitsOf(*Make(std::move(number)))->Word(), 0x100000u);
  Quantify some;
  some.operand = Metric(1, 0, false, pmapi::Type::kUnknown);
  EXPECT_EQ(UnitsOf(*Make(std::move(some), Sort::kTruth))->Word(), 0u);
}

}  // namespace
}  // namespace engine::expr
