// HasAlternative: which calls of a statement's actions stand left of a "|".
#include "actions/alternative.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace actions {
namespace {

namespace expr = engine::expr;
using expr::ast::Action;
using expr::ast::ActionPtr;

ActionPtr One(const char* name) {
  auto action = std::make_unique<Action>();
  expr::ast::Call call;
  call.arguments = {name};
  action->node = std::move(call);
  return action;
}

ActionPtr Join(bool both, ActionPtr left, ActionPtr right) {
  auto action = std::make_unique<Action>();
  action->node = expr::ast::Combine{both, std::move(left), std::move(right)};
  return action;
}

/// The names of those that have one, of `action` within `statement`.
std::string Having(const Action& action, const expr::Statement& statement) {
  if (const auto* both = std::get_if<expr::ast::Combine>(&action.node)) {
    return Having(*both->left, statement) + Having(*both->right, statement);
  }
  const auto& call = std::get<expr::ast::Call>(action.node);
  const engine::alarm::Expansion message;
  return HasAlternative({call, statement, {}, message}) ? call.arguments[0]
                                                        : "";
}

TEST(HasAlternative, WhatStandsLeftOfAnElse) {
  // a & (b | c & d) | e & f
  const ActionPtr action =
      Join(false,
           Join(true, One("a"),
                Join(false, One("b"), Join(true, One("c"), One("d")))),
           Join(true, One("e"), One("f")));
  // a & (b | c) & d
  const ActionPtr other = Join(
      true, One("a"), Join(true, Join(false, One("b"), One("c")), One("d")));
  expr::Statement statement;
  statement.body = expr::Perform{action.get()};
  EXPECT_EQ(Having(*action, statement), "abcd");
  EXPECT_EQ(Having(*other, statement), "") << "of another statement";
  statement.body = expr::Rule{nullptr, {}, other.get()};
  EXPECT_EQ(Having(*other, statement), "b");
}

TEST(HasAlternative, OfARulesetEachActionIsAskedFor) {
  const ActionPtr first = One("a");
  const ActionPtr second = Join(false, One("b"), One("c"));
  const ActionPtr otherwise = Join(false, One("d"), One("e"));
  expr::Ruleset set;
  set.rules.push_back({nullptr, {}, first.get()});
  set.rules.push_back({nullptr, {}, second.get()});
  set.otherwise = otherwise.get();
  expr::Statement statement;
  statement.body = std::move(set);
  EXPECT_EQ(Having(*first, statement) + Having(*second, statement) +
                Having(*otherwise, statement),
            "bd");
}

}  // namespace
}  // namespace actions
