// Logic of two sets with different lanes: who leads, who pairs with whom, and
// which lanes of the result are whose.
#include "engine/eval/eval_either.h"

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

expr::Layout Open(int hosts = 1) {
  expr::Layout layout;
  layout.kind = expr::Layout::Kind::kOpen;
  layout.sources.resize(static_cast<std::size_t>(hosts));
  return layout;
}

// Lanes: two of the left, then three of the right.
Rows Chosen(Binary node, const Rows& left, const Rows& right) {
  EitherLogic logic(node, Open(), Open());
  pmapi::Block out;
  logic.Run(BlockOf(InstancesOf({4, 5}), left),
            BlockOf(InstancesOf({1, 2, 3}), right), &out);
  return RowsOf(out);
}

TEST(EvalEither, TheFirstThatHasEnoughLeads) {
  const Binary either{BinaryOp::kOr, 0, 1};
  EXPECT_THAT(
      Chosen(either, {"0 1", "1 -", "- -", "1 -", "- -", "0 -", "- -"},
             {"1 0 -", "0 1 1", "1 - 0", "0 - -", "- 1 -", "- - -", "- - -"}),
      ElementsAre("1 1 - - -", "- - u 1 1", "- - 1 - u", "1 - - - -",
                  "- - - 1 -", "u - - - -", "- - - - -"));
  EXPECT_THAT(
      Chosen({BinaryOp::kAnd, 0, 1}, {"0 1", "1 -"}, {"1 1 -", "0 1 ?"}),
      ElementsAre("0 1 - - -", "- - 0 u ?"));
}

TEST(EvalEither, WhereNeitherHasEnoughTheOneThatLeadsByItsShape) {
  const Rows left = {"1 -", "- -", "1 -"};
  const Rows right = {"- 0 -", "0 - -", "- - -"};
  EXPECT_THAT(Chosen({BinaryOp::kOr, 0, 1, true}, left, right),
              ElementsAre("1 - - - -", "- - u - -", "1 - - - -"));
  // The lead's lanes are the first then.
  EXPECT_THAT(Chosen({BinaryOp::kOr, 0, 1, false}, left, right),
              ElementsAre("- 1 - - -", "u - - - -", "- - - 1 -"));
}

TEST(EvalEither, OneIsEnoughOverAWindow) {
  EXPECT_THAT(Chosen({BinaryOp::kOr, 0, 1, true, 1, 2}, {"0 -"}, {"1 1 1"}),
              ElementsAre("u - - - -"));
  EXPECT_THAT(Chosen({BinaryOp::kOr, 0, 1, true, 2, 1}, {"0 -"}, {"- 1 -"}),
              ElementsAre("- - - 1 -"));
}

// What is present counts, and may be decided by the other.
TEST(EvalEither, GoesOverWhatIsPresent) {
  EXPECT_THAT(
      Chosen({BinaryOp::kAnd, 0, 1}, {"+ +", "+ ?"}, {"0 1 -", "+ 0 -"}),
      ElementsAre("0 u - - -", "? 0 - - -"));
}

// Of what pairs with nothing and knows nothing there is nothing to say.
TEST(EvalEither, TheLeadYieldsWhereAllWouldBeUnknown) {
  const Binary node{BinaryOp::kOr, 0, 1};
  EXPECT_THAT(Chosen(node, {"? +", "? ?", "? ?"}, {"0 - -", "0 1 -", "- - -"}),
              ElementsAre("- - u - -", "u 1 - - -", "? ? - - -"));
  EXPECT_THAT(Chosen(node, {"1 -", "- -"}, {"? ? -", "? ? -"}),
              ElementsAre("1 - - - -", "- - ? ? -"));
}

TEST(EvalEither, TheLanesOfEachHostStandTogether) {
  const Binary node{BinaryOp::kOr, 0, 1};
  EitherLogic logic(node, Open(2), Open(2));
  pmapi::Block out;
  logic.Run(BlockOf(LaneSetOf({{0, 7}, {1, 7}}), {"0 1", "1 -"}),
            BlockOf(LaneSetOf({{0, 2}, {0, 9}, {1, 2}}), {"1 1 1", "0 1 1"}),
            &out);
  EXPECT_THAT(*out.lanes(), ElementsAre(pmapi::Lane{0, 7}, pmapi::Lane{1, 2},
                                        pmapi::Lane{1, 9}, pmapi::Lane{2, 7},
                                        pmapi::Lane{3, 2}));
  EXPECT_THAT(RowsOf(out), ElementsAre("u - - 1 -", "- u 1 - 1"));
}

TEST(EvalEither, ExplicitInstancesAreNumbered) {
  expr::Layout named;
  named.kind = expr::Layout::Kind::kFixed;
  named.sources = {0};
  const Binary node{BinaryOp::kOr, 0, 1};
  EitherLogic logic(node, Open(), named);
  pmapi::Block out;
  logic.Run(BlockOf(InstancesOf({4, 5}), {"0 1", "1 -"}),
            BlockOf(InstancesOf({9, 3, 9}), {"1 1 1", "0 ? 1"}), &out);
  EXPECT_THAT(*out.lanes(), ElementsAre(pmapi::Lane{0, 4}, pmapi::Lane{0, 5},
                                        pmapi::Lane{1, 0}, pmapi::Lane{1, 1},
                                        pmapi::Lane{1, 2}));
  EXPECT_THAT(RowsOf(out), ElementsAre("u 1 - - -", "- - u ? 1"));
}

TEST(EvalEither, LanesAreJoinedOnceAPair) {
  const Binary node{BinaryOp::kOr, 0, 1};
  EitherLogic logic(node, Open(), Open());
  const pmapi::Block left = BlockOf(InstancesOf({4}), {"1"});
  const pmapi::Block right = BlockOf(InstancesOf({4}), {"1"});
  pmapi::Block out;
  logic.Run(left, right, &out);
  const pmapi::LaneSet lanes = out.lanes();
  logic.Run(left, right, &out);
  EXPECT_EQ(out.lanes(), lanes);
  logic.Run(left, BlockOf(InstancesOf({4}), {"1"}), &out);
  EXPECT_NE(out.lanes(), lanes);
}

TEST(EvalEither, WithoutLanes) {
  const Binary node{BinaryOp::kOr, 0, 1};
  EitherLogic logic(node, Open(), Open());
  pmapi::Block out;
  logic.Run(BlockOf(InstancesOf({}), {"", ""}),
            BlockOf(InstancesOf({6}), {"1", "-"}), &out);
  EXPECT_THAT(RowsOf(out), ElementsAre("1", "-"));
}

}  // namespace
}  // namespace engine::eval
