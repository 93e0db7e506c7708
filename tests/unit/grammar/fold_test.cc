// What becomes a constant while a tree is built, and what stays a node.
#include "grammar/fold.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

using ast::BinaryOp;
using ast::ExprPtr;
using ast::UnaryOp;
using Strings = std::vector<std::string>;

constexpr Span kSpan{3, 8};

ExprPtr Number(double value) { return MakeExpr(ast::Number{value}, {}); }
ExprPtr Truth(bool value) { return MakeExpr(ast::Truth{value}, {}); }
ExprPtr Text(const char* value) { return MakeExpr(ast::String{value}, {}); }
ExprPtr Fetch() {
  ast::Fetch fetch;
  fetch.metric = "a";
  return MakeExpr(std::move(fetch), {});
}

std::string Two(BinaryOp op, ExprPtr left, ExprPtr right) {
  const ExprPtr made = MakeBinary(op, std::move(left), std::move(right), kSpan);
  EXPECT_EQ(made->span, kSpan);
  return Dump(*made);
}

std::string One(UnaryOp op, ExprPtr operand) {
  return Dump(*MakeUnary(op, std::move(operand), kSpan));
}

TEST(Fold, KnowsConstants) {
  EXPECT_TRUE(IsConstant(*Number(1)));
  EXPECT_TRUE(IsConstant(*Truth(false)));
  EXPECT_TRUE(IsConstant(*Text("")));
  EXPECT_FALSE(IsConstant(*Fetch()));
  EXPECT_FALSE(
      IsConstant(*MakeExpr(ast::ClockVariable{ast::ClockField::kHour}, {})));
}

TEST(Fold, ComputesWithNumbers) {
  EXPECT_EQ(Two(BinaryOp::kAdd, Number(3), Number(4)), "7");
  EXPECT_EQ(Two(BinaryOp::kSubtract, Number(3), Number(4)), "-1");
  EXPECT_EQ(Two(BinaryOp::kMultiply, Number(3), Number(4)), "12");
  EXPECT_EQ(Two(BinaryOp::kDivide, Number(3), Number(4)), "0.75");
  EXPECT_EQ(One(UnaryOp::kNegate, Number(3)), "-3");
  EXPECT_EQ(One(UnaryOp::kInstant, Number(3)), "3");
}

TEST(Fold, ComparesNumbers) {
  const auto compared = [](BinaryOp op) {
    return Two(op, Number(3), Number(4)) + " " + Two(op, Number(4), Number(4));
  };
  EXPECT_EQ(compared(BinaryOp::kLess), "true false");
  EXPECT_EQ(compared(BinaryOp::kLessEqual), "true true");
  EXPECT_EQ(compared(BinaryOp::kGreater), "false false");
  EXPECT_EQ(compared(BinaryOp::kGreaterEqual), "false true");
  EXPECT_EQ(compared(BinaryOp::kEqual), "false true");
  EXPECT_EQ(compared(BinaryOp::kNotEqual), "true false");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Two(BinaryOp::kEqual, Number(nan), Number(nan)), "false");
}

TEST(Fold, JoinsTruths) {
  for (const bool a : {false, true}) {
    for (const bool b : {false, true}) {
      EXPECT_EQ(Two(BinaryOp::kAnd, Truth(a), Truth(b)),
                a && b ? "true" : "false");
      EXPECT_EQ(Two(BinaryOp::kOr, Truth(a), Truth(b)),
                a || b ? "true" : "false");
    }
    EXPECT_EQ(One(UnaryOp::kNot, Truth(a)), a ? "false" : "true");
  }
  EXPECT_EQ(Two(BinaryOp::kOr, Truth(true), Fetch()), "(|| true (fetch a))");
}

TEST(Fold, ComparesTexts) {
  EXPECT_EQ(Two(BinaryOp::kEqual, Text("x"), Text("x")), "true");
  EXPECT_EQ(Two(BinaryOp::kNotEqual, Text("x"), Text("x")), "false");
  EXPECT_EQ(Two(BinaryOp::kEqual, Text("x"), Text("X")), "false");
  EXPECT_EQ(Two(BinaryOp::kEqual, Text("x"), Fetch()), "(== \"x\" (fetch a))");
}

TEST(Fold, TakesATruthForANumberWhereOneIsWanted) {
  EXPECT_EQ(Two(BinaryOp::kAdd, Truth(true), Number(1)), "2");
  EXPECT_EQ(Two(BinaryOp::kAdd, Fetch(), Truth(false)), "(+ (fetch a) 0)");
  EXPECT_EQ(One(UnaryOp::kNegate, Truth(true)), "-1");
  const auto reduce = [](ast::Reducer reducer) {
    return Dump(*MakeReduce({reducer}, ast::Domain::kHost, Truth(true), kSpan));
  };
  EXPECT_EQ(reduce(ast::Reducer::kAvg), "(avg_host 1)");
  EXPECT_EQ(reduce(ast::Reducer::kCount), "(count_host true)");
}

TEST(Fold, LeavesWhatNeedsTimeOrInstances) {
  EXPECT_EQ(One(UnaryOp::kRate, Number(5)), "(rate 5)");
  EXPECT_EQ(One(UnaryOp::kRising, Truth(true)), "(rising true)");
  EXPECT_EQ(One(UnaryOp::kFalling, Truth(true)), "(falling true)");
  EXPECT_EQ(One(UnaryOp::kNegate, Fetch()), "(- (fetch a))");
}

TEST(Fold, AConstantHasNoInstancesToMatch) {
  EXPECT_EQ(Dump(*MakeMatch(false, "x", Truth(true), kSpan)), "false");
  EXPECT_EQ(Dump(*MakeMatch(true, "x", Truth(true), kSpan)), "false");
  EXPECT_EQ(Dump(*MakeMatch(true, "x", Fetch(), kSpan)),
            "(nomatch_inst \"x\" (fetch a))");
}

TEST(Fold, MakesMacrosOfStatements) {
  EXPECT_EQ(Dumps("true || false; \"a\" == \"a\"; !true; -5; "
                  "match_inst \"x\" true; 1 > 2 && 3 != 4;"),
            Strings(6, "constant"));
  EXPECT_EQ(LastDump("instant 5"), "constant");
  EXPECT_EQ(LastDump("\"a\" == 5"), "(== \"a\" 5)");  // engine/check refuses
  EXPECT_EQ(LastDump("rate 5"), "(rate 5)");
  EXPECT_EQ(LastDump("some_inst true"), "(some_inst true)");
  EXPECT_EQ(LastDump("sum_inst 5"), "(sum_inst 5)");
  EXPECT_EQ(LastDump("a > 2 + 3 * 4"), "(> (fetch a) 14)");
  EXPECT_EQ(LastDump("!(1 > 2) && a > 1"), "(&& true (> (fetch a) 1))");
  EXPECT_EQ(LastDump("\"a\" != \"b\" || a > 1"), "(|| true (> (fetch a) 1))");
  EXPECT_EQ(LastDump("true -> print \"x\""), "(rule true (print \"x\"))");
  EXPECT_EQ(LastDump("a > 1 / 0"), "(> (fetch a) 1e999)");
  EXPECT_EQ(LastDump("a > 0 / 0"), "(> (fetch a) (0 / 0))");
}

}  // namespace
}  // namespace grammar
