// TruthWindow: the last T truths of each lane.
#include "engine/eval/truth_window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/eval/window_runs.h"

namespace engine::eval {
namespace {

using ::testing::ElementsAre;
using tests::BlockOf;
using tests::InstancesOf;

TEST_F(WindowTest, AWindowOfOneIsTheCellItself) {
  for (const Reducer reducer : {Reducer::kCount, Reducer::kSome}) {
    EXPECT_THAT(Open(Node(reducer, 1), {"1 -", "? 0", "+ 1"}),
                ElementsAre("1 -", "? 0", "+ 1"));
  }
}

TEST_F(WindowTest, TruthsAreDecidedBySomeSamples) {
  const Rows rows = {"1", "0", "?", "?", "1", "1", "1", "1", "0", "0", "0"};
  EXPECT_THAT(
      Fixed(Node(Reducer::kSome, 3), rows),
      ElementsAre("?", "?", "1", "?", "1", "1", "1", "1", "1", "1", "0"));
  EXPECT_THAT(
      Fixed(Node(Reducer::kAll, 3), rows),
      ElementsAre("?", "?", "0", "0", "?", "?", "1", "1", "0", "0", "0"));
  EXPECT_THAT(
      Fixed(Node(Reducer::kCount, 3), rows),
      ElementsAre("?", "?", "?", "?", "?", "?", "3", "3", "2", "1", "0"));
  EXPECT_THAT(Fixed(Node(Reducer::kCount, 2), {"1", "u", "u", "?", "1"}),
              ElementsAre("?", "1", "0", "?", "?"));
  EXPECT_THAT(Fixed(Node(Reducer::kSome, 2), {"0", "u", "u", "?", "0"}),
              ElementsAre("?", "u", "u", "?", "?"));
  // Of three 67% are two.
  EXPECT_THAT(
      Fixed(Node(Reducer::kPercent, 3, 67), rows),
      ElementsAre("?", "?", "?", "?", "?", "1", "1", "1", "1", "0", "0"));
}

// Not even a sample that would decide counts before the window can be full.
TEST_F(WindowTest, TruthsOfAWindowThatIsNotFullAreUnknown) {
  EXPECT_THAT(Fixed(Node(Reducer::kSome, 3), {"1", "1", "1"}),
              ElementsAre("?", "?", "1"));
  EXPECT_THAT(Fixed(Node(Reducer::kAll, 3), {"0", "0", "0"}),
              ElementsAre("?", "?", "0"));
  EXPECT_THAT(Fixed(Node(Reducer::kCount, 2), {"1", "1"}),
              ElementsAre("?", "2"));
}

TEST_F(WindowTest, OpenTruths) {
  EXPECT_THAT(
      Open(Node(Reducer::kAll, 2), {"1 1", "1 -", "1 1", "- 1", "1 0", "? 1"}),
      ElementsAre("+ +", "1 -", "1 +", "- 1", "+ 0", "? 0"));
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
  const ReduceSamples node = Node(Reducer::kCount, kSamples);
  Window window(node, false);
  const Rows counted = window.Run(BlockOf(InstancesOf({0}), rows), {});
  for (std::size_t t = kSamples - 1; t < rows.size(); ++t) {
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(t) + 1;
    EXPECT_EQ(counted[t], std::to_string(std::count(end - kSamples, end, "1")))
        << t;
  }
}

TEST_F(WindowTest, TruthsThatAreAllKnownAreCountedOnThoughLanesChange) {
  const ReduceSamples node = Node(Reducer::kCount, 3);
  Window before(node, true);
  const pmapi::LaneSet two = InstancesOf({1, 2});
  RunOn(&before, two, {"1 0", "1 1"});
  EXPECT_THAT(RunOn(&before, two, {"1 1", "0 1"}), ElementsAre("3 2", "2 3"));
  EXPECT_THAT(RunOn(&before, InstancesOf({2}), {"1", "0"}),
              ElementsAre("3", "2"));
  Window now(node, true);
  now.Continue(&before);
  EXPECT_THAT(RunOn(&now, InstancesOf({2}), {"0"}), ElementsAre("1"));
  EXPECT_THAT(RunOn(&now, two, {"1 0", "1 1", "1 ?", "1 1"}),
              ElementsAre("+ 0", "+ 1", "3 ?", "3 ?"));
}

// Rounded to none it is true of all that is known, and not of what is not.
TEST_F(WindowTest, AThresholdOfNone) {
  EXPECT_THAT(Fixed(Node(Reducer::kPercent, 2, 20),
                    {"0", "0", "?", "1", "u", "u", "0", "0"}),
              ElementsAre("?", "1", "?", "1", "1", "u", "u", "1"));
}

TEST_F(WindowTest, AThresholdThatIsNeverReached) {
  EXPECT_THAT(Fixed(Node(Reducer::kPercent, 2, 200), {"1", "1", "?", "?"}),
              ElementsAre("?", "0", "0", "0"));
}

// Lanes of more than a word.
TEST_F(WindowTest, WhatOneLaneDoesNotKnowChangesNoOther) {
  for (const Reducer reducer :
       {Reducer::kAll, Reducer::kSome, Reducer::kPercent, Reducer::kCount}) {
    ExpectLanesAreAlone(Node(reducer, 4, 60), 67);
  }
}

}  // namespace
}  // namespace engine::eval
