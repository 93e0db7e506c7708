// CallsOf: the actions that a statement can ask for, wherever they stand in it.
#ifndef TOCSIN_ENGINE_EXPR_CALLS_H_
#define TOCSIN_ENGINE_EXPR_CALLS_H_

#include <functional>
#include <vector>

#include "engine/expr/expr.h"

namespace engine::expr {

/// In the order in which they are written. Lifetime: the statement's.
std::vector<const ast::Call*> CallsOf(const Statement& statement);

/// Whether `is_so` is true of an action of one of `statements`.
bool AnyCall(const std::vector<Statement>& statements,
             const std::function<bool(const ast::Call&)>& is_so);

}  // namespace engine::expr

#endif  // TOCSIN_ENGINE_EXPR_CALLS_H_
