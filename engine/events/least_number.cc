// Operator by operator: from where on more changes nothing.
#include "engine/events/least_number.h"

namespace engine::events {

using grammar::ast::BinaryOp;

bool IsSettled(double least, const std::optional<CountCompared>& compared) {
  if (!compared) return least > 0;
  const BinaryOp op = compared->op;
  if (!compared->with) {
    const bool more = op == BinaryOp::kGreater || op == BinaryOp::kGreaterEqual;
    return more && least > 0;
  }
  const bool reached = op == BinaryOp::kLess || op == BinaryOp::kGreaterEqual;
  return reached ? least >= *compared->with : least > *compared->with;
}

}  // namespace engine::events
