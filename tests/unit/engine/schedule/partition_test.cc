// Partitions: who shares a source with whom.
#include "engine/schedule/partition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace engine::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

expr::Statement Asking(std::vector<int> sources) {
  auto fetch = std::make_unique<expr::Expr>();
  fetch->node = expr::Fetch{};
  fetch->layout.sources = std::move(sources);
  expr::Statement statement;
  statement.body = expr::Observe{std::move(fetch), {}};
  return statement;
}

std::vector<PartitionKey> Keys(const std::vector<std::vector<int>>& sources) {
  std::vector<expr::Statement> statements;
  for (const auto& asked : sources) statements.push_back(Asking(asked));
  return PartitionKeysOf(statements);
}

constexpr PartitionKey Of(int source) { return {false, source}; }

TEST(Partition, NoStatementsNoPartitions) { EXPECT_THAT(Keys({}), IsEmpty()); }

TEST(Partition, EachSourceIsOne) {
  EXPECT_THAT(Keys({{0}, {2}, {0}, {1}}),
              ElementsAre(Of(0), Of(2), Of(0), Of(1)));
}

TEST(Partition, WithoutSourcesIsOneToo) {
  EXPECT_THAT(Keys({{}, {3}, {}}),
              ElementsAre(PartitionKey{}, Of(3), PartitionKey{}));
}

TEST(Partition, WhatAsksTwoSourcesHoldsUpNobodyElse) {
  const std::vector<PartitionKey> keys = Keys({{0}, {0, 1}, {1}});
  EXPECT_THAT(keys, ElementsAre(Of(0), keys[1], Of(1)));
  EXPECT_TRUE(keys[1].shared);
}

// 0 and 1, 2 and 3, then 3 and 1 between them; 4 and 5 stay apart.
TEST(Partition, WhatJoinsTwoJoinsAllOfBoth) {
  const std::vector<PartitionKey> keys =
      Keys({{0, 1}, {4, 5}, {2, 3}, {3, 1}, {0, 2}});
  EXPECT_THAT(keys, ElementsAre(keys[0], keys[1], keys[0], keys[0], keys[0]));
  EXPECT_NE(keys[0], keys[1]);
}

}  // namespace
}  // namespace engine::schedule
