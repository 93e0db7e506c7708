// Logic of a single value and a set: the value's lane is there where nothing
// of the set is, and only then.
#include "engine/eval/eval_stand_in.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/eval/truth_text.h"

namespace engine::eval {
namespace {

using program::Binary;
using program::ast::BinaryOp;
using ::testing::ElementsAre;
using tests::InstancesOf;
using tests::LaneSetOf;
using Rows = std::vector<std::string>;

constexpr pmapi::Lane kStandIn{0, pmapi::kNullInstance};
const Binary kAnd{BinaryOp::kAnd, 0, 1, false};
const Binary kOr{BinaryOp::kOr, 0, 1, false};

Truths Single(const Rows& rows) {
  return TruthsOf(LaneSetOf({{-1, pmapi::kNullInstance}}), rows);
}

TEST(EvalStandIn, TheValueIsTheResultWhereTheSetIsEmpty) {
  const Truths set =
      TruthsOf(InstancesOf({4, 5}), {"0 1", "- -", "- -", "- -", "- 1", "+ -"});
  const Truths single = Single({"1", "0", "1", "?", "1", "0"});
  Truths out;
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
  Truths out;
  Truths set = TruthsOf(InstancesOf({4, 5}), {"0 1", "- ?"});
  both.Run(Single({"1", "1"}), set, &out);
  EXPECT_EQ(out.lanes(), set.lanes());
  EXPECT_THAT(RowsOf(out), ElementsAre("0 1", "- u"));
  set = TruthsOf(InstancesOf({4, 5}), {"0 1"});
  both.Run(Single({"1"}), set, &out);
  EXPECT_EQ(out.lanes(), set.lanes());
  EXPECT_TRUE(out.dense());
}

TEST(EvalStandIn, ALaneInFrontOfMoreThanAWordHas) {
  std::vector<pmapi::InstanceId> ids;
  std::string row;
  std::string none;
  for (int id = 0; id < 130; ++id) {
    ids.push_back(id);
    row += id == 0 ? "" : " ";
    row += "01?u+-"[id * 7 % 6];
    none += id == 0 ? "-" : " -";
  }
  StandInLogic either(kOr);
  Truths out;
  either.Run(Single({"0", "1"}), TruthsOf(InstancesOf(ids), {row, none}), &out);
  std::string expected = "- " + row;
  for (char& c : expected) {
    if (c == '?' || c == '+') c = 'u';
  }
  EXPECT_THAT(RowsOf(out), ElementsAre(expected, "1 " + none));
}

TEST(EvalStandIn, LanesAreAddedOnceASet) {
  StandInLogic both(kAnd);
  Truths out;
  const Truths set = TruthsOf(InstancesOf({4}), {"-"});
  both.Run(Single({"0"}), set, &out);
  const pmapi::LaneSet lanes = out.lanes();
  both.Run(Single({"0"}), set, &out);
  EXPECT_EQ(out.lanes(), lanes);
  both.Run(Single({"0"}), TruthsOf(InstancesOf({4}), {"-"}), &out);
  EXPECT_NE(out.lanes(), lanes);
}

TEST(EvalStandIn, AHostWithASingularMetricHasTheLaneAlready) {
  StandInLogic either(kOr);
  Truths out;
  const Truths set =
      TruthsOf(LaneSetOf({kStandIn, {1, 7}}), {"0 1", "- -", "- 0"});
  either.Run(Single({"0", "1", "1"}), set, &out);
  EXPECT_EQ(out.lanes(), set.lanes());
  EXPECT_THAT(RowsOf(out), ElementsAre("0 1", "1 -", "- 1"));
}

TEST(EvalStandIn, WithoutLanes) {
  StandInLogic either(kOr);
  Truths out;
  either.Run(Single({"1", "?"}), TruthsOf(InstancesOf({}), {"", ""}), &out);
  EXPECT_THAT(*out.lanes(), ElementsAre(kStandIn));
  EXPECT_THAT(RowsOf(out), ElementsAre("1", "?"));
}

}  // namespace
}  // namespace engine::eval
