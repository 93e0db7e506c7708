// Each form of slip is looked for in turn; the first that fits is told.
#include "grammar/slips.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "base/printable.h"
#include "grammar/operators.h"

namespace grammar {
namespace {

using Found = std::optional<Slip>;
using Stage = Mistake::Stage;

// Of a text that is shown in a hint.
constexpr std::size_t kLongestShown = 40;

struct Sign {
  TokenKind left;
  TokenKind right;
  const char* text;
  const char* instead;  // null: -> before an action, else >=
};
constexpr Sign kSigns[] = {
    {TokenKind::kAssign, TokenKind::kGreater, "=>", nullptr},
    {TokenKind::kAssign, TokenKind::kLess, "=<", "<="},
    {TokenKind::kLess, TokenKind::kGreater, "<>", "!="},
    {TokenKind::kEqual, TokenKind::kAssign, "===", "=="},
    {TokenKind::kNotEqual, TokenKind::kAssign, "!==", "!="},
    {TokenKind::kEqual, TokenKind::kGreater, "==>", "->"},
    {TokenKind::kMinus, TokenKind::kArrow, "-->", "->"},
    {TokenKind::kColon, TokenKind::kAssign, ":=", "="},
};

bool Touches(const Token& left, const Token& right) {
  return left.span.end == right.span.begin;
}

bool IsWord(const Token& token) {
  return token.kind != TokenKind::kString && token.kind != TokenKind::kStray &&
         token.kind != TokenKind::kVariable && !token.text.empty();
}

bool IsUnitSign(TokenKind kind) {
  return kind == TokenKind::kUnit || kind == TokenKind::kUnitSlash;
}

class Finder {
 public:
  Finder(const std::vector<Token>& tokens, const Mistake& mistake,
         const Source& source)
      : tokens_(tokens),
        mistake_(mistake),
        source_(source),
        at_(mistake.token) {}

  Found Find() const {
    for (const auto form :
         {&Finder::SignOfOthers, &Finder::KeywordAsName, &Finder::SignsInName,
          &Finder::DollarBeforeName, &Finder::UnquotedName,
          &Finder::TimeBehindAt, &Finder::RangeInBrackets, &Finder::Braces,
          &Finder::StrayClause, &Finder::UnquotedText, &Finder::BehindAction,
          &Finder::ActionSign, &Finder::ForSomeTime}) {
      if (Found slip = (this->*form)()) return slip;
    }
    return std::nullopt;
  }

 private:
  Found SignOfOthers() const;
  Found KeywordAsName() const;
  Found SignsInName() const;
  Found DollarBeforeName() const;
  Found UnquotedName() const;
  Found TimeBehindAt() const;
  Found RangeInBrackets() const;
  Found Braces() const;
  Found StrayClause() const;
  Found UnquotedText() const;
  Found BehindAction() const;
  Found ActionSign() const;
  Found ForSomeTime() const;

  Found Here(std::string hint) const {
    return Slip{at_, at_, {}, std::move(hint)};
  }
  TokenKind KindAt(std::size_t at) const {
    return at < tokens_.size() ? tokens_[at].kind : TokenKind::kEnd;
  }
  bool IsWordAt(std::size_t at,
                std::initializer_list<const char*> words) const {
    return KindAt(at) == TokenKind::kIdentifier &&
           std::find(words.begin(), words.end(), tokens_[at].text) !=
               words.end();
  }
  bool BeginsAction(std::size_t at) const;
  bool IsTimeAt(std::size_t at) const;
  bool Before(TokenKind kind) const;
  std::string Written(std::size_t first, std::size_t last) const;

