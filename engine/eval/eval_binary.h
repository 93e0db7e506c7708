// Arithmetic, relations and logic between two blocks. One block has the lanes
// of the result; the other has the same ones or is single.
#ifndef TOCSIN_ENGINE_EVAL_EVAL_BINARY_H_
#define TOCSIN_ENGINE_EVAL_EVAL_BINARY_H_

#include "engine/program/program.h"
#include "pmapi/block/block.h"

namespace engine::eval {

/// A block, and whether its one lane is broadcast over the other operand's.
struct Operand {
  const pmapi::Block& block;
  bool single;
};

/// REQUIRES: `out` is Reset to the result's lanes.
void EvalBinary(const program::Binary& node, Operand left, Operand right,
                pmapi::Block* out);

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_EVAL_BINARY_H_
