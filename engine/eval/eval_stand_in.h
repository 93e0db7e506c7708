// && and || of a single value and a set: broadcast, and the value is the result
// where the set is empty. Of two sets: eval_either.h.
#ifndef TOCSIN_ENGINE_EVAL_EVAL_STAND_IN_H_
#define TOCSIN_ENGINE_EVAL_EVAL_STAND_IN_H_

#include "engine/eval/truths.h"
#include "engine/program/program.h"

namespace engine::eval {

/// Remembers the lanes of a set with that of the value in front.
class StandInLogic {
 public:
  /// Lifetime: keeps `node`.
  explicit StandInLogic(const program::Binary& node) : node_(node) {}

  /// Shape: `out` has the lanes of `set`, and one more where it is needed.
  void Run(const Truths& single, const Truths& set, Truths* out);

 private:
  void AddLane(const pmapi::LaneSet& lanes);

  const program::Binary& node_;
  pmapi::LaneSet set_lanes_;
  pmapi::LaneSet lanes_;
  Truths widened_;
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_EVAL_STAND_IN_H_
