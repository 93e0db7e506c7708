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
  if (IsEventWord(symbol)) return std::nullopt;
  const bool stray = (symbol == Symbol::kAction && !MayBeAction(tokens, at)) ||
                     (symbol == Symbol::kActionPrefix &&
                      (at + 1 == tokens.size() || !IsAction(tokens[at + 1])));
  return stray ? std::nullopt : word;
}

/// Puts the tokens of a statement together again.
class Extender {
 public:
  Extender(const StatementText& text, const NamedFilters& filters)
      : text_(text), events_(text.tokens, filters) {
    out_.fault = text.fault;
  }

  std::optional<StatementText> Run() {
    for (std::size_t i = 0; i < text_.tokens.size();) {
      if (out_.fault && text_.fault->token == i) {
        out_.fault->token = out_.tokens.size();
      }
      i += Take(i);
    }
    if (!any_) return std::nullopt;
    return std::move(out_);
  }

 private:
  std::size_t Take(std::size_t at) {
    const EventWords::Read read = events_.Next(at);
    const Token& token = text_.tokens[at];
    out_.tokens.push_back(token);
    if (read.kind != token.kind) {
      any_ = true;
      out_.tokens.back().kind = read.kind;
      out_.tokens.back().span.end = text_.tokens[at + read.count - 1].span.end;
    } else if (const auto word = FindExtension(text_.tokens, at)) {
      TakeWord(*word, token);
    }
    return read.count;
  }

  void TakeWord(const Keyword& word, const Token& token) {
    any_ = true;
    out_.tokens.back().kind = word.kind;
    if (word.of_events) events_.Begin();
    if (!word.domain && !word.of_events) return;
    out_.tokens.push_back(token);
    out_.tokens.back().kind =
        word.domain ? TokenKind::kDomain : TokenKind::kEventDomain;
    if (word.domain) out_.tokens.back().value = *word.domain;
  }

  const StatementText& text_;
  EventWords events_;
  StatementText out_;
  bool any_ = false;
};

}  // namespace

std::optional<StatementText> WithExtensions(const StatementText& text,
                                            const NamedFilters& filters) {
  return Extender(text, filters).Run();
}

}  // namespace grammar
