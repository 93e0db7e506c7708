// The metric at the end of the chain of lead operands.
#include "engine/expr/lead.h"

#include <gtest/gtest.h>

#include <utility>

namespace engine::expr {
namespace {

template <typename Node>
ExprPtr Make(Node node) {
  auto expr = std::make_unique<Expr>();
  expr->node = std::move(node);
  return expr;
}

ExprPtr FetchOf(const std::string& metric,
                std::vector<pmapi::Type> types = {pmapi::Type::kU32}) {
  Fetch fetch;
  fetch.metric = metric;
  for (const pmapi::Type type : types) {
    fetch.descs.emplace_back().type = type;
  }
  return Make(std::move(fetch));
}

ExprPtr Both(ExprPtr left, ExprPtr right, bool left_leads) {
  Binary both;
  both.left = std::move(left);
  both.right = std::move(right);
  both.left_leads = left_leads;
  return Make(std::move(both));
}

TEST(LeadFetch, IsFoundBelowTheLeadOperand) {
  EXPECT_EQ(LeadFetch(*Both(FetchOf("a"), FetchOf("b"), true))->metric, "a");
  Reduce sum;
  sum.operand = Both(FetchOf("a"), FetchOf("b"), false);
  EXPECT_EQ(LeadFetch(*Make(std::move(sum)))->metric, "b");
  EXPECT_EQ(LeadFetch(*Both(Make(Number{1}), FetchOf("b"), true)), nullptr);
}

TEST(LeadFetch, IsUnresolvedWhereNoHostHasDescribedIt) {
  using pmapi::Type;
  EXPECT_TRUE(IsUnresolved(*FetchOf("a", {Type::kUnknown, Type::kUnknown})));
  EXPECT_FALSE(IsUnresolved(*FetchOf("a", {Type::kUnknown, Type::kU32})));
  EXPECT_FALSE(IsUnresolved(*FetchOf("a", {Type::kNoSupport})));
  EXPECT_TRUE(IsUnresolved(*FetchOf("a", {}))) << "there are no hosts";
  EXPECT_FALSE(IsUnresolved(*Make(Number{1})));
}

}  // namespace
}  // namespace engine::expr
