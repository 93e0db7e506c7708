// OrderedPositions: an expression as places that bytes match, and which may
// come after which, the first choice first; and what each way passes.
#ifndef TOCSIN_BASE_ORDERED_POSITIONS_H_
#define TOCSIN_BASE_ORDERED_POSITIONS_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "base/perl_regex.h"
#include "base/regex_positions.h"

namespace base {

/// From a place, or from before all, to the next.
struct RegexWay {
  /// Stands for the end of the match.
  static constexpr std::size_t kMatch = static_cast<std::size_t>(-1);
  std::size_t to = kMatch;
  /// Where groups begin and end on the way: 2 * group, or 1 more for its end.
  std::vector<int> passed;
};
/// Behind one that leads to kMatch there is none.
using RegexWays = std::vector<RegexWay>;

struct OrderedPositions {
  std::vector<SymbolSet> places;
  /// Before the first byte of a match: at the beginning of the text or behind
  /// it; [1]: at its end, too, where only kMatch can be reached.
  RegexWays at_begin[2];
  RegexWays behind_begin[2];
  /// Behind the byte of a place, amid the text and at its end.
  std::vector<RegexWays> after[2];
};

/// Nothing where there are more places or ways than RegexPositions may have.
std::optional<OrderedPositions> OrderPositions(const RegexNode& regex);

}  // namespace base

#endif  // TOCSIN_BASE_ORDERED_POSITIONS_H_
