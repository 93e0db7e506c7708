// Phrases: runs of tokens that follow no choice and nest in nothing: what is
// fetched, a number with units. The parser takes each for one token, so that it
// looks no further ahead for a list of a thousand hosts than for one.
#ifndef TOCSIN_GRAMMAR_PHRASE_H_
#define TOCSIN_GRAMMAR_PHRASE_H_

#include <cstddef>
#include <vector>

#include "grammar/quantity.h"
#include "grammar/token.h"

namespace grammar {

struct Phrase {
  enum class Kind {
    kToken,     // a token as it is
    kFetch,     // metric (:host)* (#instance)* (@number (..number)?)?
    kQuantity,  // number (/? unit (^number)?)*
  };
  Kind kind = Kind::kToken;
  std::size_t end = 0;  // behind the last token
};

/// The longest that begins at `begin`; a metric or a number alone is a token.
/// REQUIRES: `begin` is one of `tokens`, whose last is kEnd.
Phrase FindPhrase(const std::vector<Token>& tokens, std::size_t begin);

/// The tokens of what is fetched; where there are no numbers they are null.
/// Lifetime: borrows them.
struct FetchPhrase {
  const Token* metric = nullptr;
  std::vector<const Token*> hosts;
  std::vector<const Token*> instances;
  const Token* first = nullptr;
  const Token* last = nullptr;
};
/// REQUIRES: an identifier is at `begin`.
FetchPhrase ReadFetchPhrase(const std::vector<Token>& tokens,
                            std::size_t begin);

/// REQUIRES: a number is at `begin`.
Quantity ReadQuantityPhrase(const std::vector<Token>& tokens,
                            std::size_t begin);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_PHRASE_H_
