// History: a stream's rows before the block, and the block's own where they
// are, so that windows are plain loops over rows. Rows take memory as they
// come, not before: windows may be of a million.
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
  /// block's: new ones have no cells in the rows before. Lifetime: `block` is
  /// read until Keep().
  void Append(const pmapi::Block& block);
  /// Copies what the next block has before it; the block's rows are gone then.
  void Keep();

  int depth() const { return depth_; }
  int ticks() const { return block_ == nullptr ? 0 : block_->ticks(); }
  int width() const { return width_; }
  const pmapi::LaneSet& lanes() const { return lanes_; }

  /// How many of the rows before the block there have been.
  int held() const { return held_; }
  /// Bytes that rows take.
  std::size_t bytes() const {
    return values_.capacity() * sizeof(double) + cells_.capacity();
  }

  /// Row `tick` of the block; the rows before it are -1 to -depth().
  const double* row(int tick) const {
    return tick < -held_ ? no_values_.data() : held_row(tick);
  }
  const pmapi::Cell* cell_row(int tick) const {
    return tick >= 0       ? block_->cell_row(tick)
           : tick < -held_ ? no_cells_.data()
                           : cells_.data() + Offset(tick);
  }
  /// The same. REQUIRES: tick >= -held(). Rows stand one behind the other from
  /// -held() to -1, and from 0 on.
  const double* held_row(int tick) const {
    return tick >= 0 ? block_->row(tick) : values_.data() + Offset(tick);
  }
  /// Every cell of the row is kKnown.
  bool known(int tick) const {
    return tick >= 0 ? block_->known(tick)
                     : tick >= -held_ && known_[Row(tick)] != 0;
  }
  /// Every cell, also of the rows before the block, is kKnown.
  bool dense() const { return tail_dense_ && block_->dense(); }

 private:
  /// Where row `tick` < 0 is in the buffer.
  std::size_t Row(int tick) const {
    return static_cast<std::size_t>(first_ + held_ + tick);
  }
  std::size_t Offset(int tick) const {
    return Row(tick) * static_cast<std::size_t>(width_);
  }
  void MakeRoom(int rows);
  void MoveToFront();
  int CountKnown() const;
  void MoveToLanes(const pmapi::LaneSet& lanes);
  void KeepGone(const std::vector<pmapi::Lane>& next);
  void BringBack(const pmapi::Lane& lane, std::size_t column, std::size_t width,
                 double* values, pmapi::Cell* cells);

  /// The tail of a lane as it was when it went, the newest row last.
  struct GoneLane {
    std::int64_t since = 0;  // the first tick without it
    std::vector<double> values;
    std::vector<pmapi::Cell> cells;
  };

  int depth_;
  pmapi::Cell before_;
  bool keeps_gone_;
  std::map<pmapi::Lane, GoneLane> gone_;
  std::int64_t end_ = 0;  // ticks that were kept in all
  int held_ = 0;
  int width_ = 0;
  pmapi::LaneSet lanes_;
  const pmapi::Block* block_ = nullptr;
  // The rows before the block stand from row `first_` on; behind them there is
  // room for more, so that they need not move each time.
  int first_ = 0;
  std::vector<double> values_;  // [first + held][width]
  std::vector<pmapi::Cell> cells_;
  std::vector<std::uint8_t> known_;  // [first + held]
  std::vector<double> no_values_;    // [width]: the row before all others
  std::vector<pmapi::Cell> no_cells_;
  bool tail_dense_ = false;
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
