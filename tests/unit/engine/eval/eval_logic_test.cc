// && || !: beside kleene.h for all cells; who leads, and what is a member.
#include "engine/eval/eval_logic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/eval/undecided.h"
#include "tests/unit/engine/eval/truth_text.h"

namespace engine::eval {
namespace {

using program::ast::BinaryOp;
using ::testing::ElementsAre;
using tests::InstancesOf;

using Rows = std::vector<std::string>;

/// Lanes 0, 1, ... as many as the first row has words.
Truths Set(const Rows& rows) {
  std::vector<pmapi::InstanceId> ids = {0};
  for (const char c : rows.front()) {
    if (c == ' ') ids.push_back(static_cast<int>(ids.size()));
  }
  return TruthsOf(InstancesOf(ids), rows);
}

Truths Single(const Rows& rows) { return TruthsOf(InstancesOf({-1}), rows); }

Rows Eval(BinaryOp op, TruthOperand left, TruthOperand right,
          bool left_leads = true, bool both_lead = false) {
  const TruthOperand& wide = left.single ? right : left;
  Truths out = RoomFor(wide.truths.ticks(), wide.truths.lanes());
  EvalLogic({op, 0, 1, left_leads}, left, right, both_lead, &out);
  return RowsOf(out);
}

Rows Sets(BinaryOp op, const Rows& left, const Rows& right,
          bool left_leads = true) {
  return Eval(op, {Set(left), false}, {Set(right), false}, left_leads);
}

/// All that a cell of a truth can be.
const std::vector<std::string> kCells = {"-", "+", "?", "u", "0", "1"};

/// What kleene.h makes of two cells, of which the first one leads.
std::string Expected(BinaryOp op, const Truths& a, const Truths& b, int lane) {
  const Kleene truth = op == BinaryOp::kAnd
                           ? KleeneAnd(a.kleene(0, lane), b.kleene(0, lane))
                           : KleeneOr(a.kleene(0, lane), b.kleene(0, lane));
  const pmapi::Cell lead = a.cell(0, lane);
  const pmapi::Cell other = b.cell(0, lane);
  if (!pmapi::IsPresent(lead)) return "-";
  if (truth == Kleene::kUnknown) {
    return UnknownOf(lead, other) == kUndecided ? "u" : "?";
  }
  return truth == Kleene::kTrue ? "1" : "0";
}

// In one row of 36 lanes, three times over: in more than a word.
TEST(EvalLogic, IsKleenesForAllCells) {
  std::string left;
  std::string right;
  for (int times = 0; times < 3; ++times) {
    for (const std::string& a : kCells) {
      for (const std::string& b : kCells) {
        left += left.empty() ? a : " " + a;
        right += right.empty() ? b : " " + b;
      }
    }
  }
  const Truths a = Set({left});
  const Truths b = Set({right});
  for (const BinaryOp op : {BinaryOp::kAnd, BinaryOp::kOr}) {
    std::string expected;
    for (int lane = 0; lane < a.width(); ++lane) {
      expected += (lane == 0 ? "" : " ") + Expected(op, a, b, lane);
    }
    EXPECT_THAT(Eval(op, {a, false}, {b, false}), ElementsAre(expected));
  }
}

TEST(EvalLogic, NotIsKleenesForAllCells) {
  const Truths set = Set({"- + ? u 0 1", "0 1 1 0 0 1"});
  Truths out = RoomFor(2, set.lanes());
  EvalNot(set, &out);
  EXPECT_THAT(RowsOf(out), ElementsAre("- + ? u 1 0", "1 0 0 1 1 0"));
}

TEST(EvalLogic, KnownThroughoutIsDense) {
  const Truths set = Set({"1 0"});
  for (const BinaryOp op : {BinaryOp::kAnd, BinaryOp::kOr}) {
    Truths out = RoomFor(1, set.lanes());
    EvalLogic({op, 0, 1, true}, {set, false}, {Single({"1"}), true}, false,
              &out);
    EXPECT_TRUE(out.dense());
  }
}

TEST(EvalLogic, ASetWithoutLanes) {
  const Truths none = TruthsOf(InstancesOf({}), {"", ""});
  EXPECT_THAT(Eval(BinaryOp::kOr, {none, false}, {Single({"1", "?"}), true}),
              ElementsAre("", ""));
}

TEST(EvalLogic, WhereBothLeadWhatEitherHasIsThere) {
  const Truths left = Set({"- - - - 1 0 ?"});
  const Truths right = Set({"- 1 0 ? - - -"});
  const auto eval = [&](BinaryOp op) {
    return Eval(op, {left, false}, {right, false}, true, true);
  };
  EXPECT_THAT(eval(BinaryOp::kOr), ElementsAre("- 1 u ? 1 u ?"));
  EXPECT_THAT(eval(BinaryOp::kAnd), ElementsAre("- u 0 ? u 0 ?"));
}

// Rows: false, unknown, true with each of the three.
TEST(EvalLogic, AndOrAreKleenes) {
  const Rows left = {"0 0 0", "? ? ?", "1 1 1"};
  const Rows right = {"0 ? 1", "0 ? 1", "0 ? 1"};
  EXPECT_THAT(Sets(BinaryOp::kAnd, left, right),
              ElementsAre("0 0 0", "0 ? u", "0 u 1"));
  EXPECT_THAT(Sets(BinaryOp::kOr, left, right),
              ElementsAre("0 u 1", "u ? 1", "1 1 1"));
  EXPECT_THAT(Sets(BinaryOp::kOr, {"u u u u"}, {"? u 0 1"}),
              ElementsAre("u u u 1"));
}

TEST(EvalLogic, DenseLogicIsTheSame) {
  EXPECT_THAT(Sets(BinaryOp::kAnd, {"0 0 1 1"}, {"0 1 0 1"}),
              ElementsAre("0 0 0 1"));
  EXPECT_THAT(Sets(BinaryOp::kOr, {"0 0 1 1"}, {"0 1 0 1"}),
              ElementsAre("0 1 1 1"));
}

// What is present of the lead is a member, known where one side decides.
TEST(EvalLogic, LogicGoesOverWhatIsPresentOfTheLead) {
  EXPECT_THAT(Sets(BinaryOp::kAnd, {"0 1 ? + -"}, {"+ + + + 0"}),
              ElementsAre("0 u ? ? -"));
  EXPECT_THAT(Sets(BinaryOp::kAnd, {"+ + - 1"}, {"0 1 0 -"}),
              ElementsAre("0 u - u"));
  EXPECT_THAT(Sets(BinaryOp::kOr, {"0 1 + -"}, {"- - 1 1"}),
              ElementsAre("u 1 1 -"));
}

TEST(EvalLogic, OfTwoSetsTheFirstWithMoreThanOneLeads) {
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

TEST(EvalLogic, ASingleOperandOfLogicIsBroadcastOverTheSet) {
  const Truths set = Set({"0 1 ? + -", "0 1 ? + -", "0 1 ? + -"});
  const Truths single = Single({"0", "1", "?"});
  const auto both = ElementsAre("0 0 0 0 -", "0 1 u u -", "0 u ? ? -");
  EXPECT_THAT(Eval(BinaryOp::kAnd, {set, false}, {single, true}), both);
  EXPECT_THAT(Eval(BinaryOp::kAnd, {single, true}, {set, false}, false), both);
  const auto either = ElementsAre("0 1 u u -", "1 1 1 1 -", "u 1 ? ? -");
  EXPECT_THAT(Eval(BinaryOp::kOr, {set, false}, {single, true}), either);
  EXPECT_THAT(Eval(BinaryOp::kOr, {single, true}, {set, false}, false), either);
}

}  // namespace
}  // namespace engine::eval
