// What && joins is one set of limits for each operand.
#include "rules/site/never_true.h"

#include <limits>
#include <map>
#include <string>
#include <variant>

#include "grammar/print.h"

namespace rules::site {
namespace {

namespace ast = grammar::ast;
using ast::BinaryOp;

/// Numbers that a value may have.
struct Limits {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_in = false;  // the limit itself, too
  bool high_in = false;

  bool AreEmpty() const {
    return low > high || (low == high && !(low_in && high_in));
  }
};

/// Limits of operands by their texts.
using LimitsOf = std::map<std::string, Limits>;

void Raise(double to, bool in, Limits* limits) {
  if (to > limits->low || (to == limits->low && !in)) {
    limits->low = to;
    limits->low_in = in;
  }
}

void Lower(double to, bool in, Limits* limits) {
  if (to < limits->high || (to == limits->high && !in)) {
    limits->high = to;
    limits->high_in = in;
  }
}

/// `operand` op `number`, or the other way round.
void Narrow(BinaryOp op, double number, bool turned, Limits* limits) {
  const bool in = op == BinaryOp::kLessEqual || op == BinaryOp::kGreaterEqual;
  const bool less = op == BinaryOp::kLess || op == BinaryOp::kLessEqual;
  const bool greater =
      op == BinaryOp::kGreater || op == BinaryOp::kGreaterEqual;
  if (op == BinaryOp::kEqual) {
    Raise(number, true, limits);
    Lower(number, true, limits);
  } else if (turned ? greater : less) {
    Lower(number, in, limits);
  } else if (turned ? less : greater) {
    Raise(number, in, limits);
  }
}

void Compare(const ast::Binary& binary, LimitsOf* of) {
  const auto* right = std::get_if<ast::Number>(&binary.right->node);
  const auto* left = std::get_if<ast::Number>(&binary.left->node);
  if ((right == nullptr) == (left == nullptr)) return;
  const ast::Expr& operand = right != nullptr ? *binary.left : *binary.right;
  Narrow(binary.op, right != nullptr ? right->value : left->value,
         right == nullptr, &(*of)[grammar::Print(operand)]);
}

/// True: never. Else limits are added to `of`.
bool Look(const ast::Expr& expr, LimitsOf* of) {
  if (const auto* truth = std::get_if<ast::Truth>(&expr.node)) {
    return !truth->value;
  }
  if (const auto* match = std::get_if<ast::Match>(&expr.node)) {
    return IsNeverTrue(*match->operand);
  }
  if (const auto* reduce = std::get_if<ast::Reduce>(&expr.node)) {
    const bool some = reduce->reduction.reducer == ast::Reducer::kSome;
    return some && IsNeverTrue(*reduce->operand);
  }
  const auto* binary = std::get_if<ast::Binary>(&expr.node);
  if (binary == nullptr) return false;
  if (binary->op == BinaryOp::kAnd) {
    return Look(*binary->left, of) || Look(*binary->right, of);
  }
  if (binary->op == BinaryOp::kOr) {
    return IsNeverTrue(*binary->left) && IsNeverTrue(*binary->right);
  }
  if (binary->op >= BinaryOp::kLess) Compare(*binary, of);
  return false;
}

}  // namespace

bool IsNeverTrue(const ast::Expr& condition) {
  LimitsOf of;
  if (Look(condition, &of)) return true;
  for (const auto& [operand, limits] : of) {
    if (limits.AreEmpty()) return true;
  }
  return false;
}

}  // namespace rules::site
