// Comments, strings and quoted names hide their dots.
#include "grammar/rule_text_end.h"

#include <cctype>
#include <utility>

namespace grammar {

bool RuleTextEnd::Take(char c) {
  const char before = std::exchange(before_, c);
  switch (within_) {
    case Within::kText:
      return TakeText(before, c);
    case Within::kQuotes:
      TakeQuoted(c);
      break;
    case Within::kLineComment:
      if (c == '\n') within_ = Within::kText;
      break;
    case Within::kBlockComment:
      if (before == '*' && c == '/') {
        within_ = Within::kText;
        before_ = '\0';
      }
      break;
  }
  return false;
}

bool RuleTextEnd::TakeText(char before, char c) {
  if (std::exchange(escaped_, c == '\\' && !escaped_)) return false;
  if (terminated_ && c == '.') return true;
  if (c == ';' || c == '}') {
    terminated_ = true;
  } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
    terminated_ = false;
  }
  if (c == '"' || c == '\'') {
    within_ = Within::kQuotes;
    quote_ = c;
  } else if (before == '/' && (c == '/' || c == '*')) {
    within_ = c == '/' ? Within::kLineComment : Within::kBlockComment;
    before_ = '\0';  // "/*/" is not over yet
  }
  return false;
}

void RuleTextEnd::TakeQuoted(char c) {
  if (std::exchange(escaped_, c == '\\' && !escaped_)) return;
  if (c == quote_) within_ = Within::kText;
}

std::string ReadRuleText(std::istream* in) {
  std::string text;
  RuleTextEnd end;
  for (char c = '\0'; in->get(c) && !end.Take(c);) text += c;
  return text;
}

}  // namespace grammar
