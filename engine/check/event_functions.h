// count_event and its kin: a metric of event records, and what is asked of
// them.
#ifndef TOCSIN_ENGINE_CHECK_EVENT_FUNCTIONS_H_
#define TOCSIN_ENGINE_CHECK_EVENT_FUNCTIONS_H_

#include <memory>

#include "engine/check/metrics.h"
#include "engine/check/report.h"
#include "engine/events/text_table.h"
#include "engine/expr/expr.h"
#include "grammar/record_text.h"

namespace engine::check {

/// The typed fetch of a number (of a quantifier 1 or 0), or null after what is
/// wrong has been reported. Source: docs/events.md, "Functions".
expr::ExprPtr CheckEvents(const expr::ast::Events& events, grammar::Span span,
                          Metrics* metrics, Report* report);

/// `left` and `right` are compared by `op`: where one of them is a count of
/// records, nothing else is asked of it. Warns of what is true of none.
void TellComparison(expr::ast::BinaryOp op, expr::Expr* left, expr::Expr* right,
                    Report* report);

/// What a text shows of the records of `events`, which have been checked: by
/// lane the number of those that match, or the number in `texts` of what one of
/// them has. `span`: of the action. Null after what has been reported.
expr::ExprPtr CheckRecordText(const expr::ast::Events& events,
                              const grammar::RecordSelector& selector,
                              std::shared_ptr<events::TextTable> texts,
                              grammar::Span span, Metrics* metrics,
                              Report* report);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_EVENT_FUNCTIONS_H_
