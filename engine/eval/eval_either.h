// && and || of two sets whose lanes are not the same: at each tick the one that
// leads gives the members, the other one's pair with them by position.
#ifndef TOCSIN_ENGINE_EVAL_EVAL_EITHER_H_
#define TOCSIN_ENGINE_EVAL_EVAL_EITHER_H_

#include <vector>

#include "engine/expr/either.h"
#include "engine/program/program.h"
#include "pmapi/block/block.h"

namespace engine::eval {

/// Remembers which lanes of the result are whose.
class EitherLogic {
 public:
  /// `left` and `right` are the operands' layouts. Lifetime: keeps `node`.
  EitherLogic(const program::Binary& node, const expr::Layout& left,
              const expr::Layout& right);

  void Run(const pmapi::Block& left, const pmapi::Block& right,
           pmapi::Block* out);

 private:
  /// An operand's lanes, and where they are in the result's.
  struct Side {
    expr::Embedding embedding;
    pmapi::LaneSet lanes;
    std::vector<int> columns;
  };

  void JoinLanes();
  void EvalRow(const Side& lead_side, const pmapi::Block& lead,
               const pmapi::Block& other, bool as_many, int tick,
               pmapi::Block* out) const;

  const program::Binary& node_;
  Side left_;
  Side right_;
  pmapi::LaneSet lanes_;
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_EVAL_EITHER_H_
