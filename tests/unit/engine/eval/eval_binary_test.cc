// Arithmetic: a table an operator; what is absent, present, unknown, known.
#include "engine/eval/eval_binary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/block_text.h"

namespace engine::eval {
namespace {

using program::ast::BinaryOp;
using ::testing::ElementsAre;
using tests::InstancesOf;
using tests::RowsOf;
using tests::Set;
using tests::Single;

using Rows = std::vector<std::string>;

Rows Eval(BinaryOp op, Operand left, Operand right) {
  const Operand& wide = left.single ? right : left;
  pmapi::Block out;
  out.Reset(wide.block.ticks(), wide.block.lanes());
  EvalBinary(op, left, right, &out);
  return RowsOf(out);
}

Rows Sets(BinaryOp op, const Rows& left, const Rows& right) {
  return Eval(op, {Set(left), false}, {Set(right), false});
}

TEST(EvalBinary, ArithmeticIsIeee) {
  EXPECT_THAT(Sets(BinaryOp::kAdd, {"1 0.1 inf"}, {"2 0.2 -inf"}),
              ElementsAre("3 0.30000000000000004 nan"));
  EXPECT_THAT(Sets(BinaryOp::kSubtract, {"1 0 nan"}, {"2 0 1"}),
              ElementsAre("-1 0 nan"));
  EXPECT_THAT(Sets(BinaryOp::kMultiply, {"3 0 -1"}, {"2 inf 0"}),
              ElementsAre("6 nan -0"));
  EXPECT_THAT(Sets(BinaryOp::kDivide, {"1 -1 0"}, {"0 0 0"}),
              ElementsAre("inf -inf nan"));
}

class StrictTest : public ::testing::TestWithParam<BinaryOp> {};

// 1 op 1 is known, whatever it is: every other cell is the lesser of the two.
TEST_P(StrictTest, IsWhatBothOperandsAre) {
  const Rows rows =
      Sets(GetParam(), {"1 1 1 1", "? ? ? ?", "+ + + +", "- - - -"},
           {"1 ? + -", "1 ? + -", "1 ? + -", "1 ? + -"});
  EXPECT_EQ(rows[0].substr(1), " ? + -");
  EXPECT_THAT(rows, ElementsAre(::testing::_, "? ? + -", "+ + + -", "- - - -"));
}

TEST_P(StrictTest, ASingleOperandIsBroadcastTickByTick) {
  const pmapi::Block set = Set({"1 ? +", "1 ? -", "? 1 1"});
  const pmapi::Block single = Single({"1", "?", "1"});
  for (const bool left : {true, false}) {
    const Rows rows = left ? Eval(GetParam(), {single, true}, {set, false})
                           : Eval(GetParam(), {set, false}, {single, true});
    EXPECT_EQ(rows[0].substr(1), " ? +");
    EXPECT_EQ(rows[1], "? ? -");
    EXPECT_EQ(rows[2].substr(0, 2), "? ");
  }
}

INSTANTIATE_TEST_SUITE_P(All, StrictTest,
                         ::testing::Values(BinaryOp::kAdd, BinaryOp::kSubtract,
                                           BinaryOp::kMultiply,
                                           BinaryOp::kDivide));

TEST(EvalBinary, WhichSideOfABroadcastCounts) {
  const pmapi::Block set = Set({"1 2", "3 4"});
  const pmapi::Block single = Single({"10", "100"});
  EXPECT_THAT(Eval(BinaryOp::kSubtract, {single, true}, {set, false}),
              ElementsAre("9 8", "97 96"));
  EXPECT_THAT(Eval(BinaryOp::kSubtract, {set, false}, {single, true}),
              ElementsAre("-9 -8", "-97 -96"));
}

TEST(EvalBinary, TwoSingleOperands) {
  const pmapi::Block a = Single({"1", "?", "3"});
  const pmapi::Block b = Single({"10", "20", "30"});
  EXPECT_THAT(Eval(BinaryOp::kAdd, {a, true}, {b, true}),
              ElementsAre("11", "?", "33"));
}

TEST(EvalBinary, KnownThroughoutIsDense) {
  const pmapi::Block set = Set({"1 0"});
  pmapi::Block sum;
  sum.Reset(1, set.lanes());
  EvalBinary(BinaryOp::kAdd, {set, false}, {Single({"1"}), true}, &sum);
  EXPECT_TRUE(sum.dense());
}

TEST(EvalBinary, ASetWithoutLanes) {
  pmapi::Block none;
  none.Reset(2, InstancesOf({}));
  EXPECT_THAT(Eval(BinaryOp::kAdd, {none, false}, {Single({"1", "?"}), true}),
              ElementsAre("", ""));
}

}  // namespace
}  // namespace engine::eval
