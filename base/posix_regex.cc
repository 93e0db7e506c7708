// A recursive descent over the pattern that writes the other syntax as it
// goes. Everything is written in the plainest form: bytes as \xHH.
#include "base/posix_regex.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

namespace base {
namespace {

constexpr int kMaxDepth = 250;
constexpr std::size_t kMaxLength = 4096;  // as often copied as there are *
constexpr int kMaxRepeat = 0x7fff;        // RE_DUP_MAX of the C library

// [:alpha:] and its kin are the same words in RE2.
constexpr std::array<std::string_view, 12> kClasses = {
    "alnum", "alpha", "blank", "cntrl", "digit", "graph",
    "lower", "print", "punct", "space", "upper", "xdigit"};

std::string Byte(unsigned char c) {
  char text[8];
  std::snprintf(text, sizeof text, "\\x%02x", c);
  return text;
}

class Translator {
 public:
  explicit Translator(std::string_view text) : text_(text) {}

  Result<std::string> Translate() {
    if (text_.size() > kMaxLength) Fail("more than 4096 characters");
    Alternatives(0);
    if (error_) return *error_;
    return std::move(out_);
  }

 private:
  bool done() const { return error_.has_value() || at_ >= text_.size(); }
  char Peek() const { return text_[at_]; }
  bool Sees(std::string_view word) const {
    return text_.substr(at_, word.size()) == word;
  }
  bool Take(std::string_view word) {
    if (error_ || !Sees(word)) return false;
    at_ += word.size();
    return true;
  }

  void Fail(const char* reason, ErrorCode code = ErrorCode::kInvalid) {
    if (!error_) error_ = Error{code, reason};
  }

  // Up to the end, or to the ) that closes the group we are in.
  void Alternatives(int depth) {
    if (depth > kMaxDepth) return Fail("parentheses are nested too deeply");
    Branch(depth);
    while (Take("|")) {
      out_ += "|";
      Branch(depth);
    }
  }

  void Branch(int depth) {
    while (!done() && Peek() != '|' && (depth == 0 || Peek() != ')')) {
      const std::size_t start = out_.size();
      if (Atom(depth)) Repeats(start);
    }
  }

  // One atom; false if no repetition may follow it.
  bool Atom(int depth) {
    const char c = Peek();
    if (c == '*' || c == '+' || c == '?' || c == '{') {
      Fail("nothing before a repetition");
      return false;
    }
    ++at_;
    switch (c) {
      case '^':
        out_ += "\\A";
        return false;
      case '$':
        out_ += "\\z";
        return false;
      case '.':
        // Any byte but NUL, a newline too.
        out_ += "[^\\x00]";
        return true;
      case '(':
        Group(depth);
        return true;
      case '[':
        Bracket();
        return true;
      case '\\':
        return Escape();
      default:
        out_ += Byte(static_cast<unsigned char>(c));
        return true;
    }
  }

  void Group(int depth) {
    out_ += "(?:";
    Alternatives(depth + 1);
    if (!Take(")")) Fail("a ( without its )");
    out_ += ")";
  }

  // The GNU operators, and any other character for itself.
  bool Escape() {
    if (done()) {
      Fail("a backslash at the end");
      return false;
    }
    const char c = text_[at_++];
    switch (c) {
      case 'w':
      case 'W':
      case 's':
      case 'S':
        ClassEscape(c);
        return true;
      case 'b':
      case 'B':
        out_ += c == 'b' ? "\\b" : "\\B";
        return false;
      case '`':
        out_ += "\\A";
        return false;
      case '\'':
        out_ += "\\z";
        return false;
      case '<':
      case '>':
        Fail("\\< and \\> are not supported", ErrorCode::kUnsupported);
        return false;
      default:
        break;
    }
    if (c >= '1' && c <= '9') {
      Fail("back references are not supported", ErrorCode::kUnsupported);
    }
    out_ += Byte(static_cast<unsigned char>(c));
    return true;
  }

