// Operators over constants become constants while a tree is built, as in pmie:
// what has become one is a macro, not an expression to evaluate. The program's
// own folding, which knows shapes and metrics, is engine/program's.
#ifndef TOCSIN_GRAMMAR_FOLD_H_
#define TOCSIN_GRAMMAR_FOLD_H_

#include <string>

#include "grammar/ast.h"

namespace grammar {

/// A number, a truth or a string.
bool IsConstant(const ast::Expr& expr);

ast::ExprPtr MakeExpr(ast::Expr::Node node, Span span);

/// The constant if operands are constant, else the node. `rate`, `rising` and
/// `falling` are never folded.
ast::ExprPtr MakeUnary(ast::UnaryOp op, ast::ExprPtr operand, Span span);

/// A string against a number stays a node: engine/check refuses it.
ast::ExprPtr MakeBinary(ast::BinaryOp op, ast::ExprPtr left, ast::ExprPtr right,
                        Span span);

/// Never folded, not even of a constant.
ast::ExprPtr MakeReduce(ast::Reduction reduction, ast::Domain domain,
                        ast::ExprPtr operand, Span span);

/// A constant has no instances, so match_inst of one is false.
ast::ExprPtr MakeMatch(bool negated, std::string pattern, ast::ExprPtr operand,
                       Span span);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_FOLD_H_
