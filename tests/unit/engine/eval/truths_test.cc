// Truths: rows with and without masks, cells and back, more lanes than a word
// has bits.
#include "engine/eval/truths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "engine/eval/undecided.h"
#include "tests/unit/engine/eval/truth_text.h"

namespace engine::eval {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using tests::InstancesOf;

using Rows = std::vector<std::string>;

pmapi::LaneSet Lanes(int n) {
  std::vector<pmapi::InstanceId> ids;
  for (int id = 0; id < n; ++id) ids.push_back(id);
  return InstancesOf(ids);
}

/// Cells of all kinds.
Rows AnyRows(int rows, int width) {
  std::mt19937 random(3);
  Rows all;
  for (int t = 0; t < rows; ++t) {
    std::string& row = all.emplace_back();
    for (int j = 0; j < width; ++j) {
      row += j == 0 ? "" : " ";
      row += "-+?u01"[std::uniform_int_distribution<int>(0, 5)(random)];
    }
  }
  return all;
}

TEST(Truths, AreWhatTheCellsOfNumbersAre) {
  for (const int width : {0, 1, 7, 8, 63, 64, 65, 130}) {
    const Rows rows = AnyRows(5, width);
    EXPECT_THAT(RowsOf(TruthsOf(Lanes(width), rows)), ElementsAreArray(rows));
  }
}

TEST(Truths, OfNumbersAreThoseThatAreNotZero) {
  EXPECT_THAT(RowsOf(TruthsOf(Lanes(4), {"2 -0 nan 0", "-1 0.5 ? 0"})),
              ElementsAre("1 0 1 0", "1 1 ? 0"));
}

TEST(Truths, RowsThatAreKnownThroughoutHaveNoMasks) {
  const Truths truths = TruthsOf(Lanes(3), {"0 1 1", "0 ? 1", "1 1 1"});
  EXPECT_TRUE(truths.known(0));
  EXPECT_FALSE(truths.known(1));
  EXPECT_TRUE(truths.known(2));
  EXPECT_FALSE(truths.dense());
  EXPECT_EQ(truths.masks(0).known, truths.all());
  EXPECT_TRUE(TruthsOf(Lanes(1), {"1", "0"}).dense());
  EXPECT_TRUE(TruthsOf(Lanes(0), {"", ""}).dense());
}

TEST(Truths, MasksThatAreFullAreNone) {
  Truths truths;
  truths.Reset(2, Lanes(70));
  const auto all = [&truths](int w) {
    const Word word = truths.all()[w];
    return MaskWords{0, word, word, word, word};
  };
  WriteRow(0, &truths, all);
  WriteRow(1, &truths, [](int) { return MaskWords{}; });
  EXPECT_TRUE(truths.known(0));
  EXPECT_FALSE(truths.dense());
  WriteRow(1, &truths, all);
  EXPECT_TRUE(truths.dense());
}

TEST(Truths, SayWhatACellIs) {
  const Truths truths = TruthsOf(Lanes(6), {"- + ? u 0 1"});
  const pmapi::Cell cells[] = {pmapi::kAbsent, pmapi::kPresent, pmapi::kMember,
                               kUndecided,     pmapi::kKnown,   pmapi::kKnown};
  for (int lane = 0; lane < 6; ++lane) {
    EXPECT_EQ(truths.cell(0, lane), cells[lane]);
    EXPECT_EQ(truths.truth(0, lane), lane == 5);
  }
  EXPECT_EQ(truths.kleene(0, 3), Kleene::kUnknown);
  EXPECT_EQ(truths.kleene(0, 4), Kleene::kFalse);
  EXPECT_EQ(truths.kleene(0, 5), Kleene::kTrue);
}

TEST(Truths, RowsAreAddedBehindOthers) {
  Truths truths = TruthsOf(Lanes(2), {"1 ?", "0 1"});
  truths.AddRow();
  truths.row(2)[0] = 2;
  truths.AddRow();
  WriteRow(3, &truths, [](int) { return MaskWords{0, 0, 1, 1, 3}; });
  EXPECT_THAT(RowsOf(truths), ElementsAre("1 ?", "0 1", "0 1", "u +"));
}

TEST(Truths, MoveWithTheirLanes) {
  const Truths from = TruthsOf(Lanes(66), AnyRows(3, 66));
  std::vector<int> columns;
  for (int lane = 65; lane >= 0; --lane) columns.push_back(lane);
  columns.push_back(-1);
  Truths moved;
  moved.Reset(3, Lanes(67));
  MoveLanes(from, columns, &moved);
  for (int t = 0; t < 3; ++t) {
    for (int lane = 0; lane < 66; ++lane) {
      EXPECT_EQ(moved.cell(t, 65 - lane), from.cell(t, lane));
      EXPECT_EQ(moved.truth(t, 65 - lane), from.truth(t, lane));
    }
    EXPECT_EQ(moved.cell(t, 66), pmapi::kAbsent);
  }
}

TEST(Outcomes, AreOfEitherForm) {
  const pmapi::Block numbers = tests::BlockOf(Lanes(2), {"0.5 ?", "0 2"});
  const Truths truths = TruthsOf(numbers);
  const Outcome of_numbers(numbers);
  const Outcome of_truths(truths);
  EXPECT_EQ(of_numbers.value(0, 0), 0.5);
  EXPECT_EQ(of_truths.value(0, 0), 1);
  for (const Outcome& one : {of_numbers, of_truths}) {
    EXPECT_EQ(one.ticks(), 2);
    EXPECT_EQ(one.width(), 2);
    EXPECT_EQ(one.lanes(), numbers.lanes());
    EXPECT_EQ(one.cell(0, 1), pmapi::kMember);
    EXPECT_EQ(one.truth(0, 0), Kleene::kTrue);
    EXPECT_EQ(one.truth(0, 1), Kleene::kUnknown);
    EXPECT_EQ(one.truth(1, 0), Kleene::kFalse);
  }
}

}  // namespace
}  // namespace engine::eval
