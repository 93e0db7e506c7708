// EvalBinary: a table an operator; what is absent, present, unknown, known.
#include "engine/eval/eval_binary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/block_text.h"

namespace engine::eval {
namespace {

using program::ast::BinaryOp;
using ::testing::ElementsAre;
using tests::BlockOf;
using tests::InstancesOf;
using tests::RowsOf;

using Rows = std::vector<std::string>;

/// Lanes 0, 1, ... as many as the first row has words.
pmapi::Block Set(const Rows& rows) {
  std::vector<pmapi::InstanceId> ids = {0};
  for (const char c : rows.front()) {
    if (c == ' ') ids.push_back(static_cast<int>(ids.size()));
  }
  return BlockOf(InstancesOf(ids), rows);
}

pmapi::Block Single(const Rows& rows) {
  return BlockOf(InstancesOf({-1}), rows);
}

Rows Eval(BinaryOp op, Operand left, Operand right, bool left_leads = true) {
  const Operand& wide = left.single ? right : left;
  pmapi::Block out;
  out.Reset(wide.block.ticks(), wide.block.lanes());
  EvalBinary({op, 0, 1, left_leads}, left, right, &out);
  return RowsOf(out);
}

Rows Sets(BinaryOp op, const Rows& left, const Rows& right,
          bool left_leads = true) {
  return Eval(op, {Set(left), false}, {Set(right), false}, left_leads);
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

// On NaN all relations are false but !=; it is a value, not an unknown.
TEST(EvalBinary, Relations) {
  const Rows left = {"1 2 3 nan"};
  const Rows right = {"2 2 2 nan"};
  EXPECT_THAT(Sets(BinaryOp::kLess, left, right), ElementsAre("1 0 0 0"));
  EXPECT_THAT(Sets(BinaryOp::kLessEqual, left, right), ElementsAre("1 1 0 0"));
  EXPECT_THAT(Sets(BinaryOp::kGreater, left, right), ElementsAre("0 0 1 0"));
  EXPECT_THAT(Sets(BinaryOp::kGreaterEqual, left, right),
              ElementsAre("0 1 1 0"));
  EXPECT_THAT(Sets(BinaryOp::kEqual, left, right), ElementsAre("0 1 0 0"));
  EXPECT_THAT(Sets(BinaryOp::kNotEqual, left, right), ElementsAre("1 0 1 1"));
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

INSTANTIATE_TEST_SUITE_P(
    All, StrictTest,
    ::testing::Values(BinaryOp::kAdd, BinaryOp::kSubtract, BinaryOp::kMultiply,
                      BinaryOp::kDivide, BinaryOp::kLess, BinaryOp::kLessEqual,
                      BinaryOp::kGreater, BinaryOp::kGreaterEqual,
                      BinaryOp::kEqual, BinaryOp::kNotEqual));

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
  for (const BinaryOp op : {BinaryOp::kAdd, BinaryOp::kAnd, BinaryOp::kOr}) {
    pmapi::Block out;
    out.Reset(1, set.lanes());
    EvalBinary({op, 0, 1, true}, {set, false}, {Single({"1"}), true}, &out);
    EXPECT_TRUE(out.dense());
  }
}

TEST(EvalBinary, ASetWithoutLanes) {
  pmapi::Block none;
  none.Reset(2, InstancesOf({}));
  EXPECT_THAT(Eval(BinaryOp::kAdd, {none, false}, {Single({"1", "?"}), true}),
              ElementsAre("", ""));
  EXPECT_THAT(Eval(BinaryOp::kOr, {none, false}, {Single({"1", "?"}), true}),
              ElementsAre("", ""));
}

// Rows: false, unknown, true with each of the three.
TEST(EvalBinary, AndOrAreKleenes) {
  const Rows left = {"0 0 0", "? ? ?", "1 1 1"};
  const Rows right = {"0 ? 1", "0 ? 1", "0 ? 1"};
  EXPECT_THAT(Sets(BinaryOp::kAnd, left, right),
              ElementsAre("0 0 0", "0 ? u", "0 u 1"));
  EXPECT_THAT(Sets(BinaryOp::kOr, left, right),
              ElementsAre("0 u 1", "u ? 1", "1 1 1"));
  EXPECT_THAT(Sets(BinaryOp::kOr, {"u u u u"}, {"? u 0 1"}),
              ElementsAre("u u u 1"));
}

TEST(EvalBinary, DenseLogicIsTheSame) {
  EXPECT_THAT(Sets(BinaryOp::kAnd, {"0 0 1 1"}, {"0 1 0 1"}),
              ElementsAre("0 0 0 1"));
  EXPECT_THAT(Sets(BinaryOp::kOr, {"0 0 1 1"}, {"0 1 0 1"}),
              ElementsAre("0 1 1 1"));
}

// What is present of the lead is a member, known where one side decides.
TEST(EvalBinary, LogicGoesOverWhatIsPresentOfTheLead) {
  EXPECT_THAT(Sets(BinaryOp::kAnd, {"0 1 ? + -"}, {"+ + + + 0"}),
              ElementsAre("0 u ? ? -"));
  EXPECT_THAT(Sets(BinaryOp::kAnd, {"+ + - 1"}, {"0 1 0 -"}),
              ElementsAre("0 u - u"));
  EXPECT_THAT(Sets(BinaryOp::kOr, {"0 1 + -"}, {"- - 1 1"}),
              ElementsAre("u 1 1 -"));
}

TEST(EvalBinary, OfTwoSetsTheFirstWithMoreThanOneLeads) {
  // One lane left, two right.
  EXPECT_THAT(Sets(BinaryOp::kOr, {"0 -"}, {"1 1"}), ElementsAre("1 1"));
  // Two left: what only the right one has is not looked at.
  EXPECT_THAT(Sets(BinaryOp::kOr, {"0 0 -"}, {"1 1 1"}), ElementsAre("1 1 -"));
  // None left: the right one leads, however few; and the other way round.
  EXPECT_THAT(Sets(BinaryOp::kOr, {"- -"}, {"1 -"}), ElementsAre("1 -"));
  EXPECT_THAT(Sets(BinaryOp::kOr, {"1 -"}, {"- -"}, false), ElementsAre("1 -"));
  // One each: the one that leads by its shape.
  EXPECT_THAT(Sets(BinaryOp::kOr, {"1 -"}, {"- 1"}, true), ElementsAre("1 -"));
  EXPECT_THAT(Sets(BinaryOp::kOr, {"1 -"}, {"- 1"}, false), ElementsAre("- 1"));
}

TEST(EvalBinary, ASingleOperandOfLogicIsBroadcastOverTheSet) {
  const pmapi::Block set = Set({"0 1 ? + -", "0 1 ? + -", "0 1 ? + -"});
  const pmapi::Block single = Single({"0", "1", "?"});
  const auto both = ElementsAre("0 0 0 0 -", "0 1 u u -", "0 u ? ? -");
  EXPECT_THAT(Eval(BinaryOp::kAnd, {set, false}, {single, true}), both);
  EXPECT_THAT(Eval(BinaryOp::kAnd, {single, true}, {set, false}, false), both);
  const auto either = ElementsAre("0 1 u u -", "1 1 1 1 -", "u 1 ? ? -");
  EXPECT_THAT(Eval(BinaryOp::kOr, {set, false}, {single, true}), either);
  EXPECT_THAT(Eval(BinaryOp::kOr, {single, true}, {set, false}, false), either);
}

}  // namespace
}  // namespace engine::eval
