// Each walk is a question to a node, and the same to its operands.
#include "engine/expr/operands.h"

#include <algorithm>

namespace engine::expr {
namespace {

/// Evaluations, `interval` from each other, at which records may have arrived
/// that count at the last of them, but for that one.
std::int64_t LookBackOfEvents(const Fetch& fetch, base::Duration interval) {
  if (interval.ns <= 0) return 1;
  const std::int64_t whole = fetch.window.ns / interval.ns;
  const std::int64_t begun = fetch.window.ns % interval.ns == 0 ? 0 : 1;
  return std::max<std::int64_t>(whole + begun, 1);
}

/// Evaluations that `expr` itself looks back, without its operands.
std::int64_t OwnLookBack(const Expr& expr, base::Duration interval) {
  if (const auto* fetch = std::get_if<Fetch>(&expr.node)) {
    if (!fetch->folds.empty()) return LookBackOfEvents(*fetch, interval);
    return fetch->delay + std::max(expr.shape.samples, 1) - 1 + fetch->rate;
  }
  const auto* unary = std::get_if<Unary>(&expr.node);
  return unary != nullptr && (unary->op == ast::UnaryOp::kRate ||
                              unary->op == ast::UnaryOp::kRising ||
                              unary->op == ast::UnaryOp::kFalling);
}

std::int64_t LookBack(const Expr& expr, base::Duration interval) {
  std::int64_t below = 0;
  ForEachOperand(expr, [&](const Expr& operand) {
    below = std::max(below, LookBack(operand, interval));
  });
  return below + OwnLookBack(expr, interval);
}

}  // namespace

const Expr* LeadOperand(const Expr& expr) {
  const auto* binary = std::get_if<Binary>(&expr.node);
  if (binary != nullptr && !binary->left_leads) return binary->right.get();
  const Expr* first = nullptr;
  ForEachOperand(expr, [&first](const Expr& operand) {
    if (first == nullptr) first = &operand;
  });
  return first;
}

const Reduce* Aggregate(const Expr& expr) {
  const auto* reduce = std::get_if<Reduce>(&expr.node);
  if (reduce == nullptr || IsQuantifier(reduce->reduction.reducer)) {
    return nullptr;
  }
  return reduce;
}

const Reduce* Quantifier(const Expr& expr) {
  return Aggregate(expr) == nullptr ? std::get_if<Reduce>(&expr.node) : nullptr;
}

bool IsLatestFetch(const Expr& expr) {
  const auto* fetch = std::get_if<Fetch>(&expr.node);
  return fetch != nullptr && !fetch->rate && fetch->delay == 0;
}

bool IsConstant(const Expr& expr) {
  bool constant = !std::holds_alternative<Fetch>(expr.node) &&
                  !std::holds_alternative<ClockVariable>(expr.node);
  ForEachOperand(expr, [&constant](const Expr& operand) {
    constant = constant && IsConstant(operand);
  });
  return constant;
}

std::int64_t LookBack(const Statement& statement) {
  std::int64_t most = 0;
  ForEachExpr(statement, [&](const Expr& expr) {
    most = std::max(most, LookBack(expr, statement.interval));
  });
  return most;
}

}  // namespace engine::expr
