// Each form of slip is looked for in turn; the first that fits is told.
#include "grammar/slips.h"

#include <utility>

#include "base/printable.h"
#include "grammar/foreign.h"
#include "grammar/nearest.h"
#include "grammar/operators.h"
#include "grammar/slip_finder.h"

namespace grammar {
namespace {

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
    {TokenKind::kStar, TokenKind::kStar, "**", "metric * metric"},
};

bool Touches(const Token& left, const Token& right) {
  return left.span.end == right.span.begin;
}

bool IsUnitSign(TokenKind kind) {
  return kind == TokenKind::kUnit || kind == TokenKind::kUnitSlash;
}

}  // namespace

std::optional<Slip> FindSlip(const std::vector<Token>& tokens,
                             const Mistake& mistake, const SourceText& source) {
  return SlipFinder(tokens, mistake, source).Find();
}

SlipFinder::Found SlipFinder::Find() const {
  for (const auto form :
       {&SlipFinder::SignOfOthers,      &SlipFinder::LostQuote,
        &SlipFinder::FilterWithoutSign, &SlipFinder::KeywordAsName,
        &SlipFinder::SignsInName,       &SlipFinder::DollarBeforeName,
        &SlipFinder::UnquotedName,      &SlipFinder::TimeBehindAt,
        &SlipFinder::RangeInBrackets,   &SlipFinder::Braces,
        &SlipFinder::RegularExpression, &SlipFinder::Function,
        &SlipFinder::ActionOfOthers,    &SlipFinder::Once,
        &SlipFinder::StrayClause,       &SlipFinder::PrefixOfAction,
        &SlipFinder::UnquotedText,      &SlipFinder::BehindAction,
        &SlipFinder::ActionSign,        &SlipFinder::ForSomeTime}) {
    if (Found slip = (this->*form)()) return slip;
  }
  return std::nullopt;
}

std::string SlipFinder::Written(std::size_t first, std::size_t last) const {
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

SlipFinder::Found SlipFinder::SignOfOthers() const {
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

// print "x; ... print "y": a string that goes on to where the next one was
// meant to begin.
SlipFinder::Found SlipFinder::LostQuote() const {
  const TokenKind kind = KindAt(at_);
  if (at_ == 0 || KindAt(at_ - 1) != TokenKind::kString ||
      !Touches(tokens_[at_ - 1], tokens_[at_]) ||
      (!IsWord(tokens_[at_]) && kind != TokenKind::kNumber &&
       kind != TokenKind::kStray)) {
    return std::nullopt;
  }
  const Span span = tokens_[at_ - 1].span;
  const std::string_view text =
      source_.text().substr(span.begin, span.end - span.begin);
  if (text.find('\n') == text.npos) return std::nullopt;
  return Slip{at_ - 1, at_ - 1,
              "this string runs over the end of its line, into what follows",
              "is the quote at its end missing?"};
}

SlipFinder::Found SlipFinder::KeywordAsName() const {
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
SlipFinder::Found SlipFinder::SignsInName() const {
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

// filter bad: a > 1
SlipFinder::Found SlipFinder::FilterWithoutSign() const {
  if (at_ != 1 || !IsWordAt(0, {"filter"}) || tokens_[0].quoted ||
      KindAt(1) != TokenKind::kIdentifier) {
    return std::nullopt;
  }
  return Here("a filter is: filter " + Written(1, 1) + " = CONDITION;");
}

SlipFinder::Found SlipFinder::DollarBeforeName() const {
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
SlipFinder::Found SlipFinder::UnquotedName() const {
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
SlipFinder::Found SlipFinder::TimeBehindAt() const {
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
SlipFinder::Found SlipFinder::RangeInBrackets() const {
  if (KindAt(at_) != TokenKind::kStray || tokens_[at_].text != "[" ||
      KindAt(at_ + 1) != TokenKind::kNumber) {
    return std::nullopt;
  }
  return Here("samples stand behind an @: metric @0..4 are the last 5 values");
}

// x =~ "a", x !~ "a"
SlipFinder::Found SlipFinder::RegularExpression() const {
  for (const std::size_t first : {at_, at_ - (at_ > 0 ? 1 : 0)}) {
    const TokenKind kind = KindAt(first);
    if ((kind != TokenKind::kAssign && kind != TokenKind::kNot) ||
        KindAt(first + 1) != TokenKind::kStray ||
        tokens_[first + 1].text != "~") {
      continue;
    }
    const bool negated = kind == TokenKind::kNot;
    return Slip{first, first + 1,
                std::string(negated ? "!~" : "=~") + " means nothing in a rule",
                std::string("instances are chosen by name with ") +
                    (negated ? "nomatch_inst" : "match_inst") +
                    " \"regular expression\" CONDITION"};
  }
  return std::nullopt;
}

// max(x); min(x), where min is a unit; abs x
SlipFinder::Found SlipFinder::Function() const {
  const bool unit = KindAt(at_) == TokenKind::kUnit;
  if (at_ == 0 && !unit) return std::nullopt;
  const std::size_t at = unit ? at_ : at_ - 1;
  const bool call = KindAt(at + 1) == TokenKind::kLeftParen;
  const bool before_name = !unit && KindAt(at + 1) == TokenKind::kIdentifier &&
                           ForeignWordHint(tokens_, at + 1).empty();
  if ((!unit && KindAt(at) != TokenKind::kIdentifier) ||
      (!call && !before_name)) {
    return std::nullopt;
  }
  const std::string& name = tokens_[at].text;
  const bool other =
      !ForeignWordHint(tokens_, at).empty() || !NearestKeyword(name).empty();
  std::string hint = ForeignFunctionHint(name);
  if (before_name && (hint.empty() || other)) return std::nullopt;
  if (hint.empty()) {
    const bool known = unit || name.find('.') != name.npos ||
                       !Touches(tokens_[at], tokens_[at + 1]) || other;
    if (known) return std::nullopt;
    hint =
        "there are + - * / and words that make one value of many: max_inst "
        "(metric)";
  }
  return Slip{at, at, "there is no function " + name, std::move(hint)};
}

SlipFinder::Found SlipFinder::Braces() const {
  if (KindAt(at_) != TokenKind::kStray) return std::nullopt;
  // x["sda"] is an instance.
  if (tokens_[at_].text == "[" && mistake_.stage != Stage::kOperator) {
    return Here("brackets mean nothing; parentheses group");
  }
  if (tokens_[at_].text != "{") return std::nullopt;
  if (mistake_.construct.role == OpenConstruct::Role::kRules) {
    return Here("a ruleset has no braces: ruleset RULE else RULE");
  }
  // As of Prometheus, metric{instance="sda"}.
  if (mistake_.stage == Stage::kOperator) return std::nullopt;
  return Here("braces mean nothing; parentheses group");
}

}  // namespace grammar
