// Aggregates of numbers: over lanes here, over samples with the memory that
// needs in SampleReduction. Of truths: reduce_truths.h, truth_window.h. What is
// unknown: docs/evaluation.md, "Reductions".
#ifndef TOCSIN_ENGINE_EVAL_EVAL_REDUCE_H_
#define TOCSIN_ENGINE_EVAL_EVAL_REDUCE_H_

#include <span>
#include <vector>

#include "base/percentile.h"
#include "engine/eval/history.h"
#include "engine/eval/lane_groups.h"
#include "engine/eval/ring_fold.h"
#include "engine/program/program.h"
#include "pmapi/block/block.h"
#include "pmapi/block/column.h"

namespace engine::eval {

/// One value a group of lanes: of each host of `layout`, the operand's, in
/// order, or of all lanes. Shape: `out` [ticks][max(hosts, 1)].
void EvalReduceLanes(const program::ReduceLanes& node,
                     const pmapi::Block& operand, const expr::Layout& layout,
                     LaneRoom* room, pmapi::Block* out);

/// The last `samples` cells of each lane, tick by tick.
class SampleReduction {
 public:
  SampleReduction(const program::ReduceSamples& node, bool open);

  /// `columns` are all columns of the program.
  void Run(const pmapi::Block& operand, std::span<const pmapi::Column> columns,
           pmapi::Block* out);
  /// Goes on where `before` is, which is of the same node of another program.
  void Continue(SampleReduction* before);

 private:
  /// How many samples of a window are members, and known.
  struct Tally {
    int members = 0;
    int known = 0;
  };

  void AdvancePhase(std::span<const pmapi::Column> columns, int tick);
  void FindUnknown();
  void TallyTail();
  void AddRow(int tick, int sign);
  void Patch(int tick, bool full, pmapi::Block* out) const;
  void RunRow(std::span<const pmapi::Column> columns, int tick,
              pmapi::Block* out);
  void Fold(int tick, double* out);
  void TakePercentiles(const double* first, double* out) const;
  void FoldDeviations(int tick, int first, double* out) const;
  void MoveWindows(const pmapi::LaneSet& lanes);
  void SlideWindows(int tick, bool enters);

  const program::ReduceSamples& node_;
  History history_;
  RingFold fold_;
  int phase_ = -1;
  std::int64_t ticks_ = 0;            // so far
  std::vector<std::size_t> unknown_;  // of the block: lanes that are patched
  std::vector<Tally> tallies_;        // of the window, one each of those
  std::vector<pmapi::Cell> common_;   // kept for its memory
  /// Of kPercentile: what is known in the last samples - 1 rows, a lane each.
  std::vector<base::PercentileWindow> windows_;
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_EVAL_REDUCE_H_
