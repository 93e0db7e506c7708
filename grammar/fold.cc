// Constant folding. Source: docs/pmie.md, "Statements and numbers".
#include "grammar/fold.h"

#include <utility>
#include <variant>

#include "base/check.h"

namespace grammar {
namespace {

using ast::BinaryOp;
using ast::Expr;
using ast::ExprPtr;
using ast::UnaryOp;

const double* NumberIn(const Expr& expr) {
  const auto* number = std::get_if<ast::Number>(&expr.node);
  return number == nullptr ? nullptr : &number->value;
}
const bool* TruthIn(const Expr& expr) {
  const auto* truth = std::get_if<ast::Truth>(&expr.node);
  return truth == nullptr ? nullptr : &truth->value;
}
const std::string* StringIn(const Expr& expr) {
  const auto* string = std::get_if<ast::String>(&expr.node);
  return string == nullptr ? nullptr : &string->value;
}

Expr::Node FoldNumbers(BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::kAdd:
      return ast::Number{a + b};
    case BinaryOp::kSubtract:
      return ast::Number{a - b};
    case BinaryOp::kMultiply:
      return ast::Number{a * b};
    case BinaryOp::kDivide:
      return ast::Number{a / b};
    case BinaryOp::kLess:
      return ast::Truth{a < b};
    case BinaryOp::kLessEqual:
      return ast::Truth{a <= b};
    case BinaryOp::kGreater:
      return ast::Truth{a > b};
    case BinaryOp::kGreaterEqual:
      return ast::Truth{a >= b};
    case BinaryOp::kEqual:
      return ast::Truth{a == b};
    case BinaryOp::kNotEqual:
      return ast::Truth{a != b};
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
      break;
  }
  CHECK(false);  // the grammar has no truths made of numbers
  return {};
}

// A macro's truth stands where a number is wanted: `$yes + 1`.
void TruthToNumber(Expr* expr) {
  if (const bool* truth = TruthIn(*expr)) {
    expr->node = ast::Number{*truth ? 1.0 : 0.0};
  }
}

bool IsLogical(BinaryOp op) {
  return op == BinaryOp::kAnd || op == BinaryOp::kOr;
}

}  // namespace

bool IsConstant(const Expr& expr) {
  return NumberIn(expr) != nullptr || TruthIn(expr) != nullptr ||
         StringIn(expr) != nullptr;
}

ExprPtr MakeExpr(Expr::Node node, Span span) {
  auto expr = std::make_unique<Expr>();
  expr->node = std::move(node);
  expr->span = span;
  return expr;
}

ExprPtr MakeUnary(UnaryOp op, ExprPtr operand, Span span) {
  if (op == UnaryOp::kNot) {
    if (const bool* truth = TruthIn(*operand)) {
      return MakeExpr(ast::Truth{!*truth}, span);
    }
  } else if (op == UnaryOp::kNegate || op == UnaryOp::kRate ||
             op == UnaryOp::kInstant) {
    TruthToNumber(operand.get());
    const double* number = NumberIn(*operand);
    if (number != nullptr && op != UnaryOp::kRate) {
      const bool negate = op == UnaryOp::kNegate;
      return MakeExpr(ast::Number{negate ? -*number : *number}, span);
    }
  }
  return MakeExpr(ast::Unary{op, std::move(operand)}, span);
}

ExprPtr MakeBinary(BinaryOp op, ExprPtr left, ExprPtr right, Span span) {
  if (IsLogical(op)) {
    const bool* a = TruthIn(*left);
    const bool* b = TruthIn(*right);
    if (a != nullptr && b != nullptr) {
      const bool value = op == BinaryOp::kAnd ? *a && *b : *a || *b;
      return MakeExpr(ast::Truth{value}, span);
    }
    return MakeExpr(ast::Binary{op, std::move(left), std::move(right)}, span);
  }
  TruthToNumber(left.get());
  TruthToNumber(right.get());
  const double* a = NumberIn(*left);
  const double* b = NumberIn(*right);
  if (a != nullptr && b != nullptr) {
    return MakeExpr(FoldNumbers(op, *a, *b), span);
  }
  const std::string* s = StringIn(*left);
  const std::string* t = StringIn(*right);
  if (s != nullptr && t != nullptr) {
    return MakeExpr(ast::Truth{(op == BinaryOp::kEqual) == (*s == *t)}, span);
  }
  return MakeExpr(ast::Binary{op, std::move(left), std::move(right)}, span);
}

ExprPtr MakeReduce(ast::Reduction reduction, ast::Domain domain,
                   ExprPtr operand, Span span) {
  if (!IsOfTruths(reduction.reducer)) TruthToNumber(operand.get());
  return MakeExpr(ast::Reduce{reduction, domain, std::move(operand)}, span);
}

ExprPtr MakeMatch(bool negated, std::string pattern, ExprPtr operand,
                  Span span) {
  if (IsConstant(*operand)) return MakeExpr(ast::Truth{false}, span);
  return MakeExpr(ast::Match{negated, std::move(pattern), std::move(operand)},
                  span);
}

}  // namespace grammar
