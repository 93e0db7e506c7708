// Two descents along the lead operands: to the lanes, then to the values.
#include "engine/check/binding.h"

#include "engine/expr/operands.h"

namespace engine::check {
namespace {

using expr::Expr;

// The first conjunct of `condition` that has metrics.
const Expr* ConjunctWithMetrics(const Expr& condition) {
  if (condition.has_metrics) return &condition;
  const auto* binary = std::get_if<expr::Binary>(&condition.node);
  if (binary == nullptr || binary->op != expr::ast::BinaryOp::kAnd) {
    return nullptr;
  }
  const Expr* left = ConjunctWithMetrics(*binary->left);
  return left != nullptr ? left : ConjunctWithMetrics(*binary->right);
}

bool IsCollapsed(const expr::Shape& shape) {
  return shape.instances <= 0 || shape.hosts <= 0;
}

bool IsRate(const Expr& expr) {
  const auto* unary = std::get_if<expr::Unary>(&expr.node);
  return unary != nullptr && unary->op == expr::ast::UnaryOp::kRate;
}

// Whose values a truth is about: those of either operand, where either leads.
void AddValues(const Expr& truth, expr::Binding* out) {
  const Expr* child =
      truth.sort == expr::Sort::kTruth ? LeadOperand(truth) : nullptr;
  if (child == nullptr) {
    out->values.push_back(&truth);
    out->stand_ins.push_back(nullptr);
    return;
  }
  const std::size_t first = out->values.size();
  AddValues(*child, out);
  const auto* binary = std::get_if<expr::Binary>(&truth.node);
  if (binary == nullptr) return;
  if (binary->pairing == expr::Pairing::kEither) {
    AddValues(binary->left_leads ? *binary->right : *binary->left, out);
  }
  // Where something has stood in already, the set is not empty.
  if (binary->pairing == expr::Pairing::kStandIn &&
      out->stand_ins[first] == nullptr) {
    expr::Binding single;
    AddValues(*binary->left, &single);
    out->stand_ins[first] = single.values.front();
  }
}

}  // namespace

expr::Binding BindingOf(const Expr& condition) {
  const Expr* lanes = ConjunctWithMetrics(condition);
  if (lanes == nullptr) return {};
  bool rated = false;
  while (IsCollapsed(lanes->shape) && expr::Aggregate(*lanes) == nullptr) {
    const Expr* child = LeadOperand(*lanes);
    if (child == nullptr) break;
    rated = IsRate(*lanes) && !child->instant;
    lanes = child;
  }
  expr::Binding binding;
  binding.lanes = lanes;
  AddValues(*lanes, &binding);
  if (rated && binding.values.front() == lanes) binding.samples = 2;
  return binding;
}

}  // namespace engine::check
