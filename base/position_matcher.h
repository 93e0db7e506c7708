// PositionMatcher: a regular expression matched in a time that depends on the
// length of the text alone, however high it counts.
#ifndef TOCSIN_BASE_POSITION_MATCHER_H_
#define TOCSIN_BASE_POSITION_MATCHER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "base/regex_positions.h"

namespace base {

/// All places where the text so far may lead are bits, 64 to a word, and each
/// byte moves all of them. Threads: safe to share.
class PositionMatcher {
 public:
  explicit PositionMatcher(const RegexPositions& positions);

  /// True if some part of `text` matches.
  bool Matches(std::string_view text) const;

  /// Bits of places. Shape: the first words() count.
  using Words = std::array<std::uint64_t, RegexPositions::kMost / 64>;
  std::size_t words() const { return words_; }
  /// `next` becomes the places of `symbol` that are first or come after `now`.
  void Step(std::size_t symbol, const Words& now, Words* next) const;
  /// Whether some place of `symbol` is first.
  bool Begins(std::size_t symbol) const { return begins_[symbol]; }

  /// What a byte takes at most. Units: operations on words, some of which are
  /// done at once.
  std::size_t cost() const { return cost_; }

 private:
  using Mask = std::vector<std::uint64_t>;

  /// Places from which those that are `by` further on may come.
  struct Shift {
    std::size_t by;
    Mask from;
  };
  /// Where one of `from` is, all of `to` may come. Words that are not nothing.
  struct Jump {
    std::size_t first_from;
    Mask from;
    std::size_t first_to;
    Mask to;
  };

  void AddShifts(std::vector<std::pair<std::size_t, std::size_t>>* pairs);
  void AddJumps(const std::vector<std::pair<std::size_t, std::size_t>>& pairs);
  Mask MaskOf(const std::vector<std::size_t>& places) const;
  void Follow(const Words& now, Words* next) const;
  bool Repeat(std::initializer_list<std::size_t> symbols, Words* now) const;
  bool IsLast(const Words& now) const;

  std::size_t words_;
  std::size_t cost_;
  std::vector<Mask> symbols_;  // places that match each
  Mask first_;
  Mask last_;
  std::vector<Shift> shifts_;
  std::vector<Jump> jumps_;
  std::array<bool, kSymbols> begins_ = {};  // some match begins with it
  bool always_;
};

}  // namespace base

#endif  // TOCSIN_BASE_POSITION_MATCHER_H_
