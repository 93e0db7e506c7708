// Relations between two blocks of numbers. Operands are as eval_binary.h's.
#ifndef TOCSIN_ENGINE_EVAL_EVAL_RELATION_H_
#define TOCSIN_ENGINE_EVAL_EVAL_RELATION_H_

#include "engine/eval/eval_binary.h"
#include "engine/eval/truths.h"

namespace engine::eval {

/// True where `left` op `right`: known where both are, a member where both are.
/// REQUIRES: `op` is a relation; `out` is Reset to the result's lanes.
void EvalRelation(program::ast::BinaryOp op, Operand left, Operand right,
                  Truths* out);

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_EVAL_RELATION_H_
