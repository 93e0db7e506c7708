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

/// All rows while `block` is the newest.
std::vector<std::string> Next(History* history, const pmapi::Block& block) {
  history->Append(block);
  std::vector<std::string> rows = RowsOf(*history);
  history->Keep();
  return rows;
}

/// Whether it is dense then.
bool IsDenseWith(History* history, const pmapi::Block& block) {
  history->Append(block);
  const bool dense = history->dense();
  history->Keep();
  return dense;
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
  EXPECT_THAT(Next(&history, BlockOf(lanes, {"1 10"})),
              ElementsAre("? ?", "? ?", "1 10"));
  EXPECT_THAT(Next(&history, BlockOf(lanes, {"2 20", "3 ?", "4 -"})),
              ElementsAre("? ?", "1 10", "2 20", "3 ?", "4 -"));
  EXPECT_THAT(Next(&history, BlockOf(lanes, {"5 50"})),
              ElementsAre("3 ?", "4 -", "5 50"));
}

// A thousand windows of a million rows would be gigabytes before a sample has
// come.
TEST(HistoryTest, RowsTakeMemoryAsTheyCome) {
  History history(1'000'000, pmapi::kMember);
  const pmapi::LaneSet lanes = InstancesOf({0, 1});
  const pmapi::Block block = BlockOf(lanes, {"1 10"});
  for (int i = 0; i < 99; ++i) {
    history.Append(block);
    history.Keep();
  }
  EXPECT_EQ(history.held(), 99);
  EXPECT_LT(history.bytes(), 10'000u);
  EXPECT_EQ(history.row(-99)[1], 10);
  EXPECT_EQ(history.cell_row(-100)[1], pmapi::kMember);
  EXPECT_EQ(history.cell_row(-1'000'000)[0], pmapi::kMember);
}

TEST(HistoryTest, NewLanesHaveNoPastAndOldOnesKeepTheirs) {
  History history(2, pmapi::kAbsent);
  Next(&history, BlockOf(InstancesOf({1, 3}), {"1 30", "2 31"}));
  EXPECT_THAT(
      Next(&history, BlockOf(InstancesOf({0, 1, 2, 3, 4}), {"5 3 5 32 5"})),
      ElementsAre("- 1 - 30 -", "- 2 - 31 -", "5 3 5 32 5"));
  EXPECT_THAT(Next(&history, BlockOf(InstancesOf({3}), {"33"})),
              ElementsAre("31", "32", "33"));
}

TEST(HistoryTest, WithoutLanes) {
  History history(2, pmapi::kAbsent);
  const pmapi::LaneSet none = InstancesOf({});
  Next(&history, BlockOf(none, {""}));
  Next(&history, BlockOf(none, {"", ""}));
  EXPECT_EQ(history.width(), 0);
  EXPECT_THAT(Next(&history, BlockOf(InstancesOf({7}), {"1"})),
              ElementsAre("-", "-", "1"));
}

TEST(HistoryTest, IsDenseOnceTheTailIs) {
  History history(3, pmapi::kMember);
  const auto is_dense_with = [&history](const std::vector<std::string>& rows) {
    return IsDenseWith(&history, BlockOf(InstancesOf({0}), rows));
  };
  EXPECT_FALSE(is_dense_with({"1", "2"}));
  EXPECT_FALSE(is_dense_with({"3"}));
  EXPECT_TRUE(is_dense_with({"4"}));
  EXPECT_FALSE(is_dense_with({"?"}));
  EXPECT_FALSE(is_dense_with({"5", "6", "7"}));
  EXPECT_TRUE(is_dense_with({"8"}));
  EXPECT_FALSE(is_dense_with({"?", "9", "10", "11"}));
  EXPECT_TRUE(is_dense_with({"12"})) << "the last three are known";
}

TEST(HistoryTest, ANewLaneEndsBeingDense) {
  History history(1, pmapi::kAbsent);
  Next(&history, BlockOf(InstancesOf({0, 1}), {"1 2", "3 4"}));
  EXPECT_TRUE(IsDenseWith(&history, BlockOf(InstancesOf({1}), {"5"})));
  EXPECT_FALSE(IsDenseWith(&history, BlockOf(InstancesOf({1, 2}), {"6 7"})));
}

TEST(HistoryTest, WithoutDepthItIsTheBlock) {
  History history(0, pmapi::kMember);
  const pmapi::Block block = BlockOf(InstancesOf({0}), {"1", "2"});
  EXPECT_TRUE(IsDenseWith(&history, block));
  EXPECT_THAT(Next(&history, block), ElementsAre("1", "2"));
}

TEST(HistoryTest, RowsSlideTickByTick) {
  History history(3, pmapi::kMember);
  const pmapi::LaneSet lanes = InstancesOf({0, 1});
  const auto text = [](int tick) {
    if (tick < 0) return std::string("? ?");
    return std::to_string(tick) + (tick % 4 == 0 ? " ?" : " 7");
  };
  for (int tick = 0; tick < 20; ++tick) {
    EXPECT_THAT(Next(&history, BlockOf(lanes, {text(tick)})),
                ElementsAre(text(tick - 3), text(tick - 2), text(tick - 1),
                            text(tick)));
  }
}

TEST(HistoryTest, RowsAreKnownByThemselves) {
  History history(2, pmapi::kMember);
  const pmapi::LaneSet lanes = InstancesOf({0, 1});
  const pmapi::Block first = BlockOf(lanes, {"1 ?", "1 2"});
  history.Append(first);
  EXPECT_FALSE(history.known(-1));
  EXPECT_FALSE(history.known(0));
  EXPECT_TRUE(history.known(1));
  history.Keep();
  const pmapi::Block second = BlockOf(lanes, {"3 4", "5 6"});
  history.Append(second);
  EXPECT_FALSE(history.known(-2));
  EXPECT_TRUE(history.known(-1));
  EXPECT_TRUE(history.known(0));
  history.Keep();
  EXPECT_TRUE(IsDenseWith(&history, BlockOf(lanes, {"7 8"})));
}

}  // namespace
}  // namespace engine::eval
