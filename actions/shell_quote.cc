// A walk over a shell text that knows at each byte whether it is quoted, or
// that it cannot know.
#include "actions/shell_quote.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"

namespace actions {
namespace {

using engine::alarm::ByteRange;
using engine::alarm::Expansion;

/// Words that mean something where a command begins.
constexpr std::array<std::string_view, 17> kReserved = {
    "case", "coproc", "do",   "done",     "elif", "else",
    "esac", "fi",     "for",  "function", "if",   "in",
    "then", "select", "time", "until",    "while"};

bool Contains(std::string_view characters, char c) {
  return characters.find(c) != std::string_view::npos;
}
bool IsHarmless(char c) {
  return base::IsLetterOrDigit(c) || Contains("_./:,@+-", c);
}
/// May stand in `...`, $(...) and ${...} whose end is to be certain.
bool IsSimple(char c) { return IsHarmless(c) || Contains(" %=", c); }

/// As part of what is in single quotes, where no byte but ' means anything,
/// in any locale.
std::string WithinQuotes(std::string_view value) {
  std::string quoted;
  for (const char c : value) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c == '\0' ? '_' : c;
    }
  }
  return quoted;
}

std::string InQuotes(std::string_view value) {
  return '\'' + WithinQuotes(value) + '\'';
}

std::string Disarmed(std::string_view value) {
  std::string harmless(value);
  for (char& c : harmless) {
    if (!IsHarmless(c)) c = '_';
  }
  return harmless;
}

class Quoting {
 public:
  explicit Quoting(const Expansion& message) : text_(message.text) {}

  std::string Run(const std::vector<ByteRange>& values) {
    for (const ByteRange& value : values) {
      ReadUpTo(value.begin);
      out_ += Quoted(value);
      at_ = value.end;
      escaped_ = dollar_ = begins_word_ = false;
      before_ = '\0';
    }
    ReadUpTo(text_.size());
    return std::move(out_);
  }

 private:
  enum class Where {
    kWord,     // outside of quotes
    kSingle,   // within '
    kDouble,   // within "
    kComment,  // up to the end of the line
    kUnknown,  // from here on
  };

  std::string Quoted(const ByteRange& place) const {
    const std::string_view value =
        text_.substr(place.begin, place.end - place.begin);
    if (escaped_ || dollar_) return value.empty() ? "_" : Disarmed(value);
    const bool plain = std::all_of(value.begin(), value.end(), IsHarmless);
    switch (where_) {
      case Where::kWord:
        return plain && IsWord(place) ? std::string(value) : InQuotes(value);
      case Where::kSingle:
        return WithinQuotes(value);
      case Where::kDouble:
        // The double quotes are closed before the value and opened again behind
        // it: within them more bytes mean something.
        return plain ? std::string(value) : '"' + InQuotes(value) + '"';
      case Where::kComment:
      case Where::kUnknown:
        break;
    }
    return Disarmed(value);
  }

  /// A value of harmless characters that is one word, and only that.
  bool IsWord(const ByteRange& place) const {
    const std::string_view value =
        text_.substr(place.begin, place.end - place.begin);
    if (value.empty()) return false;
    if (std::find(kReserved.begin(), kReserved.end(), value) !=
        kReserved.end()) {
      return false;
    }
    // In 2>file it would say which file.
    std::size_t end = place.begin;
    while (end < text_.size() && base::IsDigit(text_[end])) ++end;
    return end < place.end || end == text_.size() ||
           !Contains("<>", text_[end]);
  }

  void ReadUpTo(std::size_t end) {
    while (at_ < end) {
      const char c = text_[at_++];
      out_ += c;
      Read(c, end);
      before_ = c;
    }
  }

  void Read(char c, std::size_t end) {
    if (escaped_) {
      escaped_ = false;
      // The shell joins the two lines before it cuts words: where they are
      // quoted is not known from here on.
      if (c == '\n') where_ = Where::kUnknown;
      return;
    }
    switch (where_) {
      case Where::kWord:
        return ReadInWord(c, end);
      case Where::kSingle:
        if (c == '\'') where_ = Where::kWord;
        return;
      case Where::kDouble:
        if (c == '"') where_ = Where::kWord;
        return ReadEither(c, end);
      case Where::kComment:
        if (c != '\n') return;
        where_ = Where::kWord;
        begins_word_ = true;
        return;
      case Where::kUnknown:
        return;
    }
  }

  void ReadInWord(char c, std::size_t end) {
    const bool begins_word =
        std::exchange(begins_word_, Contains(" \t\n;&|()<>", c));
    if (c == '\'') where_ = Where::kSingle;
    if (c == '"') where_ = Where::kDouble;
    if (c == '#' && begins_word) where_ = Where::kComment;
    // << begins a text with rules of its own; in some shells (( arithmetic,
    // and [[ a test that can be arithmetic.
    if (c == before_ && Contains("<([", c)) where_ = Where::kUnknown;
    ReadEither(c, end);
  }

  /// What means the same within double quotes and outside.
  void ReadEither(char c, std::size_t end) {
    if (c == '\\') escaped_ = true;
    if (c == '`') Skip(at_, c, end);
    if (c == '$') ReadDollar(end);
  }

  void ReadDollar(std::size_t end) {
    dollar_ = at_ == end;
    if (dollar_) return;
    const char next = text_[at_];
    if (next == '(') return Skip(at_ + 1, ')', end);
    if (next == '{') return Skip(at_ + 1, '}', end);
    // $[...] and $'...' are something in some shells only, and \ may join
    // lines.
    const bool quote = next == '\'' && where_ == Where::kWord;
    if (quote || next == '[' || next == '\\') where_ = Where::kUnknown;
    if (Contains("@*#?$!-", next)) out_ += text_[at_++];
  }

  /// Takes all up to `close`, which is looked for from `from` on, if its end
  /// is certain.
  void Skip(std::size_t from, char close, std::size_t end) {
    std::size_t to = from;
    while (to < end && IsSimple(text_[to])) ++to;
    const std::string_view inside =
        text_.substr(std::min(from, to), to - std::min(from, to));
    // In $(case x in a) it is not the end.
    const bool certain = to < end && text_[to] == close &&
                         inside.find("case") == std::string_view::npos;
    if (!certain) {
      where_ = Where::kUnknown;
      return;
    }
    out_ += text_.substr(at_, to + 1 - at_);
    at_ = to + 1;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
  Where where_ = Where::kWord;
  char before_ = '\0';  // what was read last, of the author's text
  bool begins_word_ = true;
  bool escaped_ = false;  // by a backslash
  bool dollar_ = false;   // a value follows a $
};

}  // namespace

std::string QuoteForShell(const Expansion& message) {
  return Quoting(message).Run(message.values);
}

}  // namespace actions
