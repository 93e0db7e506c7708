// IsNeverTrue: conditions that no values of metrics make true.
#ifndef TOCSIN_RULES_SITE_NEVER_TRUE_H_
#define TOCSIN_RULES_SITE_NEVER_TRUE_H_

#include "grammar/ast.h"

namespace rules::site {

/// Whether a rule with this condition cannot fire, by its form alone: it has a
/// `false` beside its &&, or wants the same value above one number and below
/// another one that is less. False of whatever is not seen so.
bool IsNeverTrue(const grammar::ast::Expr& condition);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_NEVER_TRUE_H_
