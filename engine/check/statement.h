// Types the body of a statement: rule, ruleset, action or expression. Names
// are checker.h's.
#ifndef TOCSIN_ENGINE_CHECK_STATEMENT_H_
#define TOCSIN_ENGINE_CHECK_STATEMENT_H_

#include <optional>

#include "engine/check/metrics.h"
#include "engine/check/report.h"
#include "engine/expr/expr.h"

namespace engine::check {

using Body = decltype(expr::Statement::body);

/// The typed body. Nothing where pmie has no object, which then has no name
/// either. If the report counts a mistake the body must not be used.
/// Lifetime: the body points to actions in `expr`.
std::optional<Body> CheckBody(const expr::ast::Expr& expr, Metrics* metrics,
                              Report* report);

/// Seconds to the nearest nanosecond; nothing if they are not positive or
/// beyond what a Duration holds.
std::optional<base::Duration> IntervalOf(double seconds);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_STATEMENT_H_
