// && || and ! of truths, 64 lanes at once: kleene.h as words. One operand has
// the lanes of the result; the other has the same ones or is single.
#ifndef TOCSIN_ENGINE_EVAL_EVAL_LOGIC_H_
#define TOCSIN_ENGINE_EVAL_EVAL_LOGIC_H_

#include "engine/eval/truths.h"
#include "engine/program/program.h"

namespace engine::eval {

/// Truths, and whether their one lane is broadcast over the other operand's.
struct TruthOperand {
  const Truths& truths;
  bool single;
};

/// A member where the lead operand's instance is present, or that of either if
/// `both_lead`; what is no member of an operand is unknown there.
/// REQUIRES: `node` is && or ||; `out` is Reset to the result's lanes.
void EvalLogic(const program::Binary& node, TruthOperand left,
               TruthOperand right, bool both_lead, Truths* out);

/// REQUIRES: as EvalLogic().
void EvalNot(const Truths& operand, Truths* out);

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_EVAL_LOGIC_H_
