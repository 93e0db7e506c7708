// Slips in conditions, clauses and actions.
#include "grammar/operators.h"
#include "grammar/phrase.h"
#include "grammar/quantity.h"
#include "grammar/slip_finder.h"
#include "grammar/words.h"

namespace grammar {

bool SlipFinder::BeginsAction(std::size_t at) const {
  while (KindAt(at) == TokenKind::kLeftParen) ++at;
  const Symbol symbol = SymbolOf(KindAt(at));
  return symbol == Symbol::kAction || symbol == Symbol::kActionPrefix;
}

bool SlipFinder::IsTimeAt(std::size_t at) const {
  if (IsWordAt(at, {"for", "every", "after"})) ++at;
  return KindAt(at) == TokenKind::kNumber;
}

bool SlipFinder::Before(TokenKind kind) const {
  return std::any_of(tokens_.begin(),
                     tokens_.begin() + static_cast<std::ptrdiff_t>(at_),
                     [kind](const Token& token) { return token.kind == kind; });
}

SlipFinder::Found SlipFinder::StrayClause() const {
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

// webhook http://x/y "text"
SlipFinder::Found SlipFinder::UnquotedUrl(const std::string& action) const {
  const Span word = tokens_[at_].span;
  if (word.first_expansion != 0 ||
      !source_.text().substr(word.end).starts_with("://")) {
    return std::nullopt;
  }
  return Here("a URL stands in double quotes: " + action + " \"" +
              Written(at_, at_) + "://...\"; without them // begins a comment");
}

// print 1 hour 30 min "x"
SlipFinder::Found SlipFinder::TimeInTwoUnits(const std::string& action) const {
  const std::size_t first = mistake_.part + 1;
  if (at_ <= first || KindAt(first) != TokenKind::kNumber ||
      KindAt(at_) != TokenKind::kNumber) {
    return std::nullopt;
  }
  double seconds = 0;
  for (const std::size_t begin : {first, at_}) {
    const Quantity part = ReadQuantityPhrase(tokens_, begin);
    if (!part.IsTime() || part.units() == pmapi::Units()) return std::nullopt;
    seconds += part.Canonical();
  }
  return Here("a time has one number: " + action + ' ' + TimeText(seconds) +
              " \"...\"");
}

// shell echo x; syslog -p warning "x"; print every 5 min "x"
SlipFinder::Found SlipFinder::UnquotedText() const {
  if (mistake_.stage != Stage::kActionText ||
      KindAt(at_ - 1) == TokenKind::kNumber) {
    return std::nullopt;
  }
  const std::string action = Spelling(KindAt(mistake_.part));
  if (auto time = TimeInTwoUnits(action)) return time;
  if (IsTimeAt(at_)) {
    return Here("a time stands right behind the action: " + action +
                " 5 min \"...\"");
  }
  if (auto url = UnquotedUrl(action)) return url;
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
  if (kind == TokenKind::kMinus && action == "journal") {
    return Here(
        "journal has no options: its fields are the rule's; syslog has \"-p\"");
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
SlipFinder::Found SlipFinder::BehindAction() const {
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
SlipFinder::Found SlipFinder::ActionSign() const {
  const TokenKind kind = KindAt(at_);
  const unsigned condition = kArithmetic | kLogical;
  if (mistake_.stage != Stage::kOperator || (mistake_.have & condition) == 0 ||
      (kind != TokenKind::kBoth && kind != TokenKind::kEither)) {
    return std::nullopt;
  }
  const std::string sign = Spelling(kind);
  return Here(sign + " joins actions; conditions are joined by " + sign + sign);
}

// webhook now "ops" "x"; reliably now syslog "x"; shell piped "x"
SlipFinder::Found SlipFinder::PrefixOfAction() const {
  const bool prefix = SymbolOf(KindAt(at_)) == Symbol::kActionPrefix ||
                      IsWordAt(at_, {"now", "reliably", "piped"});
  if (!prefix || (mistake_.stage != Stage::kActionText &&
                  (mistake_.construct.wants & kAction) == 0)) {
    return std::nullopt;
  }
  return Here(
      "one word stands right before an action: now webhook ..., piped shell "
      "..., or reliably syslog ..., stomp, exec, journal or mail");
}

// x > 1 -> email "root"
SlipFinder::Found SlipFinder::ActionOfOthers() const {
  if (at_ == 0 || KindAt(at_ + 1) != TokenKind::kString) return std::nullopt;
  const TokenKind before = KindAt(at_ - 1);
  if (before != TokenKind::kArrow && before != TokenKind::kBoth &&
      before != TokenKind::kEither) {
    return std::nullopt;
  }
  if (IsWordAt(at_, {"email", "sendmail"})) {
    return Here("mail tells an address: mail \"ops@example.org\" \"...\"");
  }
  if (IsWordAt(at_, {"slack", "alertmanager", "http", "post", "url"})) {
    return Here(
        "webhook tells a receiver: webhook \"ops\" \"...\"; what body it takes "
        "stands with it in the receivers' file");
  }
  if (IsWordAt(at_, {"run", "system", "execute", "command"})) {
    return Here("commands are run by shell: shell \"...\"");
  }
  if (IsWordAt(at_, {"echo", "log", "alert", "notify", "say", "warn"})) {
    return Here("texts go to print, syslog or alarm: print \"...\"");
  }
  return std::nullopt;
}

// print once "x"; print "x" once
SlipFinder::Found SlipFinder::Once() const {
  if (at_ == 0 || !IsWordAt(at_, {"once"}) ||
      (mistake_.stage != Stage::kActionText &&
       (mistake_.have & (kAction | kRule | kRuleset)) == 0)) {
    return std::nullopt;
  }
  return Here(
      "once is: when it begins, rising (metric > 1) -> ..., or with a time "
      "before the text, print 1 hour \"...\"");
}

SlipFinder::Found SlipFinder::ForSomeTime() const {
  if (mistake_.stage != Stage::kOperator ||
      !IsWordAt(at_, {"for", "during", "within"}) ||
      KindAt(at_ + 1) != TokenKind::kNumber) {
    return std::nullopt;
  }
  return Here(
      "for some time is: at each of the last evaluations, as in "
      "all_sample (metric @0..4 > 1)");
}

}  // namespace grammar
