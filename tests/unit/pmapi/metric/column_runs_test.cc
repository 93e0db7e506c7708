// Rows that get further columns are as each value put there alone.
#include "pmapi/metric/column_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>

namespace pmapi {
namespace {

using Ids = std::vector<InstanceId>;

TEST(ColumnRuns, WhatStandsTogetherInBothIsOne) {
  const std::vector<ColumnRun> runs = RunsOf({2, 3, 7, 9}, {1, 2, 3, 7, 8, 9});
  ASSERT_EQ(runs.size(), 2);
  EXPECT_EQ(runs[0].from, 0);
  EXPECT_EQ(runs[0].to, 1);
  EXPECT_EQ(runs[0].length, 3);
  EXPECT_EQ(runs[1].from, 3);
  EXPECT_EQ(runs[1].to, 5);
  EXPECT_EQ(runs[1].length, 1);
}

TEST(ColumnRuns, OfNoColumnsThereAreNone) {
  EXPECT_TRUE(RunsOf({}, {}).empty());
  EXPECT_TRUE(RunsOf({}, {1, 2}).empty());
}

TEST(ColumnRuns, EachValueStandsInItsColumnAndTheOthersAreNone) {
  constexpr int kNone = -1;
  std::mt19937 random(11);
  for (int round = 0; round < 500; ++round) {
    Ids few;
    Ids all;
    for (InstanceId id = 0; id < 12; ++id) {
      if (random() % 3 == 0) continue;
      all.push_back(id);
      if (random() % 2 == 0) few.push_back(id);
    }
    const std::size_t rows = random() % 4;
    const std::size_t room = rows + random() % 2;
    std::vector<int> values(rows * few.size());
    std::vector<int> expected;
    for (std::size_t row = 0; row < rows; ++row) {
      for (const InstanceId id : all) {
        const auto at = std::lower_bound(few.begin(), few.end(), id);
        const bool is = at != few.end() && *at == id;
        const int value = static_cast<int>(random() % 1000);
        expected.push_back(is ? value : kNone);
        if (is) values[row * few.size() + (at - few.begin())] = value;
      }
    }
    Spread(RunsOf(few, all), few.size(), all.size(), rows, room, kNone,
           &values);
    ASSERT_GE(values.size(), room * all.size());
    values.resize(rows * all.size());
    ASSERT_EQ(values, expected) << round;
  }
}

}  // namespace
}  // namespace pmapi
