// SubmatchFinder: what the groups of a regular expression find, however high it
// counts: backwards, what leads to a match; forwards, the first choice of that.
// Source: A. Frisch, "Greedy regular expression matching" (2004, with L.
// Cardelli).
#ifndef TOCSIN_BASE_SUBMATCH_FINDER_H_
#define TOCSIN_BASE_SUBMATCH_FINDER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ordered_positions.h"
#include "base/position_matcher.h"

namespace base {

/// Threads: one at a time.
class SubmatchFinder {
 public:
  /// `groups`: how many have a name.
  SubmatchFinder(OrderedPositions positions, std::size_t groups);

  /// What each group has found in the first match of `text`, as RE2 and Perl
  /// do; without data where it takes no part. Nothing: there is no match.
  /// Lifetime: until the next call, of the values that of `text`.
  const std::vector<std::string_view>* Find(std::string_view text);

  /// What a byte takes at most. Units: as PositionMatcher's.
  std::size_t cost() const;

 private:
  using Words = PositionMatcher::Words;

  bool Begins(std::size_t at, const Words& leads) const;
  std::optional<std::size_t> FindBegin(std::string_view text);
  void Keep(std::size_t row, const Words& leads,
            std::vector<std::uint64_t>* rows) const;
  void LoadBlock(std::string_view text, std::size_t block);
  bool Leads(std::string_view text, std::size_t at, std::size_t place);
  void Walk(std::string_view text, std::size_t begin);
  const RegexWays& WaysFrom(std::size_t begin, std::size_t end) const;

  OrderedPositions positions_;
  PositionMatcher backwards_;
  std::vector<std::uint64_t> first_;  // places that a match may begin with
  std::vector<std::uint64_t> first_of_text_;
  std::vector<std::uint64_t> blocks_;  // what leads to a match, at each's end
  std::vector<std::uint64_t> rows_;    // the same of each byte of loaded_
  std::optional<std::size_t> loaded_;
  std::vector<std::size_t> passed_;  // where groups begin and end
  std::vector<std::string_view> found_;
};

}  // namespace base

#endif  // TOCSIN_BASE_SUBMATCH_FINDER_H_
