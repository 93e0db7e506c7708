// count_event and its kin: a metric of event records, and what is asked of
// them.
#ifndef TOCSIN_ENGINE_CHECK_EVENT_FUNCTIONS_H_
#define TOCSIN_ENGINE_CHECK_EVENT_FUNCTIONS_H_

#include "engine/check/metrics.h"
#include "engine/check/report.h"
#include "engine/expr/expr.h"

namespace engine::check {

/// The typed fetch of a number (of a quantifier 1 or 0), or null after what is
/// wrong has been reported. Source: docs/events.md, "Functions".
expr::ExprPtr CheckEvents(const expr::ast::Events& events, grammar::Span span,
                          Metrics* metrics, Report* report);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_EVENT_FUNCTIONS_H_
