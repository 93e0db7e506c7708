// Memory: what a node remembers from block to block.
#ifndef TOCSIN_ENGINE_EVAL_MEMORY_H_
#define TOCSIN_ENGINE_EVAL_MEMORY_H_

#include <variant>

#include "engine/eval/eval_edge.h"
#include "engine/eval/eval_either.h"
#include "engine/eval/eval_lanes.h"
#include "engine/eval/eval_reduce.h"
#include "engine/eval/eval_stand_in.h"
#include "engine/eval/eval_step.h"
#include "engine/eval/truth_window.h"
#include "engine/program/program.h"

namespace engine::eval {

/// std::monostate: nothing.
using Memory =
    std::variant<std::monostate, SampleReduction, TruthWindow, Rate, Edge,
                 Delayed, Retained, NameMatcher, EitherLogic, StandInLogic>;

/// The memory of `node` before the first tick. Lifetime: keeps parts of
/// `program`.
Memory MemoryFor(const program::Node& node, const program::Program& program);

/// Makes `now` go on from `before`, the memory of the same node of another
/// program, which may only be destroyed after that. What a node can find anew
/// is not taken over.
void ContinueMemory(Memory* before, Memory* now);

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_MEMORY_H_
