// Columns of a block from rows of numbers and of strings.
#include "pmapi/fetch/segment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace pmapi {
namespace {

using ::testing::ElementsAre;

/// As 0 the value that is not there.
NumberRows RowsOf(const std::vector<InstanceId>& ids,
                  const std::vector<std::vector<std::uint64_t>>& rows) {
  NumberRows numbers(NumberForm{Type::kU32, 1, false});
  numbers.Begin(ids, rows.size());
  double seconds = 0;
  for (const auto& row : rows) {
    std::vector<Cell> cells;
    for (const auto value : row) cells.push_back(value == 0 ? kAbsent : kKnown);
    numbers.Put({seconds++, 0, false}, row.data(), cells.data());
  }
  numbers.Finish();
  return numbers;
}

Block MakeBlock(int ticks, int width) {
  Block block;
  block.Reset(ticks, std::make_shared<std::vector<Lane>>(width));
  return block;
}

std::vector<double> Values(const Block& block) {
  return {block.values(), block.values() + block.size()};
}

std::vector<int> Cells(const Block& block) {
  return {block.cells(), block.cells() + block.size()};
}

TEST(Segment, OfTwoHostsStandSideBySide) {
  const NumberRows a = RowsOf({1, 2}, {{9, 9}, {10, 20}, {11, 0}});
  const NumberRows b = RowsOf({5}, {{50}, {51}});
  Block block = MakeBlock(2, 3);
  EXPECT_FALSE(PutNumbers(a, 1, Segment::Wildcard(0), &block));
  EXPECT_TRUE(PutNumbers(b, 0, Segment::Wildcard(2), &block));
  EXPECT_THAT(Values(block), ElementsAre(10, 20, 50, 11, 0, 51));
  EXPECT_THAT(Cells(block),
              ElementsAre(kKnown, kKnown, kKnown, kKnown, kAbsent, kKnown));
}

TEST(Segment, ExplicitLanesAreAsWrittenAndAlwaysMembers) {
  const NumberRows rows = RowsOf({1, 2}, {{10, 20}, {0, 21}});
  const SampleGroup group{InDom{1}, {1, 2}};
  const std::vector<InstanceId> written = {2, 7, 1, 2};
  Block block = MakeBlock(2, 4);
  EXPECT_FALSE(
      PutNumbers(rows, 0, Segment::Explicit(0, group, written), &block));
  EXPECT_THAT(Values(block), ElementsAre(20, 0, 10, 20, 21, 0, 0, 21));
  EXPECT_THAT(Cells(block), ElementsAre(kKnown, kMember, kKnown, kKnown, kKnown,
                                        kMember, kMember, kKnown));
  const std::vector<InstanceId> there = {2};
  block = MakeBlock(2, 1);
  EXPECT_TRUE(PutNumbers(rows, 0, Segment::Explicit(0, group, there), &block));
}

TEST(Segment, AllColumnsMayBeMembersThroughout) {
  const NumberRows rows = RowsOf({1, 2}, {{10, 20}, {0, 21}});
  Block block = MakeBlock(2, 2);
  EXPECT_FALSE(PutNumbers(rows, 0, Segment{0, {}, true, true}, &block));
  EXPECT_THAT(Values(block), ElementsAre(10, 20, 0, 21));
  EXPECT_THAT(Cells(block), ElementsAre(kKnown, kKnown, kMember, kKnown));
}

TEST(Segment, StringsBecomeTheNumbersOfThePool) {
  MetricSamples strings;
  strings.bits = {0, 0, 1, 0, 0, 0};
  strings.cells = {kKnown, kKnown, kKnown, kKnown, kAbsent, kKnown};
  const double numbers[] = {40, 41};
  Block block = MakeBlock(2, 2);
  EXPECT_FALSE(
      PutStrings(strings, 2, 1, numbers, Segment::Wildcard(0), &block));
  EXPECT_THAT(Values(block), ElementsAre(41, 40, 0, 40));
  EXPECT_THAT(Cells(block), ElementsAre(kKnown, kKnown, kAbsent, kKnown));
}

}  // namespace
}  // namespace pmapi
