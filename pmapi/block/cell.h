// Cell: what is known of one value of a block, besides the value.
#ifndef TOCSIN_PMAPI_BLOCK_CELL_H_
#define TOCSIN_PMAPI_BLOCK_CELL_H_

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace pmapi {

/// A byte and not bitmaps, so that the cells of a result are the bytewise AND
/// of its operands' and loops over them vectorise. Of the bits each implies
/// the one before it.
using Cell = std::uint8_t;

/// The lane is not there at this tick.
inline constexpr Cell kAbsent = 0;
/// Its instance has a value now, but not all that the expression needs (the
/// first value of a counter): no member yet. `&&` and `||` may decide without.
inline constexpr Cell kPresent = 4;
/// In the set. As the whole cell: its value is unknown.
inline constexpr Cell kMember = kPresent | 1;
inline constexpr Cell kValid = 2;
/// In the set, and its value is known.
inline constexpr Cell kKnown = kMember | kValid;

constexpr bool IsPresent(Cell cell) { return (cell & kPresent) != 0; }
constexpr bool IsMember(Cell cell) { return (cell & 1) != 0; }

/// Whether all `n` cells are kKnown.
inline bool AreKnown(const Cell* cells, int n) {
  constexpr int kAtOnce = 8;
  constexpr std::uint64_t kAllKnown = 0x0707070707070707;
  static_assert(kKnown == 7);
  int i = 0;
  for (; i + kAtOnce <= n; i += kAtOnce) {
    std::uint64_t some = 0;
    std::memcpy(&some, cells + i, kAtOnce);
    if (some != kAllKnown) return false;
  }
  return std::all_of(cells + i, cells + n,
                     [](Cell cell) { return cell == kKnown; });
}

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_BLOCK_CELL_H_
