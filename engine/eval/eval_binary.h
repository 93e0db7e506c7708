// Arithmetic between two blocks. One block has the lanes of the result; the
// other has the same ones or is single. What makes truths: eval_relation.h.
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

/// Known where both are, a member where both are.
/// REQUIRES: `op` is one of + - * /; `out` is Reset to the result's lanes.
void EvalBinary(program::ast::BinaryOp op, Operand left, Operand right,
                pmapi::Block* out);

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_EVAL_BINARY_H_
