// What the texts of a rule show of the event records that it is about.
#ifndef TOCSIN_ENGINE_CHECK_RECORD_TEXTS_H_
#define TOCSIN_ENGINE_CHECK_RECORD_TEXTS_H_

#include "engine/check/metrics.h"
#include "engine/check/report.h"
#include "engine/expr/expr.h"

namespace engine::check {

/// Adds what %{NAME} and %n in the texts of `rule` stand for to `checked`.
/// Where it asks no event function they are text. A name that no parameter has
/// is warned of. Source: docs/events.md, "In a message".
void AddRecordTexts(const expr::ast::Rule& rule, Metrics* metrics,
                    Report* report, expr::Rule* checked);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_RECORD_TEXTS_H_