  void ClassEscape(char c) {
    out_ += c == 'w'   ? "[_[:alnum:]]"
            : c == 'W' ? "[^_[:alnum:]]"
            : c == 's' ? "[[:space:]]"
                       : "[^[:space:]]";
  }

  // Each repetition wraps what stands before it, so that a** is (a*)*.
  void Repeats(std::size_t start) {
    while (!done()) {
      std::string repeat;
      const char c = Peek();
      if (c == '*' || c == '+' || c == '?') {
        ++at_;
        repeat = c;
      } else if (Take("{")) {
        repeat = Interval();
      } else {
        return;
      }
      out_ = out_.substr(0, start) + "(?:" + out_.substr(start) + ")" + repeat;
    }
  }

  // {n} {n,} {n,m} {,m} {,}
  std::string Interval() {
    const std::optional<int> low = RepeatNumber();
    std::optional<int> high = low;
    const bool comma = Take(",");
    if (comma) high = RepeatNumber();
    if (!Take("}") || (!low && !comma)) {
      Fail("a { that is no interval");
      return {};
    }
    const int least = low.value_or(0);
    if (high && *high < least) Fail("an interval that ends before it begins");
    if (std::max(least, high.value_or(0)) > kMaxRepeat) {
      Fail("an interval that is too large");
    }
    std::string text = "{" + std::to_string(least);
    if (comma) text += "," + (high ? std::to_string(*high) : std::string());
    return text + "}";
  }

  std::optional<int> RepeatNumber() {
    std::optional<int> number;
    while (!done() && Peek() >= '0' && Peek() <= '9') {
      number =
          std::min(number.value_or(0) * 10 + (Peek() - '0'), kMaxRepeat + 1);
      ++at_;
    }
    return number;
  }

  // After the [.
  void Bracket() {
    std::string set = Take("^") ? "[^" : "[";
    bool first = true;
    while (first || !Sees("]")) {
      if (done()) return Fail("a [ without its ]");
      set += Element(first);
      if (error_) return;
      first = false;
    }
    ++at_;
    out_ += set + "]";
  }

  // A class, an equivalence class, a character or a range.
  std::string Element(bool first) {
    if (Take("[:")) return ClassInBracket();
    const bool equivalence = Sees("[=");
    const unsigned char low = End(first);
    if (error_ || !Sees("-") || Sees("-]")) return Byte(low);
    if (equivalence) {
      Fail("a range that begins with a class");
      return {};
    }
    ++at_;
    if (Sees("[:") || Sees("[=")) Fail("a range that ends with a class");
    const unsigned char high = End(true);
    if (high < low) Fail("a range that ends before it begins");
    return Byte(low) + "-" + Byte(high);
  }

  std::string ClassInBracket() {
    for (const std::string_view name : kClasses) {
      const std::string end = std::string(name) + ":]";
      if (!Take(end)) continue;
      if (Sees("-") && !Sees("-]")) Fail("a range that begins with a class");
      return "[:" + end;
    }
    Fail("an unknown character class");
    return {};
  }

  // One end of a range, or a character alone: a plain byte, [.x.] or [=x=].
  unsigned char End(bool hyphen) {
    if (done()) {
      Fail("a [ without its ]");
      return 0;
    }
    for (const char mark : {'.', '='}) {
      const std::string open = std::string("[") + mark;
      if (!Take(open)) continue;
      const std::string close = std::string(1, mark) + "]";
      if (at_ < text_.size() && text_.substr(at_ + 1, 2) == close) {
        at_ += 3;
        return static_cast<unsigned char>(text_[at_ - 3]);
      }
      Fail("an unknown collating element");
      return 0;
    }
    if (Peek() == '-' && !hyphen && !Sees("-]")) Fail("a misplaced -");
    return static_cast<unsigned char>(text_[at_++]);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::string> TranslatePosixRegex(std::string_view posix) {
  return Translator(posix).Translate();
}

}  // namespace base
