// How deep a statement goes, before anything recurses on it.
#ifndef TOCSIN_GRAMMAR_NESTING_H_
#define TOCSIN_GRAMMAR_NESTING_H_

#include <cstddef>
#include <vector>

#include "grammar/token.h"

namespace grammar {

/// The first token that stands inside more than `limit` parentheses and
/// prefix operators, or `tokens.size()`.
std::size_t FindTooDeep(const std::vector<Token>& tokens, std::size_t limit);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_NESTING_H_
