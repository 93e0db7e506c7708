// Parts: who shares a source with whom.
#include "engine/schedule/parts.h"

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

std::vector<PartName> Parts(const std::vector<std::vector<int>>& sources) {
  std::vector<expr::Statement> statements;
  for (const auto& asked : sources) statements.push_back(Asking(asked));
  return PartsOf(statements);
}

constexpr PartName Of(int source) { return {false, source}; }

TEST(Parts, NoStatementsNoParts) { EXPECT_THAT(Parts({}), IsEmpty()); }

TEST(Parts, EachSourceIsOne) {
  EXPECT_THAT(Parts({{0}, {2}, {0}, {1}}),
              ElementsAre(Of(0), Of(2), Of(0), Of(1)));
}

TEST(Parts, WithoutSourcesIsOneToo) {
  EXPECT_THAT(Parts({{}, {3}, {}}), ElementsAre(PartName{}, Of(3), PartName{}));
}

TEST(Parts, WhatAsksTwoSourcesHoldsUpNobodyElse) {
  const std::vector<PartName> parts = Parts({{0}, {0, 1}, {1}});
  EXPECT_THAT(parts, ElementsAre(Of(0), parts[1], Of(1)));
  EXPECT_TRUE(parts[1].shared);
}

// 0 and 1, 2 and 3, then 3 and 1 between them; 4 and 5 stay apart.
TEST(Parts, WhatJoinsTwoJoinsAllOfBoth) {
  const std::vector<PartName> parts =
      Parts({{0, 1}, {4, 5}, {2, 3}, {3, 1}, {0, 2}});
  EXPECT_THAT(parts,
              ElementsAre(parts[0], parts[1], parts[0], parts[0], parts[0]));
  EXPECT_NE(parts[0], parts[1]);
}

}  // namespace
}  // namespace engine::schedule
