// SampleReduction: the last T cells of each lane.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <numeric>
#include <random>
#include <sstream>

#include "engine/eval/eval_reduce.h"
#include "tests/support/block_text.h"

namespace engine::eval {
namespace {

using program::Reducer;
using program::ReduceSamples;
using ::testing::ElementsAre;
using tests::BlockOf;
using tests::InstancesOf;
using tests::RowsOf;

using Rows = std::vector<std::string>;

ReduceSamples Window(Reducer reducer, int samples, double percent = 0) {
  return {{reducer, percent}, 0, samples, {}};
}

/// The rows in one block and then tick by tick, which is the same.
class WindowTest : public ::testing::Test {
 protected:
  Rows Run(const ReduceSamples& node, const pmapi::LaneSet& lanes,
           const Rows& rows, bool open) {
    const Rows at_once = InBlocksOf(rows.size(), node, lanes, rows, open);
    EXPECT_EQ(InBlocksOf(1, node, lanes, rows, open), at_once);
    EXPECT_EQ(InBlocksOf(2, node, lanes, rows, open), at_once);
    return at_once;
  }
  Rows Open(const ReduceSamples& node, const Rows& rows) {
    return Run(node, InstancesOf({0, 1}), rows, true);
  }
  Rows Fixed(const ReduceSamples& node, const Rows& rows) {
    return Run(node, InstancesOf({0}), rows, false);
  }

  // What the columns' counts are, where a node looks at them.
  std::vector<std::int32_t> counts_;
  std::int32_t count_before_ = 0;

 private:
  Rows InBlocksOf(std::size_t length, const ReduceSamples& node,
                  const pmapi::LaneSet& lanes, const Rows& rows, bool open) {
    SampleReduction reduction(node, open);
    Rows result;
    for (std::size_t t = 0; t < rows.size(); t += length) {
      const auto end = std::min(t + length, rows.size());
      const pmapi::Block block =
          BlockOf(lanes, Rows(rows.begin() + static_cast<std::ptrdiff_t>(t),
                              rows.begin() + static_cast<std::ptrdiff_t>(end)));
      pmapi::Block out;
      out.Reset(block.ticks(), lanes);
      reduction.Run(block, Columns(t, end), &out);
      for (std::string& row : RowsOf(out)) result.push_back(std::move(row));
    }
    return result;
  }

  std::vector<pmapi::Column>& Columns(std::size_t begin, std::size_t end) {
    columns_.assign(1, {});
    for (std::size_t t = begin; t < end && t < counts_.size(); ++t) {
      columns_[0].counts.push_back(counts_[t]);
    }
    columns_[0].count_before =
        begin == 0 || counts_.empty() ? count_before_ : counts_[begin - 1];
    return columns_;
  }

