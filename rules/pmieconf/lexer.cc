// One token at a time.
#include "rules/pmieconf/lexer.h"

namespace rules::pmieconf {

std::string Token::Found() const {
  constexpr std::size_t kMost = 60;
  return kind == Kind::kEnd ? "end-of-file" : text.substr(0, kMost);
}

base::Error Unexpected(const std::string& file, const char* expected,
                       const Token& found) {
  return {
      base::ErrorCode::kInvalid,
      "file parsing error.\n    line number: " + std::to_string(found.line) +
          " (\"" + file + "\")\n    expected: " + expected +
          "\n    found: " + found.Found()};
}

char Lexer::Take() {
  const char byte = rest_.front();
  rest_.remove_prefix(1);
  if (byte == '\n') ++line_;
  return byte;
}

void Lexer::SkipBlanks() {
  bool comment = false;
  while (!rest_.empty() &&
         (comment || !IsGraphic(rest_.front()) || rest_.front() == '#')) {
    const char byte = Take();
    if (byte == '#') comment = true;
    if (byte == '\n') comment = false;
  }
}

Token Lexer::String(Token token) {
  while (!rest_.empty()) {
    char byte = Take();
    if (byte == '"') return token;
    if (byte == '\\') {
      if (rest_.empty()) break;
      byte = Take();
    }
    token.text += byte;
  }
  token.kind = Token::Kind::kUnended;
  return token;
}

Token Lexer::Next() {
  Token token = Read();
  token.end = At();
  const bool word = token.end - token.begin == token.text.size() &&
                    !token.Is(";") && !token.Is("=");
  token.line = line_ + (word && rest_.starts_with('\n') ? 1 : 0);
  return token;
}

Token Lexer::Read() {
  SkipBlanks();
  Token token{Token::Kind::kEnd, "", line_, At(), 0};
  if (rest_.empty()) return token;
  token.kind = Token::Kind::kText;
  token.text = Take();
  if (token.Is("\"")) {
    token.text.clear();
    return String(std::move(token));
  }
  const auto ends = [](char byte) {
    return !IsGraphic(byte) || byte == '=' || byte == ';';
  };
  if (ends(token.text.front())) return token;
  while (!rest_.empty() && !ends(rest_.front())) token.text += Take();
  return token;
}

}  // namespace rules::pmieconf
