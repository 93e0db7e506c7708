// HoldoffKey: which actions are the same in two runs of the program. With rules
// around it: tests/script/holdoff_restart_test.py.
#include "actions/holdoffs.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace actions {
namespace {

namespace expr = engine::expr;
namespace ast = expr::ast;

ast::Call Webhook(const std::string& url, double holdoff) {
  ast::Call call;
  call.kind = ast::ActionKind::kWebhook;
  call.holdoff = holdoff;
  call.receiver = url;
  call.arguments = {"text"};
  return call;
}

/// The key of the call at `position` of `name = first & second`.
std::string KeyOf(const std::string& name, const ast::Call& first,
                  const ast::Call& second, std::size_t position) {
  auto source = std::make_shared<ast::Statement>();
  source->name = name;
  auto action = std::make_unique<ast::Action>();
  action->node =
      ast::Combine{true, std::make_unique<ast::Action>(ast::Action{first, {}}),
                   std::make_unique<ast::Action>(ast::Action{second, {}})};
  expr::Statement statement;
  statement.body = expr::Perform{action.get()};
  const auto& combine = std::get<ast::Combine>(action->node);
  const auto& call =
      std::get<ast::Call>((position == 0 ? combine.left : combine.right)->node);
  source->expr = std::make_unique<ast::Expr>();
  source->expr->node = ast::Perform{std::move(action)};
  statement.source = source;
  return HoldoffKey(statement, call);
}

const ast::Call kOne = Webhook("https://h/hooks/T0", 60);
const ast::Call kOther = Webhook("https://h/hooks/T1", 60);

TEST(HoldoffKey, NameAndPlaceAndTextAreTheAction) {
  const std::string key = KeyOf("full", kOne, kOther, 0);
  EXPECT_NE(key, KeyOf("full", kOne, kOther, 1));
  EXPECT_NE(KeyOf("full", kOne, kOne, 0), KeyOf("full", kOne, kOne, 1));
  EXPECT_NE(key, KeyOf("busy", kOne, kOther, 0));
  EXPECT_NE(key, KeyOf("full", kOther, kOther, 0));
  EXPECT_EQ(key, KeyOf("full", Webhook(kOne.receiver, 3600), kOne, 0));
}

TEST(HoldoffKey, WithoutANameAllThatTheRuleSaysIs) {
  const std::string key = KeyOf("", kOne, kOther, 0);
  EXPECT_EQ(key, KeyOf("", kOne, kOther, 0));
  EXPECT_NE(key, KeyOf("", kOne, kOther, 1));
  EXPECT_NE(key, KeyOf("", kOne, kOne, 0));
}

TEST(HoldoffKey, IsTheSameInEachRunAndHoldsNoSecret) {
  EXPECT_EQ(KeyOf("full", kOne, kOther, 0).substr(0, 7), "full 0 ");
  EXPECT_EQ(KeyOf("full", kOne, kOther, 0).find("T0"), std::string::npos);
}

}  // namespace
}  // namespace actions
