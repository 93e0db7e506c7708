// The units of an expression's values, as pmie reckons them for -x. Nothing
// else asks for them: no operator minds dimensions.
#ifndef TOCSIN_ENGINE_EXPR_UNITS_H_
#define TOCSIN_ENGINE_EXPR_UNITS_H_

#include <optional>

#include "engine/expr/expr.h"
#include "pmapi/metric/units.h"

namespace engine::expr {

/// The units, in bytes, seconds and ones. Without a metric only a literal and a
/// count have any. Nothing where the lead metric has not been described, but of
/// what is asked of event records.
/// Source: docs/pmie.md, "Units of expressions".
std::optional<pmapi::Units> UnitsOf(const Expr& expr);

}  // namespace engine::expr

#endif  // TOCSIN_ENGINE_EXPR_UNITS_H_
