// Which metrics an expression speaks of: its fetches, in the order of the
// text. What is said of them is the caller's business.
#ifndef TOCSIN_GRAMMAR_FETCHES_H_
#define TOCSIN_GRAMMAR_FETCHES_H_

#include <functional>

#include "grammar/ast.h"

namespace grammar {

/// Calls `look` with each fetch in `expr`, and where it stands.
void ForEachFetch(const ast::Expr& expr,
                  const std::function<void(const ast::Fetch&, Span)>& look);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_FETCHES_H_
