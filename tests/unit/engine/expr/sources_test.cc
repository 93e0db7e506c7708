// Sources: every kind of node is looked into.
#include "engine/expr/sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace engine::expr {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <typename Node>
ExprPtr Make(Node node) {
  auto expr = std::make_unique<Expr>();
  expr->node = std::move(node);
  return expr;
}

ExprPtr FetchOf(std::vector<int> sources) {
  ExprPtr fetch = Make(Fetch{});
  fetch->layout.sources = std::move(sources);
  return fetch;
}

/// Not below any source of its own, as after an aggregation over hosts.
template <typename Node>
ExprPtr Above(ExprPtr operand) {
  Node node;
  node.operand = std::move(operand);
  return Make(std::move(node));
}

Statement Of(ExprPtr expr) {
  Statement statement;
  statement.body = Observe{std::move(expr), {}};
  return statement;
}

TEST(Sources, OfAFetchAreItsHosts) {
  EXPECT_THAT(SourcesOf(Of(FetchOf({2, 0, 2}))), ElementsAre(0, 2));
}

TEST(Sources, AreFoundBelowEveryNode) {
  EXPECT_THAT(SourcesOf(Of(Above<Unary>(FetchOf({1})))), ElementsAre(1));
  EXPECT_THAT(SourcesOf(Of(Above<Reduce>(FetchOf({2})))), ElementsAre(2));
  EXPECT_THAT(SourcesOf(Of(Above<Match>(FetchOf({4})))), ElementsAre(4));
  Binary both;
  both.left = FetchOf({5});
  both.right = FetchOf({6});
  EXPECT_THAT(SourcesOf(Of(Make(std::move(both)))), ElementsAre(5, 6));
}

TEST(Sources, OfConstantsAreNone) {
  EXPECT_THAT(SourcesOf(Of(Make(Number{1}))), IsEmpty());
  EXPECT_THAT(SourcesOf(Of(Make(Truth{}))), IsEmpty());
  EXPECT_THAT(SourcesOf(Of(Make(String{}))), IsEmpty());
  EXPECT_THAT(SourcesOf(Of(Make(ClockVariable{}))), IsEmpty());
}

TEST(Sources, OfRulesAreThoseOfTheirConditions) {
  Statement statement;
  statement.body = Rule{FetchOf({3}), {}, nullptr};
  EXPECT_THAT(SourcesOf(statement), ElementsAre(3));
  Ruleset set;
  set.rules.push_back(Rule{FetchOf({1}), {}, nullptr});
  set.rules.push_back(Rule{FetchOf({0}), {}, nullptr});
  statement.body = std::move(set);
  EXPECT_THAT(SourcesOf(statement), ElementsAre(0, 1));
  statement.body = Perform{};
  EXPECT_THAT(SourcesOf(statement), IsEmpty());
}

}  // namespace
}  // namespace engine::expr
