// Texts: strings and quoted names, with what stands for other characters.
// Source: docs/pmie.md, "Text".
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "grammar/scanner.h"

namespace grammar {
namespace {

using base::IsDigit;
using base::IsLetter;

char EscapedInString(char c) {
  constexpr std::string_view kLetters = "ntvbrfa";
  const std::size_t at = kLetters.find(c);
  return at == kLetters.npos ? c : "\n\t\v\b\r\f\a"[at];
}

}  // namespace

void Scanner::ScanQuotedName() {
  bool over_line = false;
  token_.quoted = true;
  while (true) {
    const int c = input_.Peek();
    if (c == InputStack::kEnd) {
      Warn(token_.span,
           "this quoted name is not closed; it runs to the end of the text");
      return Emit(TokenKind::kIdentifier);
    }
    input_.Take();
    if (c == '\'') {
      if (over_line) {
        Warn(token_.span, "this quoted name runs over the end of its line",
             "is the ' at its end missing?");
      }
      return Emit(TokenKind::kIdentifier);
    }
    over_line |= c == '\n';
    if (c == '\\') {
      ScanEscape(/*in_string=*/false);
    } else if (c != '$') {
      Append(static_cast<char>(c));
    } else if (!ExpandInText(/*in_string=*/false)) {
      // Still to be read, so that a `;` in it ends nothing.
      continue;
    }
  }
}

void Scanner::ScanString() {
  no_escape_warned_ = false;
  const int line = input_.place().line;
  bool over_line = false;
  while (true) {
    const int c = input_.Peek();
    if (c == InputStack::kEnd) {
      WarnOfUnclosedString();
      return Emit(TokenKind::kString);
    }
    input_.Take();
    if (c == '"') {
      if (over_line && long_string_line_ == 0) long_string_line_ = line;
      return Emit(TokenKind::kString);
    }
    over_line |= c == '\n';
    if (c == '\\') {
      ScanEscape(/*in_string=*/true);
    } else if (c != '$') {
      Append(static_cast<char>(c));
    } else if (!ExpandInText(/*in_string=*/true)) {
      continue;
    }
  }
}

// The last quote of a text is the one too many, wherever one is missing.
void Scanner::WarnOfUnclosedString() {
  Warn(token_.span, "this string is not closed; it runs to the end of the text",
       long_string_line_ == 0
           ? ""
           : "or one before: that in line " +
                 std::to_string(long_string_line_) +
                 " is the first that runs over the end of its line");
}

void Scanner::ScanEscape(bool in_string) {
  const int c = input_.Peek();
  if (c == InputStack::kEnd) return;
  input_.Take();
  const char plain = static_cast<char>(c);
  if (in_string) WarnOfNoEscape(plain);
  Append(in_string ? EscapedInString(plain) : plain);
}

// Where others keep the backslash. Once a string.
void Scanner::WarnOfNoEscape(char c) {
  const bool matters =
      IsLetter(c) || IsDigit(c) ||
      std::string_view(".()[]{}|+*?^").find(c) != std::string_view::npos;
  if (!matters || EscapedInString(c) != c) return;
  if (std::exchange(no_escape_warned_, true)) return;
  Warn(Join(token_.span, input_.last()),
       std::string("\\") + c + " is no escape: the \\ is left out",
       c == 'd' ? "a digit in a regular expression is [0-9]"
                : std::string("a \\ in a string is written twice: \\\\") + c);
}

}  // namespace grammar
