// Operators on lanes themselves: pairing by position, matching by name.
#ifndef TOCSIN_ENGINE_EVAL_EVAL_LANES_H_
#define TOCSIN_ENGINE_EVAL_EVAL_LANES_H_

#include <vector>

#include "engine/eval/names.h"
#include "engine/eval/truths.h"
#include "engine/program/program.h"
#include "pmapi/block/block.h"

namespace engine::eval {

/// `operand`'s k-th member on `lead`'s k-th member; where they are not as
/// many, every member of the lead is unknown.
void EvalAlign(const pmapi::Block& operand, const pmapi::Block& lead,
               pmapi::Block* out);

/// `operand` on `lanes`: its own, behind others that are absent.
void Widen(const pmapi::Block& operand, const pmapi::LaneSet& lanes,
           pmapi::Block* out);
void Widen(const Truths& operand, const pmapi::LaneSet& lanes, Truths* out);

/// match_inst and nomatch_inst.
class NameMatcher {
 public:
  explicit NameMatcher(const program::Match& node) : node_(node) {}
  void Run(const Truths& operand, const expr::Layout& layout,
           const Names& names, Truths* out);

 private:
  void MatchNames(const pmapi::LaneSet& lanes, const expr::Layout& layout,
                  const Names& names);

  const program::Match& node_;
  pmapi::LaneSet lanes_;
  std::vector<Word> selected_;      // a bit a lane: its name qualifies
  std::vector<Word> has_instance_;  // the same: it has one
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_EVAL_LANES_H_
