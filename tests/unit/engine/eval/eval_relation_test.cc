// Relations: what is true, absent, present, unknown, known.
#include "engine/eval/eval_relation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/eval/truth_text.h"

namespace engine::eval {
namespace {

using program::ast::BinaryOp;
using ::testing::ElementsAre;
using tests::InstancesOf;
using tests::Set;
using tests::Single;

using Rows = std::vector<std::string>;

Rows Eval(BinaryOp op, Operand left, Operand right) {
  const Operand& wide = left.single ? right : left;
  Truths out = RoomFor(wide.block.ticks(), wide.block.lanes());
  EvalRelation(op, left, right, &out);
  return RowsOf(out);
}

Rows Sets(BinaryOp op, const Rows& left, const Rows& right) {
  return Eval(op, {Set(left), false}, {Set(right), false});
}

// On NaN all relations are false but !=; it is a value, not an unknown.
TEST(EvalRelation, IsIeee) {
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

class RelationTest : public ::testing::TestWithParam<BinaryOp> {};

// 1 op 1 is known, whatever it is: every other cell is the lesser of the two.
TEST_P(RelationTest, IsWhatBothOperandsAre) {
  const Rows rows =
      Sets(GetParam(), {"1 1 1 1", "? ? ? ?", "+ + + +", "- - - -"},
           {"1 ? + -", "1 ? + -", "1 ? + -", "1 ? + -"});
  EXPECT_EQ(rows[0].substr(1), " ? + -");
  EXPECT_THAT(rows, ElementsAre(::testing::_, "? ? + -", "+ + + -", "- - - -"));
}

TEST_P(RelationTest, ASingleOperandIsBroadcastTickByTick) {
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
    All, RelationTest,
    ::testing::Values(BinaryOp::kLess, BinaryOp::kLessEqual, BinaryOp::kGreater,
                      BinaryOp::kGreaterEqual, BinaryOp::kEqual,
                      BinaryOp::kNotEqual));

TEST(EvalRelation, WhichSideOfABroadcastCounts) {
  const pmapi::Block set = Set({"1 2 3", "3 4 ?"});
  const pmapi::Block single = Single({"2", "3"});
  EXPECT_THAT(Eval(BinaryOp::kLess, {single, true}, {set, false}),
              ElementsAre("0 0 1", "0 1 ?"));
  EXPECT_THAT(Eval(BinaryOp::kLess, {set, false}, {single, true}),
              ElementsAre("1 0 0", "0 0 ?"));
}

TEST(EvalRelation, TwoSingleOperands) {
  const pmapi::Block a = Single({"1", "?", "3"});
  const pmapi::Block b = Single({"2", "2", "2"});
  EXPECT_THAT(Eval(BinaryOp::kLess, {a, true}, {b, true}),
              ElementsAre("1", "?", "0"));
}

TEST(EvalRelation, KnownThroughoutIsDense) {
  const pmapi::Block set = Set({"1 0"});
  Truths less = RoomFor(1, set.lanes());
  EvalRelation(BinaryOp::kLess, {set, false}, {Single({"1"}), true}, &less);
  EXPECT_TRUE(less.dense());
}

TEST(EvalRelation, ASetWithoutLanes) {
  pmapi::Block none;
  none.Reset(2, InstancesOf({}));
  EXPECT_THAT(Eval(BinaryOp::kLess, {none, false}, {Single({"1", "?"}), true}),
              ElementsAre("", ""));
}

}  // namespace
}  // namespace engine::eval
