// A walk over a statement's trees down to its fetches.
#include "engine/expr/sources.h"

#include "base/overloaded.h"

namespace engine::expr {
namespace {

void Add(const Expr& expr, std::set<int>* sources) {
  const auto add = [sources](const ExprPtr& operand) {
    Add(*operand, sources);
  };
  std::visit(base::Overloaded{
                 [](const Number&) {},
                 [](const Truth&) {},
                 [](const String&) {},
                 [](const Clock&) {},
                 [&](const Fetch&) {
                   sources->insert(expr.layout.sources.begin(),
                                   expr.layout.sources.end());
                 },
                 [&](const Unary& node) { add(node.operand); },
                 [&](const Binary& node) { add(node.left), add(node.right); },
                 [&](const Aggregate& node) { add(node.operand); },
                 [&](const Quantify& node) { add(node.operand); },
                 [&](const Match& node) { add(node.operand); },
             },
             expr.node);
}

}  // namespace

std::set<int> SourcesOf(const Statement& statement) {
  std::set<int> sources;
  std::visit(base::Overloaded{
                 [&](const Observe& observe) { Add(*observe.expr, &sources); },
                 [&](const Rule& rule) { Add(*rule.condition, &sources); },
                 [&](const Ruleset& ruleset) {
                   for (const Rule& rule : ruleset.rules) {
                     Add(*rule.condition, &sources);
                   }
                 },
                 [](const Perform&) {},
             },
             statement.body);
  return sources;
}

}  // namespace engine::expr
