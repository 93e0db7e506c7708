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

}  // namespace

std::set<int> SourcesOf(const Statement& statement) {
  std::set<int> sources;
  ForEachExpr(statement, [&](const Expr& expr) { Add(expr, &sources); });
  return sources;
}

}  // namespace engine::expr
