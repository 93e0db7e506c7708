// A syntax tree as an s-expression, every node in parentheses. In the namespace
// of what it shows. Rule text again is grammar/print.h.
#ifndef TOCSIN_TESTS_SUPPORT_AST_DUMP_H_
#define TOCSIN_TESTS_SUPPORT_AST_DUMP_H_

#include <string>

#include "grammar/ast.h"

namespace grammar {

/// `(> (fetch kernel.all.load #'1 minute' @0..2) 5)`, in one line.
std::string Dump(const ast::Expr& expr);
std::string Dump(const ast::Action& action);

/// `(statement NAME every 10 (...))`; NAME is `_` if there is none.
std::string Dump(const ast::Statement& statement);

}  // namespace grammar

#endif  // TOCSIN_TESTS_SUPPORT_AST_DUMP_H_
