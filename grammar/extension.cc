// One look at each token; the statement is copied only if a word is found.
#include "grammar/extension.h"

#include <algorithm>
#include <utility>

#include "grammar/words.h"

namespace grammar {
namespace {

// NAME = ..., :NAME, #NAME
bool MustBeName(const std::vector<Token>& tokens, std::size_t at) {
  if (at == 0) return tokens.size() > 1 && tokens[1].kind == TokenKind::kAssign;
  const TokenKind before = tokens[at - 1].kind;
  return before == TokenKind::kColon || before == TokenKind::kHash;
}

// -> WORD, & WORD, | WORD, or before a text or a holdoff
bool MayBeAction(const std::vector<Token>& tokens, std::size_t at) {
  const TokenKind before = at == 0 ? TokenKind::kEnd : tokens[at - 1].kind;
  const TokenKind after =
      at + 1 < tokens.size() ? tokens[at + 1].kind : TokenKind::kEnd;
  return before == TokenKind::kArrow || before == TokenKind::kBoth ||
         before == TokenKind::kEither || after == TokenKind::kString ||
         after == TokenKind::kNumber;
}

// The word of an action, pmie's or not.
bool IsAction(const Token& token) {
  if (token.kind != TokenKind::kIdentifier || token.quoted) {
    return SymbolOf(token.kind) == Symbol::kAction;
  }
  const auto word = FindKeyword(token.text, Vocabulary::kExtension);
  return word && SymbolOf(word->kind) == Symbol::kAction;
}

std::optional<Keyword> FindExtension(const std::vector<Token>& tokens,
                                     std::size_t at) {
  const Token& token = tokens[at];
  if (token.kind != TokenKind::kIdentifier || token.quoted ||
      MustBeName(tokens, at)) {
    return std::nullopt;
  }
  const auto word = FindKeyword(token.text, Vocabulary::kExtension);
  if (!word) return std::nullopt;
  const Symbol symbol = SymbolOf(word->kind);
  const bool stray = (symbol == Symbol::kAction && !MayBeAction(tokens, at)) ||
                     (symbol == Symbol::kActionPrefix &&
                      (at + 1 == tokens.size() || !IsAction(tokens[at + 1])));
  return stray ? std::nullopt : word;
}

}  // namespace

std::optional<StatementText> WithExtensions(const StatementText& text) {
  const std::vector<Token>& tokens = text.tokens;
  StatementText out;
  out.fault = text.fault;
  bool any = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (out.fault && text.fault->token == i) {
      out.fault->token = out.tokens.size();
    }
    out.tokens.push_back(tokens[i]);
    const auto word = FindExtension(tokens, i);
    if (!word) continue;
    any = true;
    out.tokens.back().kind = word->kind;
    if (!word->domain) continue;
    out.tokens.push_back(tokens[i]);
    out.tokens.back().kind = TokenKind::kDomain;
    out.tokens.back().value = *word->domain;
  }
  if (!any) return std::nullopt;
  return out;
}

}  // namespace grammar
