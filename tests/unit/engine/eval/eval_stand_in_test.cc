// Logic of a single value and a set: the value's lane is there where nothing
// of the set is, and only then.
#include "engine/eval/eval_stand_in.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/block_text.h"

namespace engine::eval {
namespace {

using program::Binary;
using program::ast::BinaryOp;
using ::testing::ElementsAre;
using tests::BlockOf;
using tests::InstancesOf;
using tests::LaneSetOf;
using tests::RowsOf;
using Rows = std::vector<std::string>;

constexpr pmapi::Lane kStandIn{0, pmapi::kNullInstance};
const Binary kAnd{BinaryOp::kAnd, 0, 1, false};
const Binary kOr{BinaryOp::kOr, 0, 1, false};

pmapi::Block Single(const Rows& rows) {
  return BlockOf(LaneSetOf({{-1, pmapi::kNullInstance}}), rows);
}

TEST(EvalStandIn, TheValueIsTheResultWhereTheSetIsEmpty) {
  const pmapi::Block set =
      BlockOf(InstancesOf({4, 5}), {"0 1", "- -", "- -", "- -", "- 1", "+ -"});
  const pmapi::Block single = Single({"1", "0", "1", "?", "1", "0"});
  pmapi::Block out;
  StandInLogic both(kAnd);
  both.Run(single, set, &out);
  EXPECT_THAT(*out.lanes(),
              ElementsAre(kStandIn, pmapi::Lane{0, 4}, pmapi::Lane{0, 5}));
  EXPECT_THAT(RowsOf(out), ElementsAre("- 0 1", "0 - -", "u - -", "? - -",
                                       "- - 1", "- 0 -"));
  EXPECT_FALSE(out.dense());
  StandInLogic either(kOr);
  either.Run(single, set, &out);
  EXPECT_THAT(RowsOf(out), ElementsAre("- 1 1", "u - -", "1 - -", "? - -",
                                       "- - 1", "- u -"));
}

TEST(EvalStandIn, ASetThatIsNeverEmptyKeepsItsLanes) {
  StandInLogic both(kAnd);
  pmapi::Block out;
  pmapi::Block set = BlockOf(InstancesOf({4, 5}), {"0 1", "- ?"});
  both.Run(Single({"1", "1"}), set, &out);
  EXPECT_EQ(out.lanes(), set.lanes());
  EXPECT_THAT(RowsOf(out), ElementsAre("0 1", "- u"));
  set = BlockOf(InstancesOf({4, 5}), {"0 1"});
  both.Run(Single({"1"}), set, &out);
  EXPECT_EQ(out.lanes(), set.lanes());
  EXPECT_TRUE(out.dense());
}

TEST(EvalStandIn, LanesAreAddedOnceASet) {
  StandInLogic both(kAnd);
  pmapi::Block out;
  const pmapi::Block set = BlockOf(InstancesOf({4}), {"-"});
  both.Run(Single({"0"}), set, &out);
  const pmapi::LaneSet lanes = out.lanes();
  both.Run(Single({"0"}), set, &out);
  EXPECT_EQ(out.lanes(), lanes);
  both.Run(Single({"0"}), BlockOf(InstancesOf({4}), {"-"}), &out);
  EXPECT_NE(out.lanes(), lanes);
}

TEST(EvalStandIn, AHostWithASingularMetricHasTheLaneAlready) {
  StandInLogic either(kOr);
  pmapi::Block out;
  const pmapi::Block set =
      BlockOf(LaneSetOf({kStandIn, {1, 7}}), {"0 1", "- -", "- 0"});
  either.Run(Single({"0", "1", "1"}), set, &out);
  EXPECT_EQ(out.lanes(), set.lanes());
  EXPECT_THAT(RowsOf(out), ElementsAre("0 1", "1 -", "- 1"));
}

TEST(EvalStandIn, WithoutLanes) {
  StandInLogic either(kOr);
  pmapi::Block out;
  either.Run(Single({"1", "?"}), BlockOf(InstancesOf({}), {"", ""}), &out);
  EXPECT_THAT(*out.lanes(), ElementsAre(kStandIn));
  EXPECT_THAT(RowsOf(out), ElementsAre("1", "?"));
}

}  // namespace
}  // namespace engine::eval
