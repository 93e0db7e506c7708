// Words and statements. Texts are in scan_string.cc, macros in scan_macro.cc.
// Source: docs/pmie.md, "Text".
#include "grammar/scanner.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "base/ascii.h"
#include "base/check.h"
#include "grammar/words.h"

namespace grammar {
namespace {

using base::IsDigit;
using base::IsLetter;

// The C locale's, whatever the process's is.
bool IsBlank(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsWordStart(int c) { return IsLetter(c) || c == '%'; }
bool IsWordPart(int c) {
  return IsLetter(c) || IsDigit(c) || c == '.' || c == '_';
}

// As strtod: the longest prefix that is a number.
double NumberValue(const std::string& text) {
  double value = 0;
  const auto result =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc::result_out_of_range) return value;
  return text.find('-') == std::string::npos
             ? std::numeric_limits<double>::infinity()
             : 0;
}

}  // namespace

Scanner::Scanner(std::string_view text, const MacroTable& macros,
                 const Limits& limits)
    : input_(text), macros_(macros), limits_(limits) {}

bool Scanner::Next(StatementText* statement) {
  *statement = StatementText();
  out_ = statement;
  expanded_ = 0;
  while (true) {
    SkipBlanks();
    const int c = input_.Peek();
    const bool terminator = c == ';' || c == '}';
    if (c == InputStack::kEnd || terminator) {
      token_ = Token();
      token_.span = input_.next();
      if (terminator) input_.Take();
      if (out_->fault) out_->fault->end = input_.place();
      if (terminator) SkipBehindTerminator();
      if (!out_->tokens.empty() || out_->fault) {
        token_.place = input_.place();
        out_->tokens.push_back(std::move(token_));
        return true;
      }
      if (!terminator) return false;
      continue;
    }
    ScanToken();
  }
}

PmiePlace Scanner::SkipWord() {
  StatementText text;
  out_ = &text;
  while (text.tokens.empty() && !text.fault) {
    SkipBlanks();
    const int c = input_.Peek();
    if (c == InputStack::kEnd) break;
    if (c != ';' && c != '}') {
      ScanToken();
      continue;
    }
    input_.Take();
    SkipBehindTerminator();
    break;
  }
  out_ = nullptr;
  return text.tokens.empty() ? input_.place() : text.tokens.front().place;
}

// Blanks behind a terminator belong to it, and a dot behind those ends all.
void Scanner::SkipBehindTerminator() {
  SkipBlanks();
  if (input_.Peek() == '.') input_.DropAll();
}

void Scanner::SkipBlanks() {
  while (IsBlank(input_.Peek())) input_.Take();
}

void Scanner::ScanToken() {
  token_ = Token();
  const int c = input_.Peek();
  token_.span = input_.next();
  if (IsWordStart(c)) return ScanWord();
  if (IsDigit(c)) return ScanNumber({});
  input_.Take();
  switch (c) {
    case '\'':
      return ScanQuotedName();
    case '"':
      return ScanString();
    case '.':
      return ScanDot();
    case '$':
      return ScanDollar();
    case '/':
      if (SkipComment()) return;
      slash_expansions_ = expansions_;
      return Emit(TokenKind::kSlash);
    default:
      return ScanSign(c);
  }
}

bool Scanner::SkipComment() {
  const Span start = token_.span;
  const int c = input_.Peek();
  if (c == '*') {
    SkipBlockComment(start);
    return true;
  }
  if (c != '/') return false;
  SkipLineComment(start);
  return true;
}

// To pmie and us a carriage return ends no line.
void Scanner::SkipLineComment(Span start) {
  bool returned = false;
  bool runs_on = false;
  while (input_.Peek() != InputStack::kEnd && input_.Peek() != '\n') {
    const bool is_return = input_.Peek() == '\r';
    runs_on |= returned && !is_return;
    returned |= is_return;
    input_.Take();
  }
  if (!runs_on) return;
  Warn(start,
       "this comment runs on behind a carriage return, which ends no line",
       "save the file with the ends of lines that Unix has");
}

void Scanner::SkipBlockComment(Span start) {
  input_.Take();  // the star
  // Whether only blanks have come on this line; and whether another comment has
  // begun on one.
  bool line_begins = false;
  bool another = false;
  while (input_.Peek() != InputStack::kEnd) {
    const int c = input_.Peek();
    input_.Take();
    if (c == '*' && input_.Peek() == '/') {
      input_.Take();
      if (another) {
        Warn(start, "this comment runs over the beginning of another one",
             "is the */ at its end missing?");
      }
      return;
    }
    another |= line_begins && c == '/' && input_.Peek() == '*';
    line_begins = c == '\n' || (line_begins && IsBlank(c));
  }
  Warn(start, "this comment is not closed; it runs to the end of the text");
}

void Scanner::ScanWord() {
  while (true) {
    const int c = input_.Peek();
    if (IsWordPart(c) || (token_.text.empty() && IsWordStart(c))) {
      input_.Take();
      Append(static_cast<char>(c));
    } else if (c == '\\') {
      input_.Take();
      ScanEscape(/*in_string=*/false);
    } else if (c == '$') {
      input_.Take();
      if (!ExpandInText(/*in_string=*/false)) return;
    } else {
      return EmitWord();
    }
  }
}

void Scanner::EmitWord() {
  const auto keyword = FindKeyword(token_.text, Vocabulary::kPmie);
  if (!keyword) return Emit(TokenKind::kIdentifier);
  if (keyword->unit) {
    token_.value = *keyword->unit;
    Token* before = out_->tokens.empty() ? nullptr : &out_->tokens.back();
    // A unit that a macro brings does not make the slash before it a unit's.
    if (before != nullptr && before->kind == TokenKind::kSlash &&
        slash_expansions_ == expansions_) {
      before->kind = TokenKind::kUnitSlash;
    }
    return Emit(TokenKind::kUnit);
  }
  if (!keyword->domain) return Emit(keyword->kind);
  const Token word = token_;
  Emit(keyword->kind);
  token_ = word;
  token_.value = *keyword->domain;
  Emit(TokenKind::kDomain);
}

void Scanner::ScanDigits(std::string* text) {
  while (IsDigit(input_.Peek())) {
    const int c = input_.Peek();
    input_.Take();
    if (text->size() == limits_.token_bytes) return TooLong();
    *text += static_cast<char>(c);
  }
}

void Scanner::ScanDot() {
  if (TakeIf('.')) return Emit(TokenKind::kRange);
  if (!IsDigit(input_.Peek())) return ScanSign('.');
  std::string text = "0.";
  ScanDigits(&text);
  ScanNumberTail(&text);
}

void Scanner::ScanNumber(std::string text) {
  ScanDigits(&text);
  if (!TakeIf('.')) return ScanNumberTail(&text);
  if (!TakeIf('.')) {
    text += '.';
    ScanDigits(&text);
    return ScanNumberTail(&text);
  }
  // 1..2: both dots are taken already.
  token_.value = NumberValue(text);
  Token range = token_;
  Emit(TokenKind::kNumber);
  token_ = std::move(range);
  token_.value = std::monostate();
  Emit(TokenKind::kRange);
}

// An e belongs to the number whatever follows it: 1e+2 is 1, then +2. A minus
// does only before the digits of an exponent.
void Scanner::ScanNumberTail(std::string* text) {
  if (input_.Peek() == 'e' || input_.Peek() == 'E') {
    input_.Take();
    *text += 'e';
    if (input_.Peek() == '-' && IsDigit(input_.PeekSecond())) {
      input_.Take();
      *text += '-';
    }
    ScanDigits(text);
  }
  token_.value = NumberValue(*text);
  Emit(TokenKind::kNumber);
}

bool Scanner::TakeIf(char c) {
  if (input_.Peek() != c) return false;
  input_.Take();
  return true;
}

// Of two characters, if there is one.
void Scanner::ScanSign(int first) {
  std::string text = {static_cast<char>(first)};
  if (BeginsLongSign(text.front())) {
    text += static_cast<char>(input_.Peek());
    if (const auto sign = FindSign(text)) {
      input_.Take();
      return Emit(*sign);
    }
    text.pop_back();
  }
  if (const auto sign = FindSign(text)) return Emit(*sign);
  token_.text = text;
  Emit(TokenKind::kStray);
}

void Scanner::Append(char c) {
  if (c == '\0') {
    return Fault("the character U+0000 ends a text and cannot be part of one",
                 "take it out, or save the file as UTF-8", "NUL in a word",
                 /*pmie_syntax_error=*/true);
  }
  if (token_.text.size() < limits_.token_bytes) {
    token_.text += c;
    return;
  }
  TooLong();
}

void Scanner::TooLong() {
  Fault("this word has more than " + std::to_string(limits_.token_bytes) +
            " bytes",
        {}, "word too long", /*pmie_syntax_error=*/true);
}

void Scanner::Emit(TokenKind kind) {
  if (out_->fault) return;  // what follows a fault is only skipped
  if (out_->tokens.size() == limits_.statement_tokens) {
    return Fault("this statement has more than " +
                     std::to_string(limits_.statement_tokens) + " words",
                 {}, "statement too long", /*pmie_syntax_error=*/true);
  }
  token_.kind = kind;
  token_.span = Join(token_.span, input_.last());
  token_.place = input_.place();
  out_->tokens.push_back(std::move(token_));
}

}  // namespace grammar
