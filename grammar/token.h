// Token: a word of the rule language. Made by grammar/scanner.h, read by the
// parser and by those who explain what is wrong with it.
#ifndef TOCSIN_GRAMMAR_TOKEN_H_
#define TOCSIN_GRAMMAR_TOKEN_H_

#include <cstdint>
#include <string>
#include <variant>

#include "grammar/ast.h"
#include "grammar/source_text.h"

namespace grammar {

// What each is stands in grammar/words.cc, in this order. sum_inst and its kin
// are two tokens, kSum and kDomain; so is count_event, kCount and kEventDomain.
enum class TokenKind : std::uint8_t {
  kEnd,  // of the statement
  kIdentifier,
  kString,
  kNumber,
  kVariable,
  kUnit,
  kTrue,
  kFalse,
  kRate,
  kInstant,
  kShell,
  kAlarm,
  kSyslog,
  kPrint,
  kStomp,
  kRising,
  kFalling,
  kMatch,
  kNoMatch,
  kRuleset,
  kElse,
  kUnknown,
  kOtherwise,
  kSum,
  kAvg,
  kMax,
  kMin,
  kCount,
  kAll,
  kSome,
  kPercent,
  kP50,
  kP90,
  kP95,
  kP99,
  kStddev,
  kWebhook,
  kExec,
  kJournal,
  kMail,
  kNow,
  kReliably,
  kPiped,
  kWhere,
  kBy,
  kWithin,
  kThen,
  kWithout,
  kPair,
  kFilter,
  kFilterName,
  kContains,
  kStarts,
  kIn,
  kDomain,
  kEventDomain,
  kArrow,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAnd,
  kOr,
  kNot,
  kBoth,
  kEither,
  kPlus,
  kMinus,
  kStar,
  kSlash,
  kUnitSlash,
  kLeftParen,
  kRightParen,
  kColon,
  kHash,
  kAt,
  kRange,
  kCaret,
  kAssign,
  kMatches,
  kMatchesNot,
  kComma,
  kHolds,
  kTextLess,  // < and its kin beside a text
  kTextLessEqual,
  kTextGreater,
  kTextGreaterEqual,
  kStray,  // a character that means nothing here
};

/// Where pmie's scanner stands after a token: one character beyond it where
/// that was needed to end it. Its error lines tell of this place.
struct PmiePlace {
  int line = 1;    // of the file or the macro
  int macro = -1;  // an index of InputStack::macro_names(), -1: in the file
  bool at_end = false;
};

/// A unit word, without its trailing s.
struct UnitWord {
  enum class Dimension : std::uint8_t { kSpace, kTime, kCount };
  Dimension dimension = Dimension::kTime;
  std::uint8_t scale = 0;  // pmapi's SpaceScale, TimeScale; power of ten
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  bool quoted = false;  // of an identifier: it is never a word
  Span span;
  PmiePlace place;
  std::string text;  // of identifiers and strings, as meant; else as written
  /// Of kNumber and kVariable a number or a truth, of kVariable also a clock
  /// field, of kUnit the word, of kDomain the domain.
  std::variant<std::monostate, double, bool, ast::ClockField, UnitWord,
               ast::Domain>
      value;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_TOKEN_H_
