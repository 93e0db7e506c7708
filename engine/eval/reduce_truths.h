// count_, some_, all_ and N%_ over lanes: bits are counted. Over samples:
// truth_window.h. What is unknown: docs/evaluation.md, "Reductions".
#ifndef TOCSIN_ENGINE_EVAL_REDUCE_TRUTHS_H_
#define TOCSIN_ENGINE_EVAL_REDUCE_TRUTHS_H_

#include "engine/eval/lane_groups.h"
#include "engine/eval/truths.h"
#include "engine/program/program.h"

namespace engine::eval {

/// Members of a group, and how many have a value, are known and true.
struct Tally {
  int members = 0;
  int values = 0;
  int known = 0;
  int truths = 0;
};

/// A reduced value; `cell` is kMember or kUndecided where it is unknown.
struct Reduced {
  double value = 0;
  pmapi::Cell cell = pmapi::kMember;
};

/// How many of `members` N%_ needs: rounded to the nearest number, as pmie's.
int NeededOf(const program::Reduction& reduction, int members);

/// How many of `members` that are all known make a quantifier true.
int EnoughOf(const program::Reduction& reduction, int members);

/// count_, all_, some_ and N%_ from a tally. REQUIRES: one of these four.
Reduced ReduceTruths(const program::Reduction& reduction, const Tally& tally);

/// How many lanes are true, a value a group of lanes: of each host of `layout`,
/// the operand's, in order, or of all lanes.
/// Shape: `out` [ticks][max(hosts, 1)].
void CountLanes(const program::ReduceLanes& node, const Truths& operand,
                const expr::Layout& layout, LaneRoom* room, pmapi::Block* out);

/// The same for quantifiers.
void QuantifyLanes(const program::ReduceLanes& node, const Truths& operand,
                   const expr::Layout& layout, LaneRoom* room, Truths* out);

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_REDUCE_TRUTHS_H_
