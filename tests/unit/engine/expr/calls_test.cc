// CallsOf: no action is overlooked.
#include "engine/expr/calls.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace engine::expr {
namespace {

ast::Action One(const std::string& receiver) {
  ast::Call call;
  call.receiver = receiver;
  return {call, {}};
}

std::string ReceiversIn(const Statement& statement) {
  std::string text;
  for (const ast::Call* call : CallsOf(statement)) text += call->receiver;
  return text;
}

TEST(CallsOf, FindsThoseOfATree) {
  ast::Action both{ast::Combine{true, std::make_unique<ast::Action>(One("b")),
                                std::make_unique<ast::Action>(One("c"))},
                   {}};
  const ast::Action tree{
      ast::Combine{false, std::make_unique<ast::Action>(One("a")),
                   std::make_unique<ast::Action>(std::move(both))},
      {}};
  Statement statement;
  statement.body = Rule{nullptr, {}, &tree};
  EXPECT_EQ(ReceiversIn(statement), "abc");
  statement.body = Perform{&tree};
  EXPECT_EQ(ReceiversIn(statement), "abc");
}

TEST(CallsOf, FindsThoseOfARuleset) {
  const ast::Action a = One("a");
  const ast::Action b = One("b");
  const ast::Action c = One("c");
  const ast::Action d = One("d");
  Statement statement;
  Ruleset& set = statement.body.emplace<Ruleset>();
  set.rules.push_back({nullptr, {}, &a});
  set.rules.push_back({nullptr, {}, &b});
  EXPECT_EQ(ReceiversIn(statement), "ab");
  set.unknown = &c;
  set.otherwise = &d;
  EXPECT_EQ(ReceiversIn(statement), "abcd");
  statement.body = Observe{};
  EXPECT_EQ(ReceiversIn(statement), "");
}

TEST(AnyCall, LooksAtEachOfAllStatements) {
  const ast::Action a = One("a");
  const ast::Action b = One("b");
  std::vector<Statement> statements(2);
  statements[0].body = Perform{&a};
  statements[1].body = Perform{&b};
  const auto has = [&](const std::string& receiver) {
    return AnyCall(statements, [&](const ast::Call& call) {
      return call.receiver == receiver;
    });
  };
  EXPECT_TRUE(has("a"));
  EXPECT_TRUE(has("b"));
  EXPECT_FALSE(has("c"));
}

}  // namespace
}  // namespace engine::expr
