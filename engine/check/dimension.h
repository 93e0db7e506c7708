// Dimensions: what a rule compares, adds or subtracts that cannot be the same,
// bytes and bytes a second. pmie takes the numbers without a word, and so do
// we: this is for a warning only. What units an expression has is
// engine/expr/units.h's.
#ifndef TOCSIN_ENGINE_CHECK_DIMENSION_H_
#define TOCSIN_ENGINE_CHECK_DIMENSION_H_

#include <optional>
#include <string>

#include "engine/expr/expr.h"

namespace engine::check {

/// What is said and advised of the two operands of `op` though neither's units
/// can be converted to the other's, or of a number with units and what has
/// none. Nothing where it is the number, or a metric that another is compared
/// with, that has none, as most leave them out; where they differ in a count
/// alone, or where one is a count and no counter, the other a count a second.
/// REQUIRES: `op` compares, adds or subtracts.
struct Incommensurable {
  std::string message;
  std::string hint;
};
std::optional<Incommensurable> CompareUnits(expr::ast::BinaryOp op,
                                            const expr::Expr& left,
                                            const expr::Expr& right);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_DIMENSION_H_
