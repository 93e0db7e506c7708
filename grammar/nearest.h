// The word that somebody may have meant: "did you mean".
#ifndef TOCSIN_GRAMMAR_NEAREST_H_
#define TOCSIN_GRAMMAR_NEAREST_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace grammar {

/// The word in `candidates` that differs least from `word`, if it differs by
/// so little that it was probably meant: in capitals only, or in a third of its
/// characters. Empty if none, or if `word` is one of them.
template <typename Words>
std::string Nearest(std::string_view word, const Words& candidates);

/// True if the lengths alone differ by more than `most`.
bool FarInLength(std::string_view a, std::string_view b, std::size_t most);

/// How many characters must be put in, left out, replaced or swapped with
/// their neighbour to make one word of the other; at most `most` + 1. Adds the
/// pairs of characters that it has compared to `compared`, if there is one.
std::size_t EditDistance(std::string_view a, std::string_view b,
                         std::size_t most, std::int64_t* compared = nullptr);

/// The keyword that was probably meant by `word`; empty if none.
std::string NearestKeyword(std::string_view word);

// -- implementation ---------------------------------------------------------

/// A third of the characters, at least one and at most three.
std::size_t NearestLimit(std::string_view word);

template <typename Words>
std::string Nearest(std::string_view word, const Words& candidates) {
  std::size_t limit = NearestLimit(word);
  std::string best;
  for (const auto& candidate : candidates) {
    if (candidate == word) return {};
    if (base::EqualIgnoringCase(word, candidate)) return candidate;
    const std::size_t distance = EditDistance(word, candidate, limit);
    if (distance > limit) continue;
    if (!best.empty() && distance == limit) continue;  // the first one stays
    best = candidate;
    limit = distance;
  }
  return best;
}

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_NEAREST_H_
