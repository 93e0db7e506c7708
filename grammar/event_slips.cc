// Each form of slip is looked for in turn; the first that fits is told.
#include "grammar/event_slips.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "grammar/names.h"
#include "grammar/nearest.h"
#include "grammar/words.h"

namespace grammar {
namespace {

using K = TokenKind;

// Of one that may be meant for another.
constexpr std::size_t kShortestWord = 3;
// Of a text that is shown in a hint.
constexpr std::size_t kLongestShown = 40;

constexpr char kNegated[] =
    "! stands before a whole comparison: ! ( message contains \"x\" )";
constexpr char kParameter[] =
    "what is looked into stands before it: message contains \"x\"";
constexpr char kMembers[] =
    "members of a list are numbers, and texts in double quotes: in ( \"x\", 5 "
    ")";
constexpr char kAtEnd[] =
    "what a text ends with is a regular expression: =~ \"x\\$\"";

constexpr char kBits[] =
    "and is &&, and there is none of bits: event.start, event.end and "
    "event.point are 1 or 0";

/// A word, or a sign, of others, and what it is here.
struct Foreign {
  std::string_view word;
  const char* hint;
};
constexpr Foreign kForeign[] = {
    {"and", "and is &&"},
    {"or", "or is ||"},
    {"not", kNegated},
    {"contain", "did you mean contains?"},
    {"has", "contains looks for a part of a text"},
    {"includes", "contains looks for a part of a text"},
    {"ends", kAtEnd},
    {"endswith", kAtEnd},
    {"ends_with", kAtEnd},
    {"startswith", "did you mean starts?"},
    {"starts_with", "did you mean starts?"},
    {"begins", "did you mean starts?"},
    {"like", "=~ matches a regular expression, contains looks for a text"},
    {"match", "=~ matches a regular expression"},
    {"matches", "=~ matches a regular expression"},
    {"regex", "=~ matches a regular expression"},
    {"is", "== compares"},
    {"equals", "== compares"},
    {"eq", "== compares"},
    {"ne", "!= is true of what differs"},
    {"lt", "write <"},
    {"le", "write <="},
    {"gt", "write >"},
    {"ge", "write >="},
};

/// Words that stand behind an operand.
std::vector<std::string> WordsOfEvents() {
  std::vector<std::string> words;
  for (const K kind : {K::kWhere, K::kBy, K::kWithin, K::kThen, K::kWithout,
                       K::kContains, K::kStarts, K::kIn}) {
    words.push_back(Spelling(kind));
  }
  return words;
}

class EventSlips {
 public:
  EventSlips(const std::vector<Token>& tokens, std::size_t at)
      : tokens_(tokens), at_(at) {}

  std::string Find() const {
    for (const auto form :
         {&EventSlips::Negation, &EventSlips::Quotes, &EventSlips::List,
          &EventSlips::Within, &EventSlips::Pair, &EventSlips::Parameter,
          &EventSlips::Closing, &EventSlips::Sign, &EventSlips::Word}) {
      std::string hint = (this->*form)();
      if (!hint.empty()) return hint;
    }
    return {};
  }

 private:
  K KindAt(std::size_t at) const {
    return at < tokens_.size() ? tokens_[at].kind : K::kEnd;
  }
  K Before() const { return at_ > 0 ? KindAt(at_ - 1) : K::kEnd; }

  // not x, x !contains, x ! in
  std::string Negation() const {
    const bool word_not = Before() == K::kIdentifier &&
                          !tokens_[at_ - 1].quoted &&
                          tokens_[at_ - 1].text == "not";
    if (word_not) return "not is !: ! ( message contains \"x\" )";
    return KindAt(at_) == K::kNot && Before() == K::kIdentifier ? kNegated : "";
  }

  // A name where a text is compared.
  std::string Quotes() const {
    if (KindAt(at_) != K::kIdentifier) return {};
    const K test = Before();
    const bool text = SymbolOf(test) == Symbol::kTextTest;
    const bool list =
        (test == K::kLeftParen || test == K::kComma) && IsInList();
    if (!text && !list) return {};
    if (text && KindAt(at_ + 1) == K::kString) {
      const std::string word = Spelling(test);
      return word + " stands alone: message " + word + " \"x\"";
    }
    return "strings stand in double quotes: " + QuotedText(tokens_[at_].text);
  }

  bool IsInList() const {
    std::size_t at = at_;
    while (at > 0 && KindAt(at - 1) != K::kLeftParen) --at;
    return at > 1 && KindAt(at - 2) == K::kIn;
  }

  // in "x"; in ("x" "y")
  std::string List() const {
    if (Before() == K::kIn) {
      return "a list stands in parentheses: in ( \"x\", \"y\" )";
    }
    return KindAt(at_) == K::kString && Before() == K::kString && IsInList()
               ? "commas stand between the members of a list"
               : "";
  }

