// NodeValues: one node's values at all ticks of a block, in native bits as
// MetricSamples has them. What is computed with them is evaluate.h's.
#ifndef TOCSIN_PMAPI_DERIVED_NODE_VALUES_H_
#define TOCSIN_PMAPI_DERIVED_NODE_VALUES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pmapi/block/cell.h"

namespace pmapi::derived {

/// Values that somebody else holds. Shape: [ticks][width]; a singular one has
/// the width 1 and is read at any place.
struct NodeView {
  const std::uint64_t* bits = nullptr;
  const Cell* cells = nullptr;
  std::size_t width = 0;
  bool singular = false;

  /// The index of the `i`-th value at `tick`.
  std::size_t At(std::size_t tick, std::size_t i) const {
    return singular ? tick : tick * width + i;
  }
  bool Known(std::size_t at) const { return cells[at] == kKnown; }
  /// Every value of `ticks` ticks is known.
  bool AllKnown(std::size_t ticks) const {
    return std::all_of(cells, cells + ticks * width,
                       [](Cell cell) { return cell == kKnown; });
  }
  /// Some value is known at `tick`.
  bool AnyKnown(std::size_t tick) const {
    const Cell* row = cells + tick * width;
    return std::find(row, row + width, kKnown) != row + width;
  }
};

/// Values of its own.
struct NodeValues {
  std::vector<std::uint64_t> bits;
  std::vector<Cell> cells;

  /// `size` values, all absent.
  void Reset(std::size_t size) {
    bits.assign(size, 0);
    cells.assign(size, kAbsent);
  }
  /// A known value at index `at`.
  void Set(std::size_t at, std::uint64_t value) {
    bits[at] = value;
    cells[at] = kKnown;
  }
};

}  // namespace pmapi::derived

#endif  // TOCSIN_PMAPI_DERIVED_NODE_VALUES_H_
