// A walk over syntax trees down to their leaves.
#include "grammar/fetches.h"

#include "base/overloaded.h"

namespace grammar {

void ForEachFetch(const ast::Expr& expr,
                  const std::function<void(const ast::Fetch&, Span)>& look) {
  const auto visit = [&look](const ast::ExprPtr& below) {
    ForEachFetch(*below, look);
  };
  std::visit(
      base::Overloaded{
          [&](const ast::Fetch& fetch) { look(fetch, expr.span); },
          [&](const ast::Unary& node) { visit(node.operand); },
          [&](const ast::Binary& node) { visit(node.left), visit(node.right); },
          [&](const ast::Reduce& node) { visit(node.operand); },
          [&](const ast::Match& node) { visit(node.operand); },
          [&](const ast::Rule& rule) { visit(rule.condition); },
          [&](const ast::Ruleset& ruleset) {
            for (const ast::Rule& rule : ruleset.rules) visit(rule.condition);
          },
          [](const ast::Number&) {}, [](const ast::Truth&) {},
          [](const ast::String&) {}, [](const ast::ClockVariable&) {},
          [](const ast::Perform&) {}},
      expr.node);
}

}  // namespace grammar
