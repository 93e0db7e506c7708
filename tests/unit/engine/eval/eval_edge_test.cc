// rising and falling: in one block and tick by tick.
#include "engine/eval/eval_edge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pmapi/block/rest.h"
#include "tests/unit/engine/eval/both_ways.h"
#include "tests/unit/engine/eval/truth_text.h"

namespace engine::eval {
namespace {

using ::testing::ElementsAre;
using tests::BlockOf;
using tests::InstancesOf;

void Advance(Edge* edge, const pmapi::Block& in, pmapi::Block* out) {
  OverTruths(in, out, [edge](const Truths& operand, Truths* result) {
    edge->Run(operand, result);
  });
}

Rows Edges(bool rising, const Ids& ids, const Rows& rows) {
  return BothWays(
      ids, rows, [=] { return Edge(rising, false); },
      [](Edge* edge, const pmapi::Block& in, pmapi::Block* out) {
        Advance(edge, in, out);
      });
}

TEST(EdgeTest, ComparesWithTheTickBefore) {
  const Rows rows = {"0", "1", "1", "0", "0", "1"};
  EXPECT_THAT(Edges(true, {0}, rows),
              ElementsAre("?", "1", "0", "0", "0", "1"));
  EXPECT_THAT(Edges(false, {0}, rows),
              ElementsAre("?", "0", "0", "1", "0", "0"));
}

TEST(EdgeTest, ComparesAcrossUnknowns) {
  EXPECT_THAT(Edges(true, {0}, {"?", "0", "?", "?", "1", "?", "1", "?", "0"}),
              ElementsAre("?", "?", "?", "?", "1", "?", "0", "?", "0"));
  EXPECT_THAT(Edges(false, {0}, {"1", "?", "0"}), ElementsAre("?", "?", "1"));
}

// Without a value where the operand is, or was at every tick before.
TEST(EdgeTest, IsUndecidedOnceTheOperandHasHadAValue) {
  EXPECT_THAT(Edges(true, {0}, {"?", "u", "u", "0", "u", "?", "1"}),
              ElementsAre("?", "?", "u", "u", "u", "?", "1"));
  EXPECT_THAT(Edges(true, {0}, {"0", "u", "1"}), ElementsAre("?", "u", "1"));
}

TEST(EdgeTest, ALaneIsWhatItsOperandIs) {
  EXPECT_THAT(Edges(true, {0, 1}, {"0 -", "+ 0", "- 1", "1 ?"}),
              ElementsAre("? -", "+ ?", "- 1", "1 ?"));
}

TEST(EdgeTest, LanesThatWereGoneComeBackWithTheirLastTruth) {
  Edge edge(true, false);
  EXPECT_THAT(Each({{{0, 1, 2}, {"0 0 1"}},
                    {{1}, {"1", "1"}},
                    {{2}, {"0"}},
                    {{0, 1, 3}, {"1 0 1"}},
                    {{1, 2}, {"1 1"}}},
                   [&](const auto& in, auto* out) { Advance(&edge, in, out); }),
              ElementsAre("? ? ?", "1", "0", "0", "1 0 ?", "1 1"));
}

/// One lane at each tick, never the same one.
void RunOverNewLanes(int ticks, Edge* edge) {
  for (int tick = 0; tick < ticks; ++tick) {
    const pmapi::LaneSet lane = InstancesOf({1000 + tick});
    pmapi::Block out;
    out.Reset(1, lane);
    Advance(edge, BlockOf(lane, {"0"}), &out);
  }
}

TEST(EdgeTest, LanesThatHaveBeenAwayForLongAreForgotten) {
  Edge edge(true, false);
  RunOverNewLanes(200'000, &edge);
  EXPECT_LE(edge.gone(), 65'537u);
}

TEST(EdgeTest, AsLongAsLanesAreFewTheyAreRemembered) {
  Edge edge(true, false);
  const auto run = [&edge](const auto& in, auto* out) {
    Advance(&edge, in, out);
  };
  EXPECT_THAT(Each({{{1}, {"0"}}}, run), ElementsAre("?"));
  RunOverNewLanes(2000, &edge);
  EXPECT_EQ(edge.gone(), 2000u);
  EXPECT_THAT(Each({{{1}, {"1"}}}, run), ElementsAre("1"));
}

/// What a group is at the last of `rows`, of which the second lane is the rest.
/// Blocks of `length` ticks have the lanes that they need.
Kleene LastOfGroup(const Rows& rows, std::size_t length) {
  Edge edge(true, true);
  Kleene last = Kleene::kUnknown;
  for (std::size_t first = 0; first < rows.size(); first += length) {
    const std::size_t end = std::min(first + length, rows.size());
    const Rows some(rows.begin() + static_cast<std::ptrdiff_t>(first),
                    rows.begin() + static_cast<std::ptrdiff_t>(end));
    pmapi::Block in = BlockOf(InstancesOf({1, pmapi::kRest}), some);
    for (int t = 0; t < in.ticks(); ++t) {
      pmapi::Cell* rest = in.cell_row(t) + 1;
      if (*rest == pmapi::kKnown) *rest = pmapi::kRestKnown;
    }
    Truths out = RoomFor(in.ticks(), in.lanes());
    edge.Run(TruthsOf(in), &out);
    last = out.kleene(in.ticks() - 1, 0);
  }
  return last;
}

/// The same, however the ticks are cut.
Kleene LastOfGroup(const Rows& rows) {
  const Kleene last = LastOfGroup(rows, rows.size());
  EXPECT_EQ(LastOfGroup(rows, 1), last);
  EXPECT_EQ(LastOfGroup(rows, 2), last);
  return last;
}

TEST(EdgeTest, AGroupThatWasNotThereWasAsTheRest) {
  EXPECT_EQ(LastOfGroup({"- 0", "1 0"}), Kleene::kTrue);
  EXPECT_EQ(LastOfGroup({"- 1", "1 0"}), Kleene::kFalse);
  EXPECT_EQ(LastOfGroup({"1 0", "- 0", "1 0"}), Kleene::kTrue)
      << "what went is new";
  EXPECT_EQ(LastOfGroup({"- 0", "? 0", "1 0"}), Kleene::kTrue);
}

TEST(EdgeTest, WhereTheRestIsNotKnownNothingIsOfANewGroup) {
  EXPECT_EQ(LastOfGroup({"1 0"}), Kleene::kUnknown);
  EXPECT_EQ(LastOfGroup({"- -", "1 0"}), Kleene::kUnknown);
  EXPECT_EQ(LastOfGroup({"- 0", "- -", "1 0"}), Kleene::kUnknown);
  EXPECT_EQ(LastOfGroup({"- 0", "? 0", "- -", "1 0"}), Kleene::kUnknown);
}

TEST(EdgeTest, AGroupKeepsItsTruthWhereNothingIsKnown) {
  EXPECT_EQ(LastOfGroup({"0 0", "- -", "1 0"}), Kleene::kTrue);
  EXPECT_EQ(LastOfGroup({"1 0", "- -", "1 0"}), Kleene::kFalse);
}

}  // namespace
}  // namespace engine::eval
