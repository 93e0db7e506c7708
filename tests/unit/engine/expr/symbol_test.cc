// Operators as rules write them, each one.
#include "engine/expr/symbol.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace engine::expr {
namespace {

namespace ast = grammar::ast;

template <typename Op>
std::string All(std::initializer_list<Op> ops) {
  std::string text;
  for (const Op op : ops) {
    text += (text.empty() ? "" : " ") + std::string(Symbol(op));
  }
  return text;
}

TEST(Symbols, AreWhatRulesWrite) {
  using B = ast::BinaryOp;
  EXPECT_EQ(All({B::kAdd, B::kSubtract, B::kMultiply, B::kDivide, B::kLess,
                 B::kLessEqual, B::kGreater, B::kGreaterEqual, B::kEqual,
                 B::kNotEqual, B::kAnd, B::kOr}),
            "+ - * / < <= > >= == != && ||");
  using U = ast::UnaryOp;
  EXPECT_EQ(All({U::kNegate, U::kRate, U::kInstant, U::kNot, U::kRising,
                 U::kFalling}),
            "- rate instant ! rising falling");
  using A = ast::AggregateOp;
  EXPECT_EQ(All({A::kSum, A::kAvg, A::kMin, A::kMax, A::kCount}),
            "sum avg min max count");
  using Q = ast::Quantifier;
  EXPECT_EQ(All({Q::kAll, Q::kSome, Q::kPercent}), "all some %");
  using D = ast::Domain;
  EXPECT_EQ(All({D::kHost, D::kInst, D::kSample}), "host inst sample");
  using C = ast::ClockField;
  EXPECT_EQ(All({C::kMinute, C::kHour, C::kDay, C::kMonth, C::kYear,
                 C::kDayOfWeek, C::kDelta}),
            "minute hour day month year day_of_week delta");
}

}  // namespace
}  // namespace engine::expr
