// Which metrics an expression speaks of: its fetches, in the order of the
// text; and which parameters of event records. What is said of them is the
// caller's business.
#ifndef TOCSIN_GRAMMAR_FETCHES_H_
#define TOCSIN_GRAMMAR_FETCHES_H_

#include <functional>
#include <string>

#include "grammar/ast.h"

namespace grammar {

/// Calls `look` with each fetch in `expr`, and where it stands.
void ForEachFetch(const ast::Expr& expr,
                  const std::function<void(const ast::Fetch&, Span)>& look);

/// Calls `look` with each event function in `expr`, and where it stands.
void ForEachEvents(const ast::Expr& expr,
                   const std::function<void(const ast::Events&, Span)>& look);

/// The event function whose records the texts of a rule with this condition
/// show: the first; null: none.
const ast::Events* ShownEvents(const ast::Expr& condition);

/// Calls `look` with each name that is asked of the records of `metric`, which
/// is a parameter's or one of the record's own fields; in texts, too.
void ForEachParameter(const ast::Expr& expr,
                      const std::function<void(const ast::Fetch& metric,
                                               const std::string& name)>& look);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_FETCHES_H_
