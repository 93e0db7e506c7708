// Resolves a metric reference against the sources: descriptors, hosts and
// instances, and the messages where they are not there.
#ifndef TOCSIN_ENGINE_CHECK_FETCH_H_
#define TOCSIN_ENGINE_CHECK_FETCH_H_

#include "engine/check/metrics.h"
#include "engine/check/report.h"
#include "engine/expr/expr.h"

namespace engine::check {

/// What a metric may be: one with values, or one of event records.
enum class FetchOf { kValues, kEvents };

/// The typed fetch, or null after what is wrong has been reported. `instant`:
/// counters are left as they are. Without sources everything is accepted.
/// Source: docs/pmie.md, "Conformance", "Missing metrics", "Hosts",
/// "Instances".
expr::ExprPtr CheckFetch(const expr::ast::Fetch& fetch, grammar::Span span,
                         bool instant, Metrics* metrics, Report* report,
                         FetchOf of = FetchOf::kValues);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_FETCH_H_
