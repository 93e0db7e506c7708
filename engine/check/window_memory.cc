// A window is kept where it is made into one value, or shown.
#include "engine/check/window_memory.h"

#include <algorithm>

#include "engine/expr/operands.h"

namespace engine::check {
namespace {

/// A number, and whether it is known.
constexpr double kValueBytes = sizeof(double) + 1;

/// How many values are kept for `e` and what is below it. What is `inside` a
/// window is not kept itself.
double Kept(const expr::Expr& e, bool inside) {
  const bool window = e.shape.samples > 1;
  double kept = window && !inside ? static_cast<double>(e.shape.total()) : 0;
  if (const auto* fetch = std::get_if<expr::Fetch>(&e.node)) {
    kept += static_cast<double>(fetch->delay) * std::max(e.shape.width(), 1);
  }
  expr::ForEachOperand(
      e, [&](const expr::Expr& one) { kept += Kept(one, window); });
  return kept;
}

}  // namespace

double WindowBytes(const expr::Statement& statement) {
  double kept = 0;
  expr::ForEachExpr(statement,
                    [&](const expr::Expr& e) { kept += Kept(e, false); });
  return kept * kValueBytes;
}

}  // namespace engine::check
