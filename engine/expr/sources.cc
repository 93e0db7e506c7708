// A walk over a statement's trees down to its fetches.
#include "engine/expr/sources.h"

#include "engine/expr/operands.h"

namespace engine::expr {
namespace {

void Add(const Expr& expr, std::set<int>* sources) {
  if (std::holds_alternative<Fetch>(expr.node)) {
    sources->insert(expr.layout.sources.begin(), expr.layout.sources.end());
  }
  ForEachOperand(expr,
                 [sources](const Expr& operand) { Add(operand, sources); });
}

bool UsesEvents(const Expr& expr) {
  const auto* fetch = std::get_if<Fetch>(&expr.node);
  bool uses = fetch != nullptr && !fetch->folds.empty();
  ForEachOperand(expr,
                 [&](const Expr& operand) { uses |= UsesEvents(operand); });
  return uses;
}

}  // namespace

std::set<int> SourcesOf(const Statement& statement) {
  std::set<int> sources;
  ForEachExpr(statement, [&](const Expr& expr) { Add(expr, &sources); });
  return sources;
}

bool UsesEvents(const Statement& statement) {
  bool uses = false;
  ForEachExpr(statement, [&](const Expr& expr) { uses |= UsesEvents(expr); });
  return uses;
}

}  // namespace engine::expr
