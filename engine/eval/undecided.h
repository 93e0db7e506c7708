// Undecided: an unknown truth of which some operand has a value. Evaluation
// alone makes the difference, for count_: docs/evaluation.md, "What count_
// counts".
#ifndef TOCSIN_ENGINE_EVAL_UNDECIDED_H_
#define TOCSIN_ENGINE_EVAL_UNDECIDED_H_

#include "pmapi/block/cell.h"

namespace engine::eval {

inline constexpr pmapi::Cell kUndecidedBit = 8;
/// In the set, not known, and yet not without a value.
inline constexpr pmapi::Cell kUndecided = pmapi::kMember | kUndecidedBit;

/// False of what is unknown for want of values.
constexpr bool HasValue(pmapi::Cell cell) {
  return (cell & (pmapi::kValid | kUndecidedBit)) != 0;
}

/// What `&&` and `||` of two such cells are where they do not decide.
constexpr pmapi::Cell UnknownOf(pmapi::Cell a, pmapi::Cell b) {
  return HasValue(a | b) ? kUndecided : pmapi::kMember;
}

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_UNDECIDED_H_
