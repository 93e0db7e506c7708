// A tree of expansions, by their parents.
#include "grammar/expansion.h"

#include "base/check.h"

namespace grammar {

std::uint32_t Expansions::Number(const MacroOrigin& macro,
                                 std::uint32_t outer) {
  int depth = 0;
  for (std::uint32_t n = outer; n != 0; n = expansions_[n - 1].outer) {
    if (++depth == kDeepest) return outer;
  }
  const auto next = static_cast<std::uint32_t>(expansions_.size() + 1);
  const auto [at, is_new] = numbers_.emplace(MacroUse{macro, outer}, next);
  if (is_new) expansions_.push_back(at->first);
  return at->second;
}

std::vector<MacroOrigin> Expansions::Trace(Span span) const {
  CHECK(span.first_expansion <= expansions_.size());
  CHECK(span.last_expansion <= expansions_.size());
  std::uint32_t a = span.first_expansion;
  std::uint32_t b = span.last_expansion;
  // The innermost one that holds both ends.
  while (a != b) {
    std::uint32_t& inner = a > b ? a : b;
    inner = expansions_[inner - 1].outer;
  }
  std::vector<MacroOrigin> trace;
  for (; a != 0; a = expansions_[a - 1].outer) {
    trace.push_back(expansions_[a - 1].macro);
  }
  return trace;
}

}  // namespace grammar
