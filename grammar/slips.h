// Slips of several words: what people write who know other rule languages or a
// shell, and what to write instead. Single words and characters are
// grammar/foreign.h's, all other mistakes mistake_message.h's.
#ifndef TOCSIN_GRAMMAR_SLIPS_H_
#define TOCSIN_GRAMMAR_SLIPS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "grammar/source_text.h"
#include "grammar/syntax_walk.h"
#include "grammar/token.h"

namespace grammar {

struct Slip {
  std::size_t first = 0;  // its words are [first, last]
  std::size_t last = 0;
  std::string message = {};  // empty: what the mistake says by itself
  std::string hint = {};
};

/// The slip that led to `mistake`, if it is a known one. `tokens` are of
/// `source`.
std::optional<Slip> FindSlip(const std::vector<Token>& tokens,
                             const Mistake& mistake, const SourceText& source);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_SLIPS_H_
