// The words that mean something by themselves, and the one that somebody may
// have meant. Spelling only; grammar/scanner.h makes tokens of them.
#ifndef TOCSIN_GRAMMAR_KEYWORDS_H_
#define TOCSIN_GRAMMAR_KEYWORDS_H_

#include <optional>
#include <string>
#include <string_view>

#include "grammar/ast.h"
#include "grammar/token.h"

namespace grammar {

/// What an unquoted word is, if it is not an identifier.
struct Keyword {
  TokenKind kind = TokenKind::kIdentifier;
  std::optional<ast::Domain> domain;  // of sum_inst and its kin
  std::optional<UnitWord> unit;       // of kUnit
};
std::optional<Keyword> FindKeyword(std::string_view word);

/// $minute and its kin, by name without the dollar.
std::optional<ast::ClockField> FindClockField(std::string_view name);

/// The word in `candidates` that differs least from `word`, if it differs by
/// so little that it was probably meant: in capitals only, or in a third of its
/// characters. Empty if none.
template <typename Words>
std::string Nearest(std::string_view word, const Words& candidates);

/// How many characters must be put in, left out, replaced or swapped with
/// their neighbour to make one word of the other; at most `most` + 1.
std::size_t EditDistance(std::string_view a, std::string_view b,
                         std::size_t most);

/// The keyword that was probably meant by `word`; empty if none.
std::string NearestKeyword(std::string_view word);

// -- implementation ---------------------------------------------------------

bool EqualButForCapitals(std::string_view a, std::string_view b);

/// A third of the characters, at least one and at most three.
std::size_t NearestLimit(std::string_view word);

template <typename Words>
std::string Nearest(std::string_view word, const Words& candidates) {
  std::size_t limit = NearestLimit(word);
  std::string best;
  for (const auto& candidate : candidates) {
    if (candidate == word) continue;
    if (EqualButForCapitals(word, candidate)) return candidate;
    const std::size_t distance = EditDistance(word, candidate, limit);
    if (distance > limit) continue;
    if (!best.empty() && distance == limit) continue;  // the first one stays
    best = candidate;
    limit = distance;
  }
  return best;
}

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_KEYWORDS_H_
