// The syntax is RE2's, https://github.com/google/re2/wiki/Syntax, for the
// options of pattern_options.h.
#include "base/perl_regex.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "base/byte_classes.h"

namespace base {
namespace {

using Kind = RegexNode::Kind;

constexpr std::string_view kDigits = "09";
constexpr std::string_view kSpaces = "\t\n\f\r  ";
constexpr std::string_view kWordBytes = "09AZ__az";
/// What stands between two letters of Latin-1 that are one but for their case.
constexpr std::size_t kToLower = 'a' - 'A';

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

/// Letters in either case, where one of them is in `set`.
SymbolSet Folded(const SymbolSet& set) {
  SymbolSet folded = set;
  const auto fold = [&](std::size_t from, std::size_t to) {
    for (std::size_t upper = from; upper <= to; ++upper) {
      const bool some = set[upper] || set[upper + kToLower];
      // The signs for times and divided by are no letters.
      if (!some || upper == 0xd7) continue;
      folded.set(upper).set(upper + kToLower);
    }
  };
  fold('A', 'Z');
  fold(0xc0, 0xde);
  return folded;
}

/// The bytes of \d and its kin; nothing of another letter.
std::optional<SymbolSet> PerlClass(char letter) {
  SymbolSet set;
  switch (letter) {
    case 'd':
    case 'D':
      AddRanges(kDigits, &set);
      break;
    case 's':
    case 'S':
      AddRanges(kSpaces, &set);
      break;
    case 'w':
    case 'W':
      AddRanges(kWordBytes, &set);
      break;
    default:
      return std::nullopt;
  }
  return letter < 'a' ? OtherBytes(set) : set;
}

RegexNode Of(Kind kind) {
  RegexNode node;
  node.kind = kind;
  return node;
}

RegexNode OfBytes(const SymbolSet& set) {
  RegexNode node = Of(Kind::kSet);
  node.set = set;
  return node;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::optional<RegexNode> Parse() {
    RegexNode node = Choice();
    if (!known_ || at_ < text_.size()) return std::nullopt;
    return node;
  }

 private:
  struct Flags {
    bool any_case = false;
    bool dot_newline = false;
  };

  bool done() const { return !known_ || at_ >= text_.size(); }
  bool Sees(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool Take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  /// What comes is not understood.
  SymbolSet Unknown() {
    known_ = false;
    return {};
  }
  char TakeOne() {
    known_ = known_ && at_ < text_.size();
    return known_ ? text_[at_++] : '\0';
  }

  RegexNode Choice() {
    RegexNode choice = Of(Kind::kChoice);
    do {
      choice.operands.push_back(Sequence());
    } while (known_ && Take("|"));
    if (choice.operands.size() > 1) return choice;
    return std::move(choice.operands.front());
  }

  RegexNode Sequence() {
    RegexNode sequence;
    while (!done() && !Sees('|') && !Sees(')')) {
      RegexNode one = Atom();
      if (auto repeat = Repetition()) {
        // What RE2 makes of (a*)* is its own.
        const bool once = repeat->most && *repeat->most <= 1;
        known_ = known_ && (once || !one.MayBeEmpty());
        repeat->operands.push_back(std::move(one));
        one = *std::move(repeat);
      }
      sequence.operands.push_back(std::move(one));
    }
    return sequence;
  }

  std::optional<RegexNode> Repetition() {
    RegexNode node = Of(Kind::kRepeat);
    if (Take("+")) {
      node.least = 1;
    } else if (Take("?")) {
      node.most = 1;
    } else if (!Take("*") && !Interval(&node)) {
      return std::nullopt;
    }
    node.greedy = !Take("?");
    return node;
  }

  /// {n}, {n,} or {n,m}; any other brace is one.
  bool Interval(RegexNode* node) {
    const std::size_t begun = at_;
    const auto back = [this, begun] {
      at_ = begun;
      return false;
    };
    if (!Take("{")) return false;
    const auto least = Number();
    if (!least) return back();
    node->least = *least;
    node->most = least;
    if (Take(",")) {
      node->most = Number();
      if (!node->most && !Sees('}')) return back();
    }
    return Take("}") || back();
  }

  std::optional<int> Number() {
    const std::size_t begun = at_;
    while (at_ < text_.size() && IsDigit(text_[at_])) ++at_;
    int number = 0;
    const auto read =
        std::from_chars(text_.data() + begun, text_.data() + at_, number, 10);
    if (read.ec != std::errc()) return std::nullopt;
    // RE2 takes it for no number.
    known_ = known_ && (text_[begun] != '0' || at_ == begun + 1);
    return number;
  }

  RegexNode Atom() {
    const char c = TakeOne();
    switch (c) {
      case '(':
        return Group();
      case '[':
        return OfBytes(Bracket());
      case '^':
        return Of(Kind::kBegin);
      case '$':
        return Of(Kind::kEnd);
      case '.':
        return OfBytes(AnyByte(flags_.dot_newline));
      case '\\':
        return Escape();
      default:
        return OfBytes(One(static_cast<unsigned char>(c)));
    }
  }

  static SymbolSet AnyByte(bool newline) {
    SymbolSet none;
    if (!newline) none.set('\n');
    return OtherBytes(none);
  }

  SymbolSet One(std::size_t byte) const {
    SymbolSet set;
    set.set(byte);
    return flags_.any_case ? Folded(set) : set;
  }

  RegexNode Group() {
    const Flags outside = flags_;
    std::optional<int> group;
    if (Take("?P<") || Take("?<")) {
      const std::size_t end = text_.find('>', at_);
      known_ = known_ && end != text_.npos;
      if (!known_) return {};
      at_ = end + 1;
      group = groups_++;
    } else if (Take("?")) {
      if (TakeFlags()) {  // for the rest of the group around it
        // RE2 repeats what stands before them.
        known_ = known_ && !(Sees('*') || Sees('+') || Sees('?') || Sees('{'));
        return {};
      }
    }
    RegexNode inside = Choice();
    known_ = known_ && Take(")");
    flags_ = outside;
    if (!group) return inside;
    RegexNode node = Of(Kind::kGroup);
    node.group = *group;
    node.operands.push_back(std::move(inside));
    return node;
  }

  /// True if no part of the expression stands behind them.
  bool TakeFlags() {
    bool on = true;
    while (known_) {
      const char c = TakeOne();
      if (c == ':') return false;
      if (c == ')') return true;
      if (c == '-') {
        on = false;
      } else if (c == 'i') {
        flags_.any_case = on;
      } else if (c == 's') {
        flags_.dot_newline = on;
      } else {
        known_ = false;
      }
    }
    return true;
  }

  RegexNode Escape() {
    if (Take("A")) return Of(Kind::kBegin);
    if (Take("z")) return Of(Kind::kEnd);
    if (Take("C")) return OfBytes(AnyByte(true));
    if (const auto set = TakeClass()) return OfBytes(*set);
    return OfBytes(One(EscapedByte()));
  }

  /// \d and its kin, behind the backslash.
  std::optional<SymbolSet> TakeClass() {
    if (at_ >= text_.size()) return std::nullopt;
    auto set = PerlClass(text_[at_]);
    if (set) ++at_;
    if (set && flags_.any_case) set = Folded(*set);
    return set;
  }

  /// Behind a backslash.
  std::size_t EscapedByte() {
    constexpr std::string_view kLetters = "afnrtv";
    constexpr std::string_view kMeant = "\a\f\n\r\t\v";
    const char c = TakeOne();
    if (c == 'x') return HexByte();
    const std::size_t letter = kLetters.find(c);
    if (letter != kLetters.npos) {
      return static_cast<unsigned char>(kMeant[letter]);
    }
    SymbolSet punctuation;
    AddRanges("!/:@[`{~", &punctuation);
    const auto byte = static_cast<unsigned char>(c);
    if (!punctuation[byte]) known_ = false;
    return byte;
  }

  std::size_t HexByte() {
    const bool braces = Take("{");
    const std::size_t end = braces ? text_.find('}', at_) : at_ + 2;
    const bool there = end <= text_.size();
    const std::string_view digits =
        there ? text_.substr(at_, end - at_) : std::string_view();
    unsigned number = 0;
    const auto read = std::from_chars(
        digits.data(), digits.data() + digits.size(), number, 16);
    known_ = known_ && !digits.empty() && read.ec == std::errc() &&
             read.ptr == digits.data() + digits.size() && number < kTextBegins;
    at_ = there ? end + (braces ? 1 : 0) : at_;
    return known_ ? number : 0;
  }

  SymbolSet Bracket() {
    const bool negated = Take("^");
    SymbolSet set;
    for (bool first = true; known_ && (first || !Sees(']')); first = false) {
      set |= BracketPart();
    }
    known_ = known_ && Take("]");
    if (flags_.any_case) set = Folded(set);
    return negated ? OtherBytes(set) : set;
  }

  SymbolSet BracketPart() {
    if (Sees('[') && text_.substr(at_, 2) == "[:") return NamedClass();
    if (Sees('\\') && at_ + 1 < text_.size()) {
      ++at_;
      if (const auto set = TakeClass()) return *set;
      --at_;
    }
    const std::size_t low = BracketByte();
    std::size_t high = low;
    if (Sees('-') && at_ + 1 < text_.size() && text_[at_ + 1] != ']') {
      ++at_;
      high = BracketByte();
    }
    SymbolSet set;
    if (known_) AddRange(low, high, &set);
    return set;
  }

  std::size_t BracketByte() {
    if (Take("\\")) return EscapedByte();
    return static_cast<unsigned char>(TakeOne());
  }

  SymbolSet NamedClass() {
    at_ += 2;
    const bool negated = Take("^");
    for (const auto& [name, ranges] : kByteClasses) {
      if (!Take(std::string(name) + ":]")) continue;
      SymbolSet set;
      AddRanges(ranges, &set);
      return negated ? OtherBytes(set) : set;
    }
    return Unknown();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Flags flags_;
  int groups_ = 0;
  bool known_ = true;
};

}  // namespace

bool RegexNode::MayBeEmpty() const {
  const auto may = [](const RegexNode& one) { return one.MayBeEmpty(); };
  switch (kind) {
    case Kind::kSet:
      return false;
    case Kind::kChoice:
      return std::any_of(operands.begin(), operands.end(), may);
    case Kind::kRepeat:
      return least == 0 || may(operands.front());
    default:
      return std::all_of(operands.begin(), operands.end(), may);
  }
}

std::optional<RegexNode> ParsePerlRegex(std::string_view text) {
  return Parser(text).Parse();
}

namespace {

/// The highest count between braces, or of those with a comma alone.
int HighestBetweenBraces(std::string_view text, bool with_comma) {
  constexpr int kMost = 1'000'000;
  int highest = 0;
  int count = 0;
  bool counts = false;
  bool comma = false;
  for (const char c : text) {
    if (c == '{') counts = true;
    if (c == '{' || c == '}') comma = false;
    if (c == ',') comma = true;
    count = counts && IsDigit(c) ? std::min(count * 10 + (c - '0'), kMost) : 0;
    if (c == '}') counts = false;
    if (comma || !with_comma) highest = std::max(highest, count);
  }
  return highest;
}

}  // namespace

int HighestCount(std::string_view text) {
  return HighestBetweenBraces(text, false);
}

int HighestRange(std::string_view text) {
  return HighestBetweenBraces(text, true);
}

}  // namespace base