  // then, or without, and no time.
  std::string Within() const {
    if (KindAt(at_) != K::kRightParen && KindAt(at_) != K::kBy) return {};
    for (std::size_t at = at_; at-- > 0;) {
      const K kind = KindAt(at);
      if (kind == K::kWithin || kind == K::kEventDomain) return {};
      if (SymbolOf(kind) != Symbol::kSequel) continue;
      return "behind " + Spelling(kind) + " the time is missing: within 30 sec";
    }
    return {};
  }

  // pair m by x within 30 sec
  std::string Pair() const {
    if (KindAt(at_) != K::kWithin && tokens_[at_].text != "within") return {};
    for (std::size_t at = at_; KindAt(at) != K::kEventDomain; --at) {
      if (KindAt(at) == K::kPair) {
        return "a pair has no within: it lasts until a record ends it";
      }
      if (at == 0) break;
    }
    return {};
  }

  // where contains "x"; where =~ "x"
  std::string Parameter() const {
    const K before = Before();
    if (SymbolOf(KindAt(at_)) == Symbol::kTextTest) {
      const bool none = before == K::kWhere || before == K::kNot ||
                        before == K::kLeftParen || before == K::kColon ||
                        SymbolOf(before) == Symbol::kLogical;
      return none ? kParameter : "";
    }
    if (before != K::kIdentifier || tokens_[at_ - 1].quoted) return {};
    const std::string& word = tokens_[at_ - 1].text;
    const bool text =
        word == Spelling(K::kContains) || word == Spelling(K::kStarts);
    const bool list = word == Spelling(K::kIn);
    return (text && KindAt(at_) == K::kString) ||
                   (list && KindAt(at_) == K::kLeftParen)
               ? kParameter
               : "";
  }

  // in ("x" && y > 5; in ("x" ) > 0
  std::string Closing() const {
    const bool member = Before() == K::kString || Before() == K::kNumber;
    if (member && IsInList()) {
      const bool one_word =
          tokens_[at_ - 1].span.end == tokens_[at_].span.begin;
      if (KindAt(at_) == K::kIdentifier && one_word) return kMembers;
      return "a list ends with ): in ( \"x\", \"y\" )";
    }
    const bool compares = SymbolOf(KindAt(at_)) == Symbol::kOrdering ||
                          SymbolOf(KindAt(at_)) == Symbol::kEquality ||
                          KindAt(at_) == K::kArrow;
    return compares && Before() == K::kRightParen
               ? "a ) is missing before it: what is asked of records ends with "
                 "one of its own"
               : "";
  }

  std::string Sign() const {
    const K kind = KindAt(at_);
    if (kind == K::kAssign) {
      return Before() == K::kEqual ? "write == for it" : "== compares";
    }
    if (kind == K::kStray && tokens_[at_].text == "~") {
      return "=~ matches a regular expression";
    }
    const bool greater = kind == K::kGreater || kind == K::kTextGreater;
    if (greater && Before() == K::kLess) return "!= is it here";
    if (kind == K::kBoth) return IsOfBits() ? kBits : "and is &&";
    if (kind == K::kEither) return "or is ||";
    return {};
  }

  // event.flags & 1
  bool IsOfBits() const {
    return Before() == K::kIdentifier && KindAt(at_ + 1) == K::kNumber &&
           at_ > 1 && SymbolOf(KindAt(at_ - 2)) != Symbol::kOrdering &&
           SymbolOf(KindAt(at_ - 2)) != Symbol::kEquality;
  }

  std::string Word() const {
    if (KindAt(at_) != K::kIdentifier || tokens_[at_].quoted) return {};
    const std::string& word = tokens_[at_].text;
    const auto* foreign =
        std::find_if(std::begin(kForeign), std::end(kForeign),
                     [&word](const Foreign& one) { return one.word == word; });
    if (foreign != std::end(kForeign)) return foreign->hint;
    if (word.size() < kShortestWord) return {};
    const std::string nearest = Nearest(word, WordsOfEvents());
    return nearest.empty() ? nearest : "did you mean " + nearest + "?";
  }

  const std::vector<Token>& tokens_;
  const std::size_t at_;
};

}  // namespace

std::string EventSlipHint(const std::vector<Token>& tokens, std::size_t at) {
  return EventSlips(tokens, at).Find();
}

std::string QuotedParameterHint(const std::string& text) {
  const bool shown = !text.empty() && text.size() <= kLongestShown;
  const std::string hint =
      "a parameter stands without quotes, or in single ones";
  return shown ? hint + ": " + IdentifierText(text) : hint;
}

}  // namespace grammar
