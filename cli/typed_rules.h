// Rules typed into a conversation: where their text ends. Files of rules are
// rule_files.h's.
#ifndef TOCSIN_CLI_TYPED_RULES_H_
#define TOCSIN_CLI_TYPED_RULES_H_

#include <istream>
#include <string>

namespace cli {

/// Finds the dot that ends a text of rules: the first character other than
/// blanks, of the text or behind a terminator. Source: reference, 1.1.
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
std::string ReadTypedRules(std::istream* in);

}  // namespace cli

#endif  // TOCSIN_CLI_TYPED_RULES_H_