  const std::vector<Token>& tokens_;
  const Mistake& mistake_;
  const Source& source_;
  const std::size_t at_;
};

bool Finder::BeginsAction(std::size_t at) const {
  while (KindAt(at) == TokenKind::kLeftParen) ++at;
  switch (KindAt(at)) {
    case TokenKind::kPrint:
    case TokenKind::kShell:
    case TokenKind::kAlarm:
    case TokenKind::kSyslog:
    case TokenKind::kStomp:
      return true;
    default:
      return false;
  }
}

// "5 min", "every 5 min", "for 5m".
bool Finder::IsTimeAt(std::size_t at) const {
  if (IsWordAt(at, {"for", "every", "after"})) ++at;
  return KindAt(at) == TokenKind::kNumber;
}

// Whether such a word stands before the mistake.
bool Finder::Before(TokenKind kind) const {
  return std::any_of(tokens_.begin(),
                     tokens_.begin() + static_cast<std::ptrdiff_t>(at_),
                     [kind](const Token& token) { return token.kind == kind; });
}

// As the file has it, to be shown in a hint; "..." if that is long, or came out
// of a macro.
std::string Finder::Written(std::size_t first, std::size_t last) const {
  const Span span = Join(tokens_[first].span, tokens_[last].span);
  if (span.first_expansion + span.last_expansion != 0 ||
      span.end - span.begin > kLongestShown) {
    return "...";
  }
  std::string text(source_.text().substr(span.begin, span.end - span.begin));
  if (text.size() > 1 && text.front() == '\'' && text.back() == '\'') {
    text = text.substr(1, text.size() - 2);
  }
  return text.find_first_of("\"'\\$\n") == text.npos ? base::Printable(text)
                                                     : "...";
}

Found Finder::SignOfOthers() const {
  for (const std::size_t first : {at_, at_ - (at_ > 0 ? 1 : 0)}) {
    for (const Sign& sign : kSigns) {
      if (KindAt(first) != sign.left || KindAt(first + 1) != sign.right ||
          !Touches(tokens_[first], tokens_[first + 1])) {
        continue;
      }
      const char* by_place = BeginsAction(first + 2) ? "->" : ">=";
      const char* instead = sign.instead != nullptr ? sign.instead : by_place;
      return Slip{first, first + 1,
                  std::string(sign.text) + " means nothing in a rule",
                  std::string("write ") + instead + " for it"};
    }
  }
  return std::nullopt;
}

Found Finder::KeywordAsName() const {
  const Token& name = tokens_.front();
  const std::size_t behind = KindAt(1) == TokenKind::kDomain ? 2 : 1;
  if (!IsWord(name) || name.kind == TokenKind::kIdentifier ||
      name.kind == TokenKind::kNumber || KindAt(behind) != TokenKind::kAssign ||
      at_ > behind) {
    return std::nullopt;
  }
  const char* what = name.kind == TokenKind::kUnit ? "unit" : "keyword";
  return Slip{0, 0,
              name.text + " is a " + what + ": it cannot name a statement",
              "in single quotes it is a name: '" + name.text + "' = ..."};
}

// my-rule = ..., 5min = ..., job:load = ...
Found Finder::SignsInName() const {
  std::size_t behind = 0;
  while (behind == 0 || Touches(tokens_[behind - 1], tokens_[behind])) {
    const TokenKind kind = KindAt(behind);
    const bool stray =
        kind == TokenKind::kStray &&
        static_cast<unsigned char>(tokens_[behind].text[0]) < 0x80;
    const bool sign = stray || kind == TokenKind::kMinus ||
                      kind == TokenKind::kPlus || kind == TokenKind::kSlash ||
                      kind == TokenKind::kColon || kind == TokenKind::kNumber ||
                      IsUnitSign(kind);
    if (!sign && !IsWord(tokens_[behind])) break;
    ++behind;
  }
  if (behind < 2 || at_ > behind || KindAt(behind) != TokenKind::kAssign) {
    return std::nullopt;
  }
  const std::string name = Written(0, behind - 1);
  return Slip{0, behind - 1,
              "this is no name: one begins with a letter, and has letters, "
              "digits, dots and _",
              "in single quotes it is a name: '" + name + "' = ..."};
}

Found Finder::DollarBeforeName() const {
  if (KindAt(0) != TokenKind::kVariable || KindAt(1) != TokenKind::kAssign ||
      at_ > 1) {
    return std::nullopt;
  }
  return Slip{0,
              0,
              {},
              "$ uses a macro; it is defined without: " + tokens_.front().text +
                  " = ..."};
}

// #/dev/sda1, #5 minute, :10.0.0.1
Found Finder::UnquotedName() const {
  if (mistake_.stage != Stage::kHost && mistake_.stage != Stage::kInstance) {
    return std::nullopt;
  }
  std::size_t last = at_;
  const auto belongs = [this](std::size_t at) {
    const TokenKind kind = KindAt(at);
    return kind != TokenKind::kEnd && kind != TokenKind::kString &&
           kind != TokenKind::kStray && kind != TokenKind::kArrow &&
           kind != TokenKind::kRightParen && kind != TokenKind::kHash &&
           kind != TokenKind::kAt && Precedence(kind) != 6;
  };
  if (!belongs(at_)) return std::nullopt;
  while (belongs(last + 1) && (Touches(tokens_[last], tokens_[last + 1]) ||
                               KindAt(last + 1) == TokenKind::kUnit)) {
    ++last;
  }
  const char* sign = mistake_.stage == Stage::kHost ? ":'" : "#'";
  return Slip{
      at_,
      last,
      {},
      "names stand in single quotes: " + (sign + Written(at_, last)) + "'"};
}

// @5min, @0..10 min, @-1
Found Finder::TimeBehindAt() const {
  constexpr char kCounted[] =
      "@5 is the value 5 evaluations ago, @0..4 are the last 5 values";
  if (mistake_.stage == Stage::kSample && KindAt(at_) == TokenKind::kMinus) {
    return Here(std::string("samples are counted back without a sign: ") +
                kCounted);
  }
  if (at_ < 2 || mistake_.stage != Stage::kOperator ||
      KindAt(at_ - 1) != TokenKind::kNumber ||
      (KindAt(at_ - 2) != TokenKind::kAt &&
       KindAt(at_ - 2) != TokenKind::kRange)) {
    return std::nullopt;
  }
  const bool word = KindAt(at_) == TokenKind::kIdentifier &&
                    Touches(tokens_[at_ - 1], tokens_[at_]);
  if (!word && !IsUnitSign(KindAt(at_))) return std::nullopt;
  return Slip{at_ - 1, at_, "@ counts evaluations, not time", kCounted};
}

// metric[5m]
Found Finder::RangeInBrackets() const {
  if (KindAt(at_) != TokenKind::kStray || tokens_[at_].text != "[" ||
      KindAt(at_ + 1) != TokenKind::kNumber) {
    return std::nullopt;
  }
  return Here("samples stand behind an @: metric @0..4 are the last 5 values");
}

Found Finder::Braces() const {
  if (KindAt(at_) != TokenKind::kStray || tokens_[at_].text != "{") {
    return std::nullopt;
  }
  if (mistake_.construct.role == OpenConstruct::Role::kRules) {
    return Here("a ruleset has no braces: ruleset RULE else RULE");
  }
  // As of Prometheus, metric{instance="sda"}.
  if (mistake_.stage == Stage::kOperator) return std::nullopt;
  return Here("braces mean nothing; parentheses group");
}

Found Finder::StrayClause() const {
  const TokenKind kind = KindAt(at_);
  if (mistake_.stage != Stage::kOperator ||
      (kind != TokenKind::kElse && kind != TokenKind::kUnknown &&
       kind != TokenKind::kOtherwise)) {
    return std::nullopt;
  }
  const std::string word = Spelling(kind);
  if (!Before(TokenKind::kRuleset)) {
    return Here(word +
                " belongs to a ruleset: ruleset RULE else RULE "
                "unknown -> ACTION otherwise -> ACTION");
  }
  if ((mistake_.have & (kRule | kRuleset)) == 0) {
    return Here("a rule is a condition, -> and an action");
  }
  if (kind != TokenKind::kElse && Before(kind)) {
    return Here("a ruleset has one " + word);
  }
  return Here(
      "the order is: rules with else between them, then unknown, then "
      "otherwise");
}

// shell echo x; syslog -p warning "x"; print every 5 min "x"
Found Finder::UnquotedText() const {
  if (mistake_.stage != Stage::kActionText ||
      KindAt(at_ - 1) == TokenKind::kNumber) {
    return std::nullopt;
  }
  const std::string action = Spelling(KindAt(mistake_.part));
  if (IsTimeAt(at_)) {
    return Here("a time stands right behind the action: " + action +
                " 5 min \"...\"");
  }
  const TokenKind kind = KindAt(at_);
  std::size_t last = at_;
  while (KindAt(last + 1) != TokenKind::kEnd &&
         KindAt(last + 1) != TokenKind::kString &&
         KindAt(last + 1) != TokenKind::kBoth &&
         KindAt(last + 1) != TokenKind::kEither) {
    ++last;
  }
  if (kind == TokenKind::kMinus && action == "syslog") {
    return Here("options stand in a string of their own: syslog \"" +
                Written(at_, last) + "\" \"...\"");
  }
  if (kind == TokenKind::kVariable) {
    const std::string& name = tokens_[at_].text;
    return Here("a text with a macro is " + action + " \"$" + name +
                "\", and the macro a text, too: " + name + " = \"...\"");
  }
  if (!IsWord(tokens_[at_]) && kind != TokenKind::kMinus &&
      kind != TokenKind::kSlash) {
    return std::nullopt;
  }
  return Here("strings stand in double quotes: " + action + " \"" +
              Written(at_, last) + "\"");
}

// print "x" and print "y"; print "x" 5 min
Found Finder::BehindAction() const {
  const unsigned acting = kAction | kRule | kRuleset;
  if (mistake_.stage != Stage::kOperator || (mistake_.have & acting) == 0) {
    return std::nullopt;
  }
  const TokenKind kind = KindAt(at_);
  if (IsWordAt(at_, {"and", "AND"})) return Here("write & between actions");
  if (IsWordAt(at_, {"or", "OR"})) {
    return Here(
        "write | between actions: the second is done if the first "
        "fails");
  }
  const bool comma = kind == TokenKind::kStray && tokens_[at_].text == ",";
  if (kind == TokenKind::kAnd || kind == TokenKind::kOr || BeginsAction(at_) ||
      (comma && BeginsAction(at_ + 1))) {
    return Here(
        "actions are joined by & (both) or | (the second if the first "
        "fails)");
  }
  if (IsTimeAt(at_)) {
    return Here("the time stands before the text: print 5 min \"...\"");
  }
  return std::nullopt;
}

// a > 1 & b > 1
Found Finder::ActionSign() const {
  const TokenKind kind = KindAt(at_);
  const unsigned condition = kArithmetic | kLogical;
  if (mistake_.stage != Stage::kOperator || (mistake_.have & condition) == 0 ||
      (kind != TokenKind::kBoth && kind != TokenKind::kEither)) {
    return std::nullopt;
  }
  const std::string sign = Spelling(kind);
  return Here(sign + " joins actions; conditions are joined by " + sign + sign);
}

Found Finder::ForSomeTime() const {
  if (mistake_.stage != Stage::kOperator ||
      !IsWordAt(at_, {"for", "during", "within"}) ||
      KindAt(at_ + 1) != TokenKind::kNumber) {
    return std::nullopt;
  }
  return Here(
      "for some time is: at each of the last evaluations, as in "
      "all_sample (metric @0..4 > 1)");
}

}  // namespace

std::optional<Slip> FindSlip(const std::vector<Token>& tokens,
                             const Mistake& mistake, const Source& source) {
  return Finder(tokens, mistake, source).Find();
}

}  // namespace grammar