  std::vector<pmapi::Column> columns_;
};

TEST_F(WindowTest, AFixedLaneIsUnknownUntilTheWindowIsFull) {
  const Rows rows = {"1", "2", "4", "8", "?", "1", "1", "1"};
  EXPECT_THAT(Fixed(Window(Reducer::kSum, 3), rows),
              ElementsAre("?", "?", "7", "14", "?", "?", "?", "3"));
  EXPECT_THAT(Fixed(Window(Reducer::kAvg, 2), rows),
              ElementsAre("?", "1.5", "3", "6", "?", "?", "1", "1"));
  EXPECT_THAT(Fixed(Window(Reducer::kMin, 2), rows),
              ElementsAre("?", "1", "2", "4", "?", "?", "1", "1"));
  EXPECT_THAT(Fixed(Window(Reducer::kMax, 2), rows),
              ElementsAre("?", "2", "4", "8", "?", "?", "1", "1"));
}

TEST_F(WindowTest, AnOpenLaneIsNoMemberUntilItHasBeenOneTTimes) {
  EXPECT_THAT(
      Open(Window(Reducer::kSum, 2),
           {"1 -", "2 10", "4 20", "- 30", "1 ?", "1 40", "+ 50", "1 60"}),
      ElementsAre("+ -", "3 +", "6 30", "- 50", "+ ?", "2 ?", "+ 90", "+ 110"));
}

TEST_F(WindowTest, AWindowOfOneIsTheCellItself) {
  EXPECT_THAT(Open(Window(Reducer::kAvg, 1), {"1 -", "? 2", "+ 3"}),
              ElementsAre("1 -", "? 2", "+ 3"));
  EXPECT_THAT(Open(Window(Reducer::kCount, 1), {"1 -", "? 0", "+ 1"}),
              ElementsAre("1 -", "? 0", "+ 1"));
}

TEST_F(WindowTest, TruthsAreDecidedBySomeSamples) {
  const Rows rows = {"1", "0", "?", "?", "1", "1", "1", "1", "0", "0", "0"};
  EXPECT_THAT(
      Fixed(Window(Reducer::kSome, 3), rows),
      ElementsAre("?", "?", "1", "?", "1", "1", "1", "1", "1", "1", "0"));
  EXPECT_THAT(
      Fixed(Window(Reducer::kAll, 3), rows),
      ElementsAre("?", "?", "0", "0", "?", "?", "1", "1", "0", "0", "0"));
  EXPECT_THAT(
      Fixed(Window(Reducer::kCount, 3), rows),
      ElementsAre("?", "?", "?", "?", "?", "?", "3", "3", "2", "1", "0"));
  EXPECT_THAT(Fixed(Window(Reducer::kCount, 2), {"1", "u", "u", "?", "1"}),
              ElementsAre("?", "1", "0", "?", "?"));
  EXPECT_THAT(Fixed(Window(Reducer::kSome, 2), {"0", "u", "u", "?", "0"}),
              ElementsAre("?", "u", "u", "?", "?"));
  // Of three 67% are two.
  EXPECT_THAT(
      Fixed(Window(Reducer::kPercent, 3, 67), rows),
      ElementsAre("?", "?", "?", "?", "?", "1", "1", "1", "1", "0", "0"));
}

// Not even a sample that would decide counts before the window can be full.
TEST_F(WindowTest, TruthsOfAWindowThatIsNotFullAreUnknown) {
  EXPECT_THAT(Fixed(Window(Reducer::kSome, 3), {"1", "1", "1"}),
              ElementsAre("?", "?", "1"));
  EXPECT_THAT(Fixed(Window(Reducer::kAll, 3), {"0", "0", "0"}),
              ElementsAre("?", "?", "0"));
  EXPECT_THAT(Fixed(Window(Reducer::kCount, 2), {"1", "1"}),
              ElementsAre("?", "2"));
}

TEST_F(WindowTest, OpenTruths) {
  EXPECT_THAT(Open(Window(Reducer::kAll, 2),
                   {"1 1", "1 -", "1 1", "- 1", "1 0", "? 1"}),
              ElementsAre("+ +", "1 -", "1 +", "- 1", "+ 0", "? 0"));
}

// At tick 2 of a window of 3 the newest sample is added to first, at tick 3
// the one before it, and so on: pmie's ring is read from its first place.
TEST_F(WindowTest, TheOrderOfSummationIsTheRings) {
  // Always (-1e17 + 1e17) + 1.
  EXPECT_THAT(Fixed(Window(Reducer::kSum, 3),
                    {"1", "1e17", "-1e17", "1", "1e17", "-1e17"}),
              ElementsAre("?", "?", "1", "1", "1", "1"));
  // Always (-1e17 + 1) + 1e17, which loses the 1.
  EXPECT_THAT(Fixed(Window(Reducer::kSum, 3), {"1e17", "1", "-1e17", "1e17"}),
              ElementsAre("?", "?", "0", "0"));
}

// The rows of TheOrderOfSummationIsTheRings as they come; each sum in another
// order would be another number.
TEST_F(WindowTest, AChangeOfTheCountBeginsTheRingAnew) {
  const Rows rows = {"1", "1e17", "-1e17", "1", "1e17", "-1e17"};
  ReduceSamples node = Window(Reducer::kSum, 3);
  node.open_columns = {0};
  node.fetched = true;
  count_before_ = 2;
  counts_ = {2, 2, 2, 2, 2, 2};
  EXPECT_THAT(Fixed(node, rows), ElementsAre("?", "?", "1", "1", "1", "1"));
  // At tick 3 the phase is T - 1: newest first, (1 - 1e17) + 1e17.
  counts_ = {2, 2, 2, 3, 3, 3};
  EXPECT_THAT(Fixed(node, rows), ElementsAre("?", "?", "1", "0", "0", "0"));
  // The archive knows another number of instances than the first tick has:
  // phase 2 at tick 0, so 0 at tick 1 and 1 at tick 2: ages 2, 0, 1.
  counts_ = {1, 1, 1, 1, 1, 1};
  EXPECT_THAT(Fixed(node, rows), ElementsAre("?", "?", "0", "0", "0", "0"));
  // What is computed begins with phase 0: at tick 3 the newest is the last.
  node.fetched = false;
  counts_ = {2, 2, 2, 3, 3, 3};
  EXPECT_THAT(Fixed(node, rows), ElementsAre("?", "?", "1", "1", "1", "1"));
  counts_ = {1, 1, 1, 1, 1, 1};
  EXPECT_THAT(Fixed(node, rows), ElementsAre("?", "?", "1", "1", "1", "1"));
}

TEST_F(WindowTest, LeadingNanIsTheRingsFirst) {
  const Rows rows = {"nan", "1", "2", "3"};
  // Tick 2 reads newest first, so the NaN comes last.
  EXPECT_THAT(Fixed(Window(Reducer::kMin, 3), rows),
              ElementsAre("?", "?", "1", "1"));
  // Tick 3 of 4 too; tick 1 of 2; tick 2 of 2 reads the older one first.
  EXPECT_THAT(Fixed(Window(Reducer::kMax, 2), {"1", "nan", "1", "1"}),
              ElementsAre("?", "nan", "nan", "1"));
}

TEST(SlidingCounts, AreANaiveRecount) {
  std::uint32_t seed = 12345;
  const auto next = [&seed] {
    seed = seed * 1664525 + 1013904223;
    return seed >> 24;
  };
  constexpr std::size_t kSamples = 5;
  Rows rows;
  for (int t = 0; t < 200; ++t) {
    const auto roll = next();
    rows.push_back(roll < 100 ? "1" : roll < 200 ? "0" : "u");
  }
  const ReduceSamples node = Window(Reducer::kCount, kSamples);
  SampleReduction reduction(node, false);
  const pmapi::Block block = BlockOf(InstancesOf({0}), rows);
  pmapi::Block out;
  out.Reset(block.ticks(), block.lanes());
  reduction.Run(block, {}, &out);
  const Rows counted = RowsOf(out);
  for (std::size_t t = kSamples - 1; t < rows.size(); ++t) {
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(t) + 1;
    EXPECT_EQ(counted[t], std::to_string(std::count(end - kSamples, end, "1")))
        << t;
  }
}

TEST_F(WindowTest, PercentilesAndDeviationsAreUnknownAsAnAverageIs) {
  EXPECT_THAT(Open(Window(Reducer::kPercentile, 3, 50),
                   {"1 9", "5 8", "3 7", "4 ?", "2 6", "9 6", "9 6"}),
              ElementsAre("+ +", "+ +", "3 8", "4 ?", "3 ?", "4 ?", "9 6"));
  EXPECT_THAT(Open(Window(Reducer::kStddev, 2), {"1 9", "3 ?", "3 7", "3 7"}),
              ElementsAre("+ +", "1 ?", "0 ?", "0 0"));
}

TEST_F(WindowTest, OfPercentilesAndDeviationsTheRingsFirstNanCounts) {
  const Rows passed = {"nan", "1", "nan", "2"};
  EXPECT_THAT(Fixed(Window(Reducer::kPercentile, 2, 99), passed),
              ElementsAre("?", "1", "1", "2"));
  EXPECT_THAT(Fixed(Window(Reducer::kStddev, 2), passed),
              ElementsAre("?", "0", "0", "0"));
  const Rows kept = {"1", "nan", "1", "3"};
  EXPECT_THAT(Fixed(Window(Reducer::kPercentile, 2, 99), kept),
              ElementsAre("?", "nan", "nan", "3"));
  EXPECT_THAT(Fixed(Window(Reducer::kStddev, 2), kept),
              ElementsAre("?", "nan", "nan", "1"));
}

Rows RunOn(SampleReduction* reduction, const pmapi::LaneSet& lanes,
           const Rows& rows) {
  pmapi::Block out;
  out.Reset(static_cast<int>(rows.size()), lanes);
  reduction->Run(BlockOf(lanes, rows), {}, &out);
  return RowsOf(out);
}

TEST_F(WindowTest, TruthsThatAreAllKnownAreCountedOnThoughLanesChange) {
  const ReduceSamples node = Window(Reducer::kCount, 3);
  SampleReduction before(node, true);
  const pmapi::LaneSet two = InstancesOf({1, 2});
  RunOn(&before, two, {"1 0", "1 1"});
  EXPECT_THAT(RunOn(&before, two, {"1 1", "0 1"}), ElementsAre("3 2", "2 3"));
  EXPECT_THAT(RunOn(&before, InstancesOf({2}), {"1", "0"}),
              ElementsAre("3", "2"));
  SampleReduction now(node, true);
  now.Continue(&before);
  EXPECT_THAT(RunOn(&now, InstancesOf({2}), {"0"}), ElementsAre("1"));
  EXPECT_THAT(RunOn(&now, two, {"1 0", "1 1", "1 ?", "1 1"}),
              ElementsAre("+ 0", "+ 1", "3 ?", "3 ?"));
}

/// Twelve lanes, of which three have cells that are not known.
Rows MostlyKnown(bool truths) {
  std::mt19937 random(7);
  const auto below = [&random](int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(random);
  };
  const char* const unknown[] = {"?", "u", "+", "-"};
  Rows rows;
  for (int t = 0; t < 40; ++t) {
    std::string& row = rows.emplace_back();
    for (int lane = 0; lane < 12; ++lane) {
      const bool known = lane % 5 != 2 || below(4) != 0;
      row +=
          known ? std::to_string(below(truths ? 2 : 100)) : unknown[below(4)];
      row += ' ';
    }
  }
  return rows;
}

/// What becomes of the rows, `length` at a time.
Rows RunInBlocks(const ReduceSamples& node, const pmapi::LaneSet& lanes,
                 const Rows& rows, std::size_t length) {
  SampleReduction reduction(node, true);
  Rows result;
  for (std::size_t t = 0; t < rows.size(); t += length) {
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(t);
    const auto left = static_cast<std::size_t>(rows.end() - begin);
    const auto end =
        begin + static_cast<std::ptrdiff_t>(std::min(length, left));
    for (std::string& row : RunOn(&reduction, lanes, Rows(begin, end))) {
      result.push_back(std::move(row));
    }
  }
  return result;
}

std::vector<std::string> Words(const std::string& row) {
  std::istringstream in(row);
  return {std::istream_iterator<std::string>(in), {}};
}

// A few lanes of which not all is known are patched; by itself each is tallied.
TEST_F(WindowTest, WhatOneLaneDoesNotKnowChangesNoOther) {
  std::vector<pmapi::InstanceId> ids(12);
  std::iota(ids.begin(), ids.end(), 0);
  for (const Reducer reducer :
       {Reducer::kAll, Reducer::kSome, Reducer::kPercent, Reducer::kCount,
        Reducer::kSum, Reducer::kAvg, Reducer::kMin, Reducer::kMax}) {
    const bool truths = reducer == Reducer::kAll || reducer == Reducer::kSome ||
                        reducer == Reducer::kPercent ||
                        reducer == Reducer::kCount;
    const Rows rows = MostlyKnown(truths);
    const ReduceSamples node = Window(reducer, 4, 60);
    const Rows together = RunInBlocks(node, InstancesOf(ids), rows, 1);
    EXPECT_EQ(RunInBlocks(node, InstancesOf(ids), rows, 3), together);
    EXPECT_EQ(RunInBlocks(node, InstancesOf(ids), rows, 7), together);
    for (std::size_t lane = 0; lane < ids.size(); ++lane) {
      Rows own;
      for (const std::string& row : rows) own.push_back(Words(row)[lane]);
      const Rows alone = RunInBlocks(node, InstancesOf({0}), own, 1);
      for (std::size_t t = 0; t < rows.size(); ++t) {
        ASSERT_EQ(Words(together[t])[lane], alone[t])
            << "lane " << lane << " at " << t;
      }
    }
  }
}

TEST_F(WindowTest, APercentileGoesWithItsLaneAndAnotherProgram) {
  const ReduceSamples node = Window(Reducer::kPercentile, 3, 50);
  SampleReduction before(node, true);
  SampleReduction now(node, true);
  RunOn(&before, InstancesOf({1, 2}), {"1 10", "2 20"});
  EXPECT_THAT(RunOn(&before, InstancesOf({0, 2}), {"5 30"}),
              ElementsAre("+ 20"));
  now.Continue(&before);
  EXPECT_THAT(RunOn(&now, InstancesOf({2, 3}), {"40 7", "50 8", "60 9"}),
              ElementsAre("30 +", "40 +", "50 8"));
}

}  // namespace
}  // namespace engine::eval
