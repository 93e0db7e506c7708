// A syntax tree as rule text again: what is read from it is the same tree.
// For tests one reads better what grammar/dump.h writes.
#ifndef TOCSIN_GRAMMAR_PRINT_H_
#define TOCSIN_GRAMMAR_PRINT_H_

#include <string>

#include "grammar/ast.h"

namespace grammar {

/// Macros stay expanded, constants canonical and without units.
std::string Print(const ast::Expr& expr);
std::string Print(const ast::Action& action);

/// `name = expression;`, without the interval.
std::string Print(const ast::Statement& statement);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_PRINT_H_
