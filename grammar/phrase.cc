// Each phrase is walked by one function, which tells of its parts who wants
// them.
#include "grammar/phrase.h"

namespace grammar {
namespace {

/// A place among tokens. kEnd, the last, is none of those that it steps over.
class Cursor {
 public:
  Cursor(const std::vector<Token>& tokens, std::size_t at)
      : tokens_(tokens), at_(at) {}

  std::size_t at() const { return at_; }
  bool Is(TokenKind kind, std::size_t ahead = 0) const {
    const std::size_t place = at_ + ahead;
    return place < tokens_.size() && tokens_[place].kind == kind;
  }
  const Token* Take() { return &tokens_[at_++]; }
  /// The token behind `sign`, if it is one of `kind`; else null, and neither
  /// has been taken.
  const Token* TakeBehind(TokenKind sign, TokenKind kind) {
    if (!Is(sign) || !Is(kind, 1)) return nullptr;
    Take();
    return Take();
  }

 private:
  const std::vector<Token>& tokens_;
  std::size_t at_;
};

void WalkFetch(Cursor* at, FetchPhrase* fetch) {
  fetch->metric = at->Take();
  while (const Token* host =
             at->TakeBehind(TokenKind::kColon, TokenKind::kIdentifier)) {
    fetch->hosts.push_back(host);
  }
  while (const Token* instance =
             at->TakeBehind(TokenKind::kHash, TokenKind::kIdentifier)) {
    fetch->instances.push_back(instance);
  }
  fetch->first = at->TakeBehind(TokenKind::kAt, TokenKind::kNumber);
  if (fetch->first != nullptr) {
    fetch->last = at->TakeBehind(TokenKind::kRange, TokenKind::kNumber);
  }
}

Quantity WalkQuantity(Cursor* at) {
  Quantity quantity(std::get<double>(at->Take()->value));
  for (;;) {
    const bool below = at->Is(TokenKind::kUnitSlash);
    if (!at->Is(TokenKind::kUnit, below ? 1 : 0)) return quantity;
    if (below) at->Take();
    const UnitWord word = std::get<UnitWord>(at->Take()->value);
    const Token* power = at->TakeBehind(TokenKind::kCaret, TokenKind::kNumber);
    quantity.ApplyUnit(
        word, power == nullptr ? 1 : std::get<double>(power->value), below);
  }
}

}  // namespace

Phrase FindPhrase(const std::vector<Token>& tokens, std::size_t begin) {
  Cursor at(tokens, begin);
  if (at.Is(TokenKind::kIdentifier)) {
    FetchPhrase fetch;
    WalkFetch(&at, &fetch);
    if (at.at() > begin + 1) return {Phrase::Kind::kFetch, at.at()};
  } else if (at.Is(TokenKind::kNumber)) {
    WalkQuantity(&at);
    if (at.at() > begin + 1) return {Phrase::Kind::kQuantity, at.at()};
  }
  return {Phrase::Kind::kToken, begin + 1};
}

FetchPhrase ReadFetchPhrase(const std::vector<Token>& tokens,
                            std::size_t begin) {
  Cursor at(tokens, begin);
  FetchPhrase fetch;
  WalkFetch(&at, &fetch);
  return fetch;
}

Quantity ReadQuantityPhrase(const std::vector<Token>& tokens,
                            std::size_t begin) {
  Cursor at(tokens, begin);
  return WalkQuantity(&at);
}

}  // namespace grammar
