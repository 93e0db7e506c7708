// The metric that an expression hangs on, and whether its source has it yet.
#ifndef TOCSIN_ENGINE_EXPR_LEAD_H_
#define TOCSIN_ENGINE_EXPR_LEAD_H_

#include "engine/expr/expr.h"

namespace engine::expr {

/// The fetch at the end of the chain of lead operands, or null.
const Fetch* LeadFetch(const Expr& expr);

/// True of what stands for a metric that its source may get later: a column
/// without values until the rules are checked again.
bool IsAwaited(const pmapi::MetricDesc& desc);

/// True if `fetch` is of a metric that no source has described.
bool IsUnresolved(const Fetch& fetch);
/// True if `expr` is such a metric.
bool IsUnresolved(const Expr& expr);

}  // namespace engine::expr

#endif  // TOCSIN_ENGINE_EXPR_LEAD_H_
