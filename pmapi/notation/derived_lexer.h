// DerivedLexer: the text of a derived metric's expression cut into tokens.
// Included by derived_expr.cc alone, which parses them.
#ifndef TOCSIN_PMAPI_NOTATION_DERIVED_LEXER_H_
#define TOCSIN_PMAPI_NOTATION_DERIVED_LEXER_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace pmapi::notation {

enum class DerivedTokenKind {
  kEnd,
  kInteger,
  kDecimal,
  kName,      // a metric, "type", "units", ...
  kFunction,  // a function's name and the parenthesis right after it
  kString,    // without its quotes
  kInstance,  // "[name]", without them
  kPattern,   // "/regex/", without them; only where one is asked for
  kSign,      // an operator, a parenthesis, a comma
  kBad,       // `text` is what is wrong with it
};

struct DerivedToken {
  DerivedTokenKind kind = DerivedTokenKind::kEnd;
  std::string text;
  std::size_t offset = 0;

  bool Is(std::string_view sign) const {
    return kind == DerivedTokenKind::kSign && text == sign;
  }
  bool IsNumber() const {
    return kind == DerivedTokenKind::kInteger ||
           kind == DerivedTokenKind::kDecimal;
  }
};

/// Hands out one token after the other.
class DerivedLexer {
 public:
  /// Lifetime: borrows `text`.
  explicit DerivedLexer(std::string_view text)
      : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

  /// The next token; with `pattern`, a "/" begins a pattern. After the end or
  /// a bad token comes kEnd.
  DerivedToken Next(bool pattern);

 private:
  DerivedToken Enclosed(DerivedToken token, DerivedTokenKind kind, char close,
                        bool escapes, const char* unterminated);

  const char* begin_;
  const char* at_;
  const char* end_;
};

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_DERIVED_LEXER_H_
