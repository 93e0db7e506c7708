// How deep a statement goes, before anything recurses on it.
#ifndef TOCSIN_GRAMMAR_NESTING_H_
#define TOCSIN_GRAMMAR_NESTING_H_

#include <cstddef>
#include <vector>

#include "grammar/limits.h"
#include "grammar/token.h"

namespace grammar {

/// The first token that stands inside more parentheses and prefix operators,
/// or more count_ operators, than `limits` allow; `tokens.size()` if none does.
std::size_t FindTooDeep(const std::vector<Token>& tokens, const Limits& limits);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_NESTING_H_
