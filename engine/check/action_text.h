// The texts of a rule's actions: what in them cannot be meant as it stands.
// Expanding them is engine/alarm's.
#ifndef TOCSIN_ENGINE_CHECK_ACTION_TEXT_H_
#define TOCSIN_ENGINE_CHECK_ACTION_TEXT_H_

#include "engine/check/report.h"
#include "engine/expr/expr.h"

namespace engine::check {

/// Warns of selectors that have no value, of commands and texts for people that
/// several members would glue together, of names that a second shell reads, and
/// of programs that cannot be run here. `condition` is null where there is
/// none, or none that is right.
void CheckTexts(const expr::ast::Action& action, const expr::Expr* condition,
                const expr::Binding& binding, Report* report);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_ACTION_TEXT_H_
