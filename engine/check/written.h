// What is right as it is written, and hardly meant so. What is wrong with the
// operands themselves is expression.h's.
#ifndef TOCSIN_ENGINE_CHECK_WRITTEN_H_
#define TOCSIN_ENGINE_CHECK_WRITTEN_H_

#include "engine/check/report.h"
#include "engine/expr/expr.h"

namespace engine::check {

/// Warns of `binary`, the node of `e`, if it mixes && and ||, divides by a unit
/// that is none, or subtracts what was meant for a range of samples or a name.
void WarnOfWriting(const expr::ast::Binary& binary, const expr::ast::Expr& e,
                   Report* report);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_WRITTEN_H_
