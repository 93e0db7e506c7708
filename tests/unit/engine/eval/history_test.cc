// History: rows from before the block, whatever lanes it had.
#include "engine/eval/history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/block_text.h"

namespace engine::eval {
namespace {

using ::testing::ElementsAre;
using tests::BlockOf;
using tests::InstancesOf;

/// Cells and values of all rows, the oldest first, as RowsOf().
std::vector<std::string> RowsOf(const History& history) {
  pmapi::Block all;
  const int ticks = history.depth() + history.ticks();
  all.Reset(ticks, history.lanes());
  for (int t = 0; t < ticks; ++t) {
    const int tick = t - history.depth();
    std::copy_n(history.row(tick), all.width(), all.row(t));
    std::copy_n(history.cell_row(tick), all.width(), all.cell_row(t));
  }
  return tests::RowsOf(all);
}

TEST(MatchLanesTest, FindsEachLanesColumn) {
  using Lanes = std::vector<pmapi::Lane>;
  const Lanes from = {{0, 1}, {0, 5}, {1, 2}};
  EXPECT_THAT(MatchLanes(from, {{0, 0}, {0, 5}, {1, 1}, {1, 2}, {2, 0}}),
              ElementsAre(-1, 1, -1, 2, -1));
  EXPECT_THAT(MatchLanes({}, {{0, 0}}), ElementsAre(-1));
  EXPECT_THAT(MatchLanes(from, {}), ElementsAre());
}

TEST(HistoryTest, KeepsTheLastRows) {
  History history(2, pmapi::kMember);
  const pmapi::LaneSet lanes = InstancesOf({0, 1});
  history.Append(BlockOf(lanes, {"1 10"}));
  EXPECT_THAT(RowsOf(history), ElementsAre("? ?", "? ?", "1 10"));
  history.Append(BlockOf(lanes, {"2 20", "3 ?", "4 -"}));
  EXPECT_THAT(RowsOf(history),
              ElementsAre("? ?", "1 10", "2 20", "3 ?", "4 -"));
  history.Append(BlockOf(lanes, {"5 50"}));
  EXPECT_THAT(RowsOf(history), ElementsAre("3 ?", "4 -", "5 50"));
}

// A thousand windows of a million rows would be gigabytes before a sample has
// come.
TEST(HistoryTest, RowsTakeMemoryAsTheyCome) {
  History history(1'000'000, pmapi::kMember);
  const pmapi::LaneSet lanes = InstancesOf({0, 1});
  for (int i = 0; i < 100; ++i) history.Append(BlockOf(lanes, {"1 10"}));
  EXPECT_EQ(history.held(), 99);
  EXPECT_LT(history.bytes(), 10'000u);
  EXPECT_EQ(history.row(-99)[1], 10);
  EXPECT_EQ(history.cell_row(-100)[1], pmapi::kMember);
  EXPECT_EQ(history.cell_row(-1'000'000)[0], pmapi::kMember);
}

TEST(HistoryTest, NewLanesHaveNoPastAndOldOnesKeepTheirs) {
  History history(2, pmapi::kAbsent);
  history.Append(BlockOf(InstancesOf({1, 3}), {"1 30", "2 31"}));
  history.Append(BlockOf(InstancesOf({0, 1, 2, 3, 4}), {"5 3 5 32 5"}));
  EXPECT_THAT(RowsOf(history),
              ElementsAre("- 1 - 30 -", "- 2 - 31 -", "5 3 5 32 5"));
  history.Append(BlockOf(InstancesOf({3}), {"33"}));
  EXPECT_THAT(RowsOf(history), ElementsAre("31", "32", "33"));
}

TEST(HistoryTest, WithoutLanes) {
  History history(2, pmapi::kAbsent);
  const pmapi::LaneSet none = InstancesOf({});
  history.Append(BlockOf(none, {""}));
  history.Append(BlockOf(none, {"", ""}));
  EXPECT_EQ(history.width(), 0);
  history.Append(BlockOf(InstancesOf({7}), {"1"}));
  EXPECT_THAT(RowsOf(history), ElementsAre("-", "-", "1"));
}

TEST(HistoryTest, IsDenseOnceTheTailIs) {
  History history(3, pmapi::kMember);
  const pmapi::LaneSet lanes = InstancesOf({0});
  history.Append(BlockOf(lanes, {"1", "2"}));
  EXPECT_FALSE(history.dense());
  history.Append(BlockOf(lanes, {"3"}));
  EXPECT_FALSE(history.dense());
  history.Append(BlockOf(lanes, {"4"}));
  EXPECT_TRUE(history.dense());
  history.Append(BlockOf(lanes, {"?"}));
  EXPECT_FALSE(history.dense());
  history.Append(BlockOf(lanes, {"5", "6", "7"}));
  EXPECT_FALSE(history.dense());
  history.Append(BlockOf(lanes, {"8"}));
  EXPECT_TRUE(history.dense());
}

TEST(HistoryTest, ANewLaneEndsBeingDense) {
  History history(1, pmapi::kAbsent);
  history.Append(BlockOf(InstancesOf({0, 1}), {"1 2", "3 4"}));
  history.Append(BlockOf(InstancesOf({1}), {"5"}));
  EXPECT_TRUE(history.dense());
  history.Append(BlockOf(InstancesOf({1, 2}), {"6 7"}));
  EXPECT_FALSE(history.dense());
}

TEST(HistoryTest, WithoutDepthItIsTheBlock) {
  History history(0, pmapi::kMember);
  history.Append(BlockOf(InstancesOf({0}), {"1", "2"}));
  EXPECT_TRUE(history.dense());
  EXPECT_THAT(RowsOf(history), ElementsAre("1", "2"));
}

}  // namespace
}  // namespace engine::eval
