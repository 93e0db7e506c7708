// Walks over trees. Whoever looks for something in an expression goes down with
// these, and so need not know which kinds of expression there are.
#ifndef TOCSIN_ENGINE_EXPR_OPERANDS_H_
#define TOCSIN_ENGINE_EXPR_OPERANDS_H_

#include <cstdint>
#include <variant>

#include "engine/expr/expr.h"

namespace engine::expr {

/// Calls `f` with each operand of `tree`, which is an Expr or an ast::Expr, the
/// left one before the right one.
template <typename Tree, typename F>
void ForEachOperand(const Tree& tree, F f) {
  std::visit(
      [&f](const auto& node) {
        if constexpr (requires { node.left; }) {
          f(*node.left);
          f(*node.right);
        } else if constexpr (requires { node.operand; }) {
          f(*node.operand);
        }
      },
      tree.node);
}

/// Calls `f` with the expression of `statement`, or its conditions in order.
template <typename F>
void ForEachExpr(const Statement& statement, F f) {
  if (const auto* observe = std::get_if<Observe>(&statement.body)) {
    f(*observe->expr);
  } else if (const auto* rule = std::get_if<Rule>(&statement.body)) {
    f(*rule->condition);
  } else if (const auto* ruleset = std::get_if<Ruleset>(&statement.body)) {
    for (const Rule& one : ruleset->rules) f(*one.condition);
  }
}

/// The operand that gives `expr` its lanes and metrics; null for a leaf.
const Expr* LeadOperand(const Expr& expr);

/// `expr` as an aggregate (sum_ and its kin: a number), or as a quantifier
/// (all_ and its kin: a truth); null if it is none.
const Reduce* Aggregate(const Expr& expr);
const Reduce* Quantifier(const Expr& expr);

/// True of a metric itself, neither as a rate nor as it was before.
bool IsLatestFetch(const Expr& expr);

/// True if neither a metric nor the time is in `expr`.
bool IsConstant(const Expr& expr);

/// How many evaluations before the one that is asked for take part in it: of
/// windows, delays, rates and comparisons with the value before. Of records
/// that is one at least: they have come since then.
std::int64_t LookBack(const Statement& statement);

}  // namespace engine::expr

#endif  // TOCSIN_ENGINE_EXPR_OPERANDS_H_
