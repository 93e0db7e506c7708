// Lexer: the words and strings of pmieconf-rules files, and of the lines that
// a session is given. Source: FORMAT.md, "Words".
#ifndef TOCSIN_RULES_PMIECONF_LEXER_H_
#define TOCSIN_RULES_PMIECONF_LEXER_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace rules::pmieconf {

struct Token {
  enum class Kind {
    kText,
    kUnended,  // a string without its end: what there is of it
    kEnd
  };
  Kind kind = Kind::kEnd;
  /// A string's without quotes and backslashes.
  std::string text;
  /// From 1: that of its end, or the next one where a word ends its line, which
  /// is the number that pmieconf tells.
  std::size_t line = 0;
  std::size_t begin = 0, end = 0;  // in the text, quotes among it

  bool Is(std::string_view word) const {
    return kind == Kind::kText && text == word;
  }
  /// As messages show it.
  std::string Found() const;
};

class Lexer {
 public:
  /// Lifetime: `text` outlives it.
  explicit Lexer(std::string_view text) : size_(text.size()), rest_(text) {}

  Token Next();

 private:
  Token Read();
  std::size_t At() const { return size_ - rest_.size(); }
  char Take();
  void SkipBlanks();
  Token String(Token token);

  std::size_t size_;
  std::string_view rest_;
  std::size_t line_ = 1;
};

/// What is wrong with a file that has `found` where something else belongs, in
/// pmieconf's words.
base::Error Unexpected(const std::string& file, const char* expected,
                       const Token& found);

/// Whether C's isgraph() is true of `byte` in the locale "C".
inline bool IsGraphic(char byte) { return byte > ' ' && byte < '\x7f'; }

}  // namespace rules::pmieconf

#endif  // TOCSIN_RULES_PMIECONF_LEXER_H_
