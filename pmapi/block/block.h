// Block: values for some ticks and lanes, the unit of all evaluation.
#ifndef TOCSIN_PMAPI_BLOCK_BLOCK_H_
#define TOCSIN_PMAPI_BLOCK_BLOCK_H_

#include <cstddef>
#include <span>
#include <vector>

#include "base/warm.h"
#include "pmapi/block/cell.h"
#include "pmapi/block/lanes.h"

namespace pmapi {

/// A dense matrix of doubles with a cell beside each. Truths are 0 and 1;
/// strings are numbers of an interning pool; what is not valid has no
/// meaning as a value (but is initialised).
/// Shape: [ticks][lanes], row by row.
class Block {
 public:
  /// Makes room; values and cells are then unspecified. Keeps its memory, so
  /// that a block of the same size costs no allocation.
  void Reset(int ticks, const LaneSet& lanes) {
    ticks_ = ticks;
    if (lanes_ != lanes) {
      lanes_ = lanes;
      width_ = static_cast<int>(lanes->size());
    }
    const auto size = static_cast<std::size_t>(ticks_) * width_;
    if (values_.size() < size) {
      values_.resize(size);
      cells_.resize(size);
    }
    dense_ = false;
  }

  /// Reset(), with values and cells that are there already: they change places
  /// with the block's memory. Shape: at least as many as the block has.
  void Exchange(int ticks, const LaneSet& lanes, std::vector<double>* values,
                std::vector<Cell>* cells) {
    values_.swap(*values);
    cells_.swap(*cells);
    Reset(ticks, lanes);
  }

  /// It will be written soon.
  void Warm() const {
    base::Warm(values_);
    base::Warm(cells_);
  }

  /// Its lanes by another pointer. REQUIRES: they are the same.
  void Share(const LaneSet& lanes) { lanes_ = lanes; }

  int ticks() const { return ticks_; }
  int width() const { return width_; }
  const LaneSet& lanes() const { return lanes_; }
  std::size_t size() const { return static_cast<std::size_t>(ticks_) * width_; }

  double* values() { return values_.data(); }
  const double* values() const { return values_.data(); }
  Cell* cells() { return cells_.data(); }
  const Cell* cells() const { return cells_.data(); }

  double* row(int tick) { return values_.data() + Offset(tick); }
  const double* row(int tick) const { return values_.data() + Offset(tick); }
  Cell* cell_row(int tick) { return cells_.data() + Offset(tick); }
  const Cell* cell_row(int tick) const { return cells_.data() + Offset(tick); }

  /// True if every cell is kKnown: operators take their fast path. The cells
  /// are filled in all the same.
  bool dense() const { return dense_; }
  void set_dense(bool dense) { dense_ = dense; }
  /// True if every cell of the row is kKnown.
  bool known(int tick) const {
    return dense_ || AreKnown(cell_row(tick), width_);
  }

 private:
  std::size_t Offset(int tick) const {
    return static_cast<std::size_t>(tick) * width_;
  }

  int ticks_ = 0;
  int width_ = 0;
  LaneSet lanes_;
  std::vector<double> values_;
  std::vector<Cell> cells_;
  bool dense_ = false;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_BLOCK_BLOCK_H_
