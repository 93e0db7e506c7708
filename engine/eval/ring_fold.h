// RingFold: sums and extremes of windows in the order of pmie's ring, at half
// the cost of folding each window anew. Source: docs/evaluation.md, "Order of
// summation".
#ifndef TOCSIN_ENGINE_EVAL_RING_FOLD_H_
#define TOCSIN_ENGINE_EVAL_RING_FOLD_H_

#include <cstdint>
#include <vector>

#include "engine/eval/history.h"
#include "engine/program/program.h"

namespace engine::eval {

/// A window is folded from the row at which the ring began, the mark, back to
/// its oldest row, then from its newest row back to the mark. While the ring
/// turns, the first part of each window begins that of the one before: all are
/// prefixes of one fold. The second part begins anew at each tick: differences
/// of running sums would have other last digits. Of an extreme it is known from
/// the tick before.
class RingFold {
 public:
  /// REQUIRES: `reducer` is kSum, kMin or kMax; samples > 0.
  RingFold(program::Reducer reducer, int samples)
      : reducer_(reducer), samples_(samples) {}

  /// The window that ends with row `tick` of `history`, whose tick it is the
  /// `now`-th of all; its mark is `newer` rows before that.
  /// REQUIRES: 0 <= newer < samples; all rows of the window are held.
  /// Shape: `out` [history.width()].
  void Fold(const History& history, int tick, std::int64_t now, int newer,
            double* out);

 private:
  bool Follows(const History& history, std::int64_t now, int newer) const;
  void FoldOlder(const History& history, int mark, int rows);
  void AddNewer(const History& history, int tick, int newer, double* out) const;
  void FoldNewest(const double* row, bool first);

  program::Reducer reducer_;
  int samples_;
  pmapi::LaneSet lanes_;
  std::int64_t mark_ = 0;
  std::int64_t last_ = -1;       // the tick that was folded last
  std::vector<double> older_;    // [rows from the mark back][lanes]: prefixes
  std::vector<double> extreme_;  // [lanes]: of the rows after the mark
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_RING_FOLD_H_
