// RegexPositions: a regular expression as places that bytes match, and which
// may come after which.
#ifndef TOCSIN_BASE_REGEX_POSITIONS_H_
#define TOCSIN_BASE_REGEX_POSITIONS_H_

#include <bitset>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace base {

/// What a place matches: bytes, and where a text begins and ends.
inline constexpr std::size_t kTextBegins = 256;
inline constexpr std::size_t kTextEnds = 257;
inline constexpr std::size_t kSymbols = 258;
using SymbolSet = std::bitset<kSymbols>;

/// Glushkov's automaton. Repetitions are copies, so that nothing is counted.
struct RegexPositions {
  /// With more places, or more pairs of them, it is none.
  static constexpr std::size_t kMost = 4096;
  static constexpr std::size_t kMostPairs = 100'000;

  std::vector<SymbolSet> places;
  std::vector<std::size_t> first;
  std::vector<std::size_t> last;
  /// The second may come right after the first.
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  bool empty_matches = false;
};

/// Of what TranslatePosixRegex() gives, which RE2 has to have accepted. Nothing
/// where it is too large or asks for the ends of words.
std::optional<RegexPositions> FindPositions(std::string_view translated);

}  // namespace base

#endif  // TOCSIN_BASE_REGEX_POSITIONS_H_
