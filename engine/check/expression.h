// Types one expression: sorts, shapes, layouts, pairing, what conforms.
// Metric references are fetch.h's, statements and names checker.h's.
#ifndef TOCSIN_ENGINE_CHECK_EXPRESSION_H_
#define TOCSIN_ENGINE_CHECK_EXPRESSION_H_

#include "engine/check/metrics.h"
#include "engine/check/report.h"
#include "engine/expr/expr.h"

namespace engine::check {

/// The typed tree of `expr`, which is no rule, ruleset or action. Null where
/// pmie has no object either: after a mistake about a metric, an aggregate or
/// a regular expression, and in what stands above it. After other mistakes
/// there is a tree, good for finding more of them. Source: docs/pmie.md,
/// "Statements and numbers", "Conformance", "Error messages".
expr::ExprPtr CheckExpression(const expr::ast::Expr& expr, Metrics* metrics,
                              Report* report);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_EXPRESSION_H_
