// RuleTextEnd: where a text of rules ends that comes a character at a time and
// has other text behind it. It may not look ahead, so it is no part of
// grammar/scanner.h.
#ifndef TOCSIN_GRAMMAR_RULE_TEXT_END_H_
#define TOCSIN_GRAMMAR_RULE_TEXT_END_H_

#include <istream>
#include <string>

namespace grammar {

/// Finds the dot that ends a text of rules: the first character other than
/// blanks, of the text or behind a terminator. Source: docs/pmie.md, "Text".
class RuleTextEnd {
 public:
  /// Takes the next character; true if it is that dot.
  bool Take(char c);

 private:
  enum class Within { kText, kQuotes, kLineComment, kBlockComment };

  bool TakeText(char before, char c);
  void TakeQuoted(char c);

  Within within_ = Within::kText;
  char quote_ = '"';
  char before_ = '\0';
  bool escaped_ = false;
  bool terminated_ = true;
};

/// The text of `in` up to that dot, or to the end; what follows the dot stays.
std::string ReadRuleText(std::istream* in);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_RULE_TEXT_END_H_
