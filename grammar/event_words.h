// EventWords: the words and signs that mean something inside an event function
// (count_event 5 min ( METRIC where ... )) and in `filter NAME = ...` alone.
#ifndef TOCSIN_GRAMMAR_EVENT_WORDS_H_
#define TOCSIN_GRAMMAR_EVENT_WORDS_H_

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "grammar/ast.h"
#include "grammar/token.h"

namespace grammar {

/// The condition of a named filter, how high its tree is, and of how many
/// tokens it is with the filters that it uses.
struct NamedFilter {
  std::shared_ptr<const ast::Expr> condition;
  std::size_t height = 1;
  std::size_t tokens = 0;
};
using NamedFilters = std::map<std::string, NamedFilter, std::less<>>;

/// Reads one statement's tokens in their order.
class EventWords {
 public:
  /// Lifetime: both outlive this.
  EventWords(const std::vector<Token>& tokens, const NamedFilters& filters);

  /// What the token at `at` is here, and of how many tokens it is made.
  struct Read {
    TokenKind kind = TokenKind::kEnd;
    std::size_t count = 1;
  };
  Read Next(std::size_t at);

  /// The word before was that of an event function.
  void Begin() { in_head_ = true; }

 private:
  TokenKind KindAt(std::size_t at) const;
  bool IsNameOfUnit(std::size_t at) const;
  Read ReadSign(std::size_t at);
  TokenKind ReadWord(std::size_t at) const;
  TokenKind ReadBehindOperand(std::size_t at) const;
  bool IsFilter(std::size_t at) const;
  bool IsPair(std::size_t at) const;
  bool IsAlone(std::size_t at) const;
  bool inside() const { return depth_ > 0 || in_filter_; }
  void Note(TokenKind kind);

  const std::vector<Token>& tokens_;
  const NamedFilters& filters_;
  bool in_filter_ = false;  // filter NAME = ...
  bool in_head_ = false;    // between the function's word and its (
  int depth_ = 0;           // of parentheses, from the function's on
  bool in_condition_ = false;
  TokenKind before_ = TokenKind::kEnd;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_EVENT_WORDS_H_
