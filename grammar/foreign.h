// Words and characters of other languages, and of editors that write for
// people: what they are called, and what to write instead. Where they stand
// wrong is grammar/mistake_message.h's to tell.
#ifndef TOCSIN_GRAMMAR_FOREIGN_H_
#define TOCSIN_GRAMMAR_FOREIGN_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/token.h"

namespace grammar {

/// A character that means nothing in a rule, of one kStray token or several.
struct StrayCharacter {
  std::size_t tokens = 1;
  std::string name;  // "'['", "“", "a byte order mark", "the byte 0xff"
  std::string hint;  // empty: none is known
};

/// REQUIRES: `tokens[at]` is a kStray.
StrayCharacter ReadStray(const std::vector<Token>& tokens, std::size_t at);

/// What to write instead of the word `tokens[at]`; empty: nothing is known.
/// REQUIRES: `tokens[at]` is a kIdentifier.
std::string ForeignWordHint(const std::vector<Token>& tokens, std::size_t at);

/// What to write instead of `name`(...), a function elsewhere; empty: nothing
/// is known.
std::string ForeignFunctionHint(const std::string& name);

/// The unit that `word` means elsewhere, "sec" for "s"; empty: none.
std::string UnitForForeign(std::string_view word);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_FOREIGN_H_
