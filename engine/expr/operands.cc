// Each walk is a question to a node, and the same to its operands.
#include "engine/expr/operands.h"

#include <algorithm>

namespace engine::expr {
namespace {

/// Evaluations that `expr` itself looks back, without its operands.
std::int64_t OwnLookBack(const Expr& expr) {
  if (const auto* fetch = std::get_if<Fetch>(&expr.node)) {
    return fetch->delay + std::max(expr.shape.samples, 1) - 1 + fetch->rate;
  }
  const auto* unary = std::get_if<Unary>(&expr.node);
  return unary != nullptr && (unary->op == ast::UnaryOp::kRate ||
                              unary->op == ast::UnaryOp::kRising ||
                              unary->op == ast::UnaryOp::kFalling);
}

std::int64_t LookBack(const Expr& expr) {
  std::int64_t below = 0;
  ForEachOperand(expr, [&](const Expr& operand) {
    below = std::max(below, LookBack(operand));
  });
  return below + OwnLookBack(expr);
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
  ForEachExpr(statement, [&most](const Expr& expr) {
    most = std::max(most, LookBack(expr));
  });
  return most;
}

}  // namespace engine::expr
