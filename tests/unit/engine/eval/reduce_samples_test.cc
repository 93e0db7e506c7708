// SampleReduction: aggregates of the last T cells of each lane.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/eval/window_runs.h"

namespace engine::eval {
namespace {

using ::testing::ElementsAre;
using tests::InstancesOf;

TEST_F(WindowTest, AFixedLaneIsUnknownUntilTheWindowIsFull) {
  const Rows rows = {"1", "2", "4", "8", "?", "1", "1", "1"};
  EXPECT_THAT(Fixed(Node(Reducer::kSum, 3), rows),
              ElementsAre("?", "?", "7", "14", "?", "?", "?", "3"));
  EXPECT_THAT(Fixed(Node(Reducer::kAvg, 2), rows),
              ElementsAre("?", "1.5", "3", "6", "?", "?", "1", "1"));
  EXPECT_THAT(Fixed(Node(Reducer::kMin, 2), rows),
              ElementsAre("?", "1", "2", "4", "?", "?", "1", "1"));
  EXPECT_THAT(Fixed(Node(Reducer::kMax, 2), rows),
              ElementsAre("?", "2", "4", "8", "?", "?", "1", "1"));
}

TEST_F(WindowTest, AnOpenLaneIsNoMemberUntilItHasBeenOneTTimes) {
  EXPECT_THAT(
      Open(Node(Reducer::kSum, 2),
           {"1 -", "2 10", "4 20", "- 30", "1 ?", "1 40", "+ 50", "1 60"}),
      ElementsAre("+ -", "3 +", "6 30", "- 50", "+ ?", "2 ?", "+ 90", "+ 110"));
}

TEST_F(WindowTest, AWindowOfOneIsTheCellItself) {
  EXPECT_THAT(Open(Node(Reducer::kAvg, 1), {"1 -", "? 2", "+ 3"}),
              ElementsAre("1 -", "? 2", "+ 3"));
}

// At tick 2 of a window of 3 the newest sample is added to first, at tick 3
// the one before it, and so on: pmie's ring is read from its first place.
TEST_F(WindowTest, TheOrderOfSummationIsTheRings) {
  // Always (-1e17 + 1e17) + 1.
  EXPECT_THAT(Fixed(Node(Reducer::kSum, 3),
                    {"1", "1e17", "-1e17", "1", "1e17", "-1e17"}),
              ElementsAre("?", "?", "1", "1", "1", "1"));
  // Always (-1e17 + 1) + 1e17, which loses the 1.
  EXPECT_THAT(Fixed(Node(Reducer::kSum, 3), {"1e17", "1", "-1e17", "1e17"}),
              ElementsAre("?", "?", "0", "0"));
}

// The rows of TheOrderOfSummationIsTheRings as they come; each sum in another
// order would be another number.
TEST_F(WindowTest, AChangeOfTheCountBeginsTheRingAnew) {
  const Rows rows = {"1", "1e17", "-1e17", "1", "1e17", "-1e17"};
  ReduceSamples node = Node(Reducer::kSum, 3);
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
  EXPECT_THAT(Fixed(Node(Reducer::kMin, 3), rows),
              ElementsAre("?", "?", "1", "1"));
  // Tick 3 of 4 too; tick 1 of 2; tick 2 of 2 reads the older one first.
  EXPECT_THAT(Fixed(Node(Reducer::kMax, 2), {"1", "nan", "1", "1"}),
              ElementsAre("?", "nan", "nan", "1"));
}

TEST_F(WindowTest, PercentilesAndDeviationsAreUnknownAsAnAverageIs) {
  EXPECT_THAT(Open(Node(Reducer::kPercentile, 3, 50),
                   {"1 9", "5 8", "3 7", "4 ?", "2 6", "9 6", "9 6"}),
              ElementsAre("+ +", "+ +", "3 8", "4 ?", "3 ?", "4 ?", "9 6"));
  EXPECT_THAT(Open(Node(Reducer::kStddev, 2), {"1 9", "3 ?", "3 7", "3 7"}),
              ElementsAre("+ +", "1 ?", "0 ?", "0 0"));
}

TEST_F(WindowTest, OfPercentilesAndDeviationsTheRingsFirstNanCounts) {
  const Rows passed = {"nan", "1", "nan", "2"};
  EXPECT_THAT(Fixed(Node(Reducer::kPercentile, 2, 99), passed),
              ElementsAre("?", "1", "1", "2"));
  EXPECT_THAT(Fixed(Node(Reducer::kStddev, 2), passed),
              ElementsAre("?", "0", "0", "0"));
  const Rows kept = {"1", "nan", "1", "3"};
  EXPECT_THAT(Fixed(Node(Reducer::kPercentile, 2, 99), kept),
              ElementsAre("?", "nan", "nan", "3"));
  EXPECT_THAT(Fixed(Node(Reducer::kStddev, 2), kept),
              ElementsAre("?", "nan", "nan", "1"));
}

TEST_F(WindowTest, APercentileGoesWithItsLaneAndAnotherProgram) {
  const ReduceSamples node = Node(Reducer::kPercentile, 3, 50);
  Window before(node, true);
  Window now(node, true);
  RunOn(&before, InstancesOf({1, 2}), {"1 10", "2 20"});
  EXPECT_THAT(RunOn(&before, InstancesOf({0, 2}), {"5 30"}),
              ElementsAre("+ 20"));
  now.Continue(&before);
  EXPECT_THAT(RunOn(&now, InstancesOf({2, 3}), {"40 7", "50 8", "60 9"}),
              ElementsAre("30 +", "40 +", "50 8"));
}

// A few lanes of which not all is known are patched; by itself each is tallied.
TEST_F(WindowTest, WhatOneLaneDoesNotKnowChangesNoOther) {
  for (const Reducer reducer :
       {Reducer::kSum, Reducer::kAvg, Reducer::kMin, Reducer::kMax}) {
    ExpectLanesAreAlone(Node(reducer, 4), 12);
  }
}

}  // namespace
}  // namespace engine::eval
