// The words and signs of the rule language, a line each in words.cc. The
// scanner's map, what the parser sees, precedence, spellings and suggestions
// are made of them.
#ifndef TOCSIN_GRAMMAR_WORDS_H_
#define TOCSIN_GRAMMAR_WORDS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/check.h"
#include "grammar/ast.h"
#include "grammar/token.h"

namespace grammar {

/// What the parser sees of a token: the terminals of Rules.g4, in the order of
/// its `tokens`. Words of one symbol stand wherever the others do.
enum class Symbol : std::uint8_t {
  kEnd,
  kIdentifier,
  kString,
  kNumber,
  kVariable,
  kUnit,
  kTruth,
  kNumberPrefix,
  kTruthPrefix,
  kAggregate,
  kCount,
  kQuantifier,
  kPercent,
  kWhere,
  kBy,
  kWithin,
  kSequel,
  kPair,
  kFilter,
  kFilterName,
  kTextTest,
  kIn,
  kDomain,
  kEventDomain,
  kMatch,
  kActionPrefix,
  kAction,
  kRuleset,
  kElse,
  kUnknown,
  kOtherwise,
  kArrow,
  kOrdering,
  kEquality,
  kLogical,
  kJoin,
  kPlus,
  kMinus,
  kMultiply,
  kUnitSlash,
  kLeftParen,
  kRightParen,
  kColon,
  kHash,
  kAt,
  kRange,
  kCaret,
  kAssign,
  kComma,
  kHolds,
  kStray,
};

/// A word of event functions alone: grammar/event_words.h.
inline bool IsEventWord(Symbol symbol) {
  return symbol >= Symbol::kWhere && symbol <= Symbol::kIn;
}

/// Where a spelling is a word, and where a plain name.
enum class Vocabulary : std::uint8_t {
  kPmie,       // a word everywhere
  kExtension,  // a word where grammar/extension.h has it, else a name
};

/// A line of the table: a word or sign, or a kind of token without a spelling.
struct Word {
  using Node =
      std::variant<std::monostate, ast::BinaryOp, ast::UnaryOp, ast::Reduction,
                   ast::ActionKind, ast::TextTest, ast::Sequel::Kind>;
  TokenKind kind = TokenKind::kEnd;
  Symbol symbol = Symbol::kEnd;
  std::string_view spelling;  // empty: none that is fixed
  Node node;                  // what it makes, if that is all there is to it
  Vocabulary vocabulary = Vocabulary::kPmie;
};

/// Lifetime: for ever.
const Word& WordOf(TokenKind kind);
inline Symbol SymbolOf(TokenKind kind) { return WordOf(kind).symbol; }
/// Of sum_inst and its kin without the domain; empty: none that is fixed.
inline std::string Spelling(TokenKind kind) {
  return std::string(WordOf(kind).spelling);
}

/// The node that a word stands for. REQUIRES: it stands for one of that type.
template <typename Op>
Op NodeOf(TokenKind kind) {
  const Op* op = std::get_if<Op>(&WordOf(kind).node);
  CHECK(op != nullptr);
  return *op;
}

/// The spelling of the word that stands for `node`. REQUIRES: there is one.
std::string SpellingOf(const Word::Node& node);

/// What an unquoted word is, if it is not an identifier.
struct Keyword {
  TokenKind kind = TokenKind::kIdentifier;
  std::optional<ast::Domain> domain = {};  // of sum_inst and its kin
  bool of_events = false;                  // of count_event and its kin
  std::optional<UnitWord> unit = {};       // of kUnit
};
std::optional<Keyword> FindKeyword(std::string_view word,
                                   Vocabulary vocabulary);

/// Every word of both vocabularies but those of event functions, units without
/// a trailing s.
std::vector<std::string> AllKeywords();

/// The sign that is written so.
std::optional<TokenKind> FindSign(std::string_view text);
/// True if there are signs of two characters that begin with `first`: only
/// behind these does pmie look at what follows.
bool BeginsLongSign(char first);

/// In the order of ast::Domain.
inline constexpr std::array<std::string_view, 3> kDomainNames = {"host", "inst",
                                                                 "sample"};
/// $minute and its kin, without the dollar, in the order of ast::ClockField.
inline constexpr std::array<std::string_view, 7> kClockFieldNames = {
    "minute", "hour", "day", "month", "year", "day_of_week", "delta"};
std::optional<ast::ClockField> FindClockField(std::string_view name);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_WORDS_H_
