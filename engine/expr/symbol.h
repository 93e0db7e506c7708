// How operators are written: for messages and dumps.
#ifndef TOCSIN_ENGINE_EXPR_SYMBOL_H_
#define TOCSIN_ENGINE_EXPR_SYMBOL_H_

#include "grammar/ast.h"

namespace engine::expr {

/// As in a rule: "+", "&&", "rate", "sum", "all", "inst", "hour".
const char* Symbol(grammar::ast::BinaryOp op);
const char* Symbol(grammar::ast::UnaryOp op);
const char* Symbol(grammar::ast::AggregateOp op);
const char* Symbol(grammar::ast::Quantifier quantifier);
const char* Symbol(grammar::ast::Domain domain);
const char* Symbol(grammar::ast::ClockField field);

}  // namespace engine::expr

#endif  // TOCSIN_ENGINE_EXPR_SYMBOL_H_
