// History: some rows of a stream before the block, and the block's own, as one
// matrix, so that windows are plain loops over rows.
#ifndef TOCSIN_ENGINE_EVAL_HISTORY_H_
#define TOCSIN_ENGINE_EVAL_HISTORY_H_

#include <cstdint>
#include <map>
#include <vector>

#include "pmapi/block/block.h"

namespace engine::eval {

class History {
 public:
  /// Whether lanes that a block lacks have their rows back when they return.
  enum class Gone { kForget, kKeep };
  /// Keeps `depth` rows between blocks. Before the first tick of all every
  /// cell is `before`.
  History(int depth, pmapi::Cell before, Gone gone = Gone::kForget)
      : depth_(depth), before_(before), keeps_gone_(gone == Gone::kKeep) {}

  /// Makes `block` the newest rows. Its lanes may differ from the last
  /// block's: new ones have no cells in the rows before.
  void Append(const pmapi::Block& block);

  int depth() const { return depth_; }
  int ticks() const { return ticks_; }
  int width() const { return width_; }
  const pmapi::LaneSet& lanes() const { return lanes_; }

  /// Row `tick` of the block; the rows before it are -1 to -depth().
  const double* row(int tick) const { return values_.data() + Offset(tick); }
  const pmapi::Cell* cell_row(int tick) const {
    return cells_.data() + Offset(tick);
  }
  /// Every cell, also of the rows before the block, is kKnown.
  bool dense() const { return tail_dense_ && block_dense_; }

 private:
  std::size_t Offset(int tick) const {
    return static_cast<std::size_t>(tick + depth_) *
           static_cast<std::size_t>(width_);
  }
  void MoveTailToFront();
  void MoveTailToLanes(const pmapi::LaneSet& lanes);
  void KeepGone(const std::vector<pmapi::Lane>& next);
  void BringBack(const pmapi::Lane& lane, std::size_t column, std::size_t width,
                 double* values, pmapi::Cell* cells);

  /// The tail of a lane as it was when it went.
  struct GoneLane {
    std::int64_t since = 0;  // the first tick without it
    std::vector<double> values;
    std::vector<pmapi::Cell> cells;
  };

  int depth_;
  pmapi::Cell before_;
  bool keeps_gone_;
  std::map<pmapi::Lane, GoneLane> gone_;
  std::int64_t end_ = 0;  // ticks that were appended in all
  int ticks_ = 0;
  int width_ = 0;
  pmapi::LaneSet lanes_;
  std::vector<double> values_;  // [depth + ticks][width]
  std::vector<pmapi::Cell> cells_;
  bool tail_dense_ = false;
  bool block_dense_ = false;
  int dense_ticks_ = 0;  // ticks in a row that were known throughout
};

/// Whether the lanes are the same, in the same places. Written ones may be in
/// any order, and twice.
bool SameLanes(const pmapi::LaneSet& a, const pmapi::LaneSet& b);

/// For each lane of `to` its column in `from`, or -1. Both ascending.
std::vector<int> MatchLanes(const std::vector<pmapi::Lane>& from,
                            const std::vector<pmapi::Lane>& to);

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_HISTORY_H_
