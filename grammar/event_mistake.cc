// The form that fits where the mistake is: of the function, or of a condition.
#include "grammar/event_mistake.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "grammar/event_slips.h"
#include "grammar/foreign.h"
#include "grammar/names.h"
#include "grammar/nearest.h"
#include "grammar/words.h"

namespace grammar {
namespace {

using K = TokenKind;

constexpr char kCondition[] =
    "a condition compares parameters with constants, or with each other: code "
    "> 0 && unit == \"sshd\", or with =~, !~, contains, starts or in ( ... )";
constexpr char kHolds[] =
    "a : stands behind where CONDITION alone: without it, write where for the "
    ":";

constexpr char kQuotes[] =
    "a name that does not begin with a letter stands in single quotes: ";
constexpr char kNames[] =
    "names behind by stand without parentheses: by NAME, NAME";
constexpr char kTextMacro[] =
    "a macro that stands here is a text, as of: time = \"5 min\";";
constexpr char kOneUnit[] = "a length of time has one unit: write 90 min";

/// What is open before a token.
struct Open {
  bool function = false;
  bool head = false;  // what stands before the parenthesis of the function
  bool condition = false;
  bool filter = false;
  std::size_t word = 0;    // of the function, with kEventDomain
  std::size_t paren = 0;   // its (; 0: none yet
  std::size_t closed = 0;  // the ) of the last one; 0: none
};

Open OpenAt(const std::vector<Token>& tokens, std::size_t at) {
  Open open;
  int depth = 0;
  bool head = false;
  for (std::size_t i = 0; i < at; ++i) {
    const K kind = tokens[i].kind;
    if (kind == K::kFilter) return {true, false, true, true};
    if (kind == K::kEventDomain) {
      head = true;
      depth = 0;
      open.word = i;
      open.paren = 0;
    } else if (kind == K::kLeftParen && (head || depth > 0)) {
      if (head) open.paren = i;
      head = false;
      ++depth;
    } else if (kind == K::kRightParen && depth > 0) {
      if (--depth == 0) open.closed = i;
    }
    open.head = head;
    open.function = head || depth > 0;
    open.condition = open.function && !head &&
                     (open.condition || kind == K::kWhere) &&
                     kind != K::kThen && kind != K::kWithout;
  }
  return open;
}

std::string Quoted(const Token& token) {
  if (token.kind == K::kString) return "this text";
  if (token.kind == K::kVariable) return "$" + token.text;
  const std::string word =
      token.text.empty() ? Spelling(token.kind) : token.text;
  return word.empty() ? "this" : word;
}

/// Whether what stands before `kind` could have been a condition.
bool EndsCondition(K kind) {
  return kind == K::kAnd || kind == K::kOr || kind == K::kRightParen ||
         kind == K::kHolds || kind == K::kThen || kind == K::kWithout ||
         kind == K::kWithin || kind == K::kEnd;
}

/// A name where a condition is to be, and nothing that it is compared with.
Diagnostic LoneName(const Token& name, const NamedFilters& filters) {
  std::vector<std::string> names;
  for (const auto& [known, filter] : filters) names.push_back(known);
  const std::string nearest = Nearest(name.text, names);
  const std::string written = IdentifierText(name.text);
  Diagnostic diagnostic;
  diagnostic.span = name.span;
  diagnostic.message = name.text +
                       " is compared with nothing, and no filter before this "
                       "statement is called so";
  diagnostic.hint = nearest.empty() ? "compare it: " + written +
                                          " > 0; a filter is: filter " +
                                          written + " = CONDITION;"
                                    : "did you mean \"" + nearest + "\"?";
  return diagnostic;
}

/// "text" contains "x", where the first one is meant for a parameter.
Diagnostic QuotedParameter(const Token& text, const Token& test,
                           const Token& behind) {
  const bool looked_for = test.kind == K::kIn && behind.kind == K::kIdentifier;
  Diagnostic diagnostic;
  diagnostic.span = text.span;
  diagnostic.message = "this is a text, and no parameter";
  diagnostic.hint = looked_for ? "what is looked into stands before it: " +
                                     IdentifierText(behind.text) +
                                     " contains " + QuotedText(text.text)
                               : QuotedParameterHint(text.text);
  return diagnostic;
}

bool BeginsCondition(K kind) {
  return kind == K::kWhere || kind == K::kHolds || kind == K::kAnd ||
         kind == K::kOr || kind == K::kNot || kind == K::kLeftParen ||
         kind == K::kAssign;
}

bool IsQuotedParameter(const std::vector<Token>& tokens, std::size_t at) {
  return at > 1 && tokens[at - 1].kind == K::kString &&
         BeginsCondition(tokens[at - 2].kind) &&
         (tokens[at].kind == K::kIn ||
          SymbolOf(tokens[at].kind) == Symbol::kTextTest);
}

/// A function's words up to that for records: "p90_event", "20%_event".
std::string WordOf(const std::vector<Token>& tokens, std::size_t word) {
  const bool percent = word > 0 && tokens[word - 1].kind == K::kPercent;
  return percent ? "20%_event" : tokens[word].text;
}

bool IsWordAt(const std::vector<Token>& tokens, std::size_t at,
              std::initializer_list<std::string_view> words) {
  return at < tokens.size() && tokens[at].kind == K::kIdentifier &&
         !tokens[at].quoted &&
         std::find(words.begin(), words.end(), tokens[at].text) != words.end();
}

std::string TimeHint(const std::vector<Token>& tokens, const Open& open) {
  return "a length of time stands behind the function's word: " +
         WordOf(tokens, open.word) + " 5 min ( ... )";
}

/// Where by stands, with the name behind it if there is one.
std::string ByHint(const std::vector<Token>& tokens, std::size_t at,
                   const Open& open) {
  const bool named =
      at + 1 < tokens.size() && tokens[at + 1].kind == K::kIdentifier;
  return "by stands behind the function's word: " + WordOf(tokens, open.word) +
         " by " + (named ? IdentifierText(tokens[at + 1].text) : "NAME") +
         " ( METRIC where ... )";
}

/// count_event by ( a, b ) ( METRIC ), where by is read as a parameter.
bool IsByInParentheses(const std::vector<Token>& tokens, const Open& open) {
  return open.paren > 1 && IsWordAt(tokens, open.paren - 1, {"by"});
}

/// count_event by NAME, from its word up to `end`.
bool HasBy(const std::vector<Token>& tokens, const Open& open,
           std::size_t end) {
  const auto begin = tokens.begin();
  return std::any_of(begin + static_cast<std::ptrdiff_t>(open.word),
                     begin + static_cast<std::ptrdiff_t>(end),
                     [](const Token& one) { return one.kind == K::kBy; });
}

/// count_event ( METRIC ) > 3 in 5 min; no arrow stands between.
bool IsTimeBehind(const std::vector<Token>& tokens, std::size_t at,
                  const Open& open) {
  if (open.closed == 0 || at + 1 >= tokens.size() ||
      tokens[at + 1].kind != K::kNumber ||
      !IsWordAt(tokens, at, {"in", "for", "during", "within", "over"})) {
    return false;
  }
  const auto begin = tokens.begin();
  return std::none_of(begin + static_cast<std::ptrdiff_t>(open.closed),
                      begin + static_cast<std::ptrdiff_t>(at),
                      [](const Token& one) { return one.kind == K::kArrow; });
}

/// #instance, :host
Diagnostic NameBehind(const std::vector<Token>& tokens, std::size_t at,
                      const Open& open) {
  const K kind = tokens[at].kind;
  Diagnostic diagnostic;
  diagnostic.span = tokens[at].span;
  if (kind == K::kHash && HasBy(tokens, open, open.paren)) {
    diagnostic.message = "# is of instances, and these are groups";
    diagnostic.hint =
        "groups are chosen by their names: some_inst match_inst \"...\" ( " +
        WordOf(tokens, open.word) + " by ... > 3 )";
    return diagnostic;
  }
  diagnostic.message = Spelling(kind) + " stands behind the metric's name";
  diagnostic.hint = kind == K::kHash ? "as in: ( METRIC #instance where ... )"
                                     : "as in: ( METRIC :host where ... )";
  return diagnostic;
}

/// count_event ( METRIC ) @0..4, #instance, :host: what is of metrics alone;
/// and what stands before the METRIC.
std::optional<Diagnostic> BehindFunction(const std::vector<Token>& tokens,
                                         std::size_t at, const Open& open) {
  Diagnostic diagnostic;
  diagnostic.span = tokens[at].span;
  if (IsTimeBehind(tokens, at, open)) {
    diagnostic.message = "no length of time stands here";
    diagnostic.hint = TimeHint(tokens, open);
    return diagnostic;
  }
  if (at == 0 || open.closed != at - 1) return std::nullopt;
  const K kind = tokens[at].kind;
  if (kind == K::kAt) {
    diagnostic.message = "@ is of metrics, not of what is asked of records";
    diagnostic.hint = TimeHint(tokens, open);
    return diagnostic;
  }
  if (kind == K::kHash || kind == K::kColon) {
    return NameBehind(tokens, at, open);
  }
  if (IsWordAt(tokens, at, {"by"})) {
    diagnostic.message = "by cannot follow here";
    diagnostic.hint = ByHint(tokens, at, open);
    return diagnostic;
  }
  if (kind != K::kLeftParen || !IsByInParentheses(tokens, open)) {
    return std::nullopt;
  }
  diagnostic.message = "( cannot follow here";
  diagnostic.hint = kNames;
  return diagnostic;
}

/// filter f = where a > 1
std::optional<Diagnostic> WhereInFilter(const std::vector<Token>& tokens,
                                        std::size_t at) {
  constexpr std::size_t kBehindAssign = 3;
  if (tokens[0].kind != K::kFilter || at <= kBehindAssign ||
      !IsWordAt(tokens, kBehindAssign, {"where"}) || at > kBehindAssign + 1) {
    return std::nullopt;
  }
  Diagnostic diagnostic;
  diagnostic.span = tokens[kBehindAssign].span;
  diagnostic.message = "where does not belong here";
  diagnostic.hint = "a filter is the condition alone: filter " +
                    IdentifierText(tokens[1].text) + " = CONDITION;";
  return diagnostic;
}

/// filter f = a > 1, and then what begins a statement.
bool BeginsStatement(const std::vector<Token>& tokens, std::size_t at) {
  const auto kind_at = [&tokens](std::size_t i) {
    return i < tokens.size() ? tokens[i].kind : K::kEnd;
  };
  if (at < 4) return false;
  const std::size_t word = kind_at(at) == K::kNumber ? at + 1 : at;
  return kind_at(word + 1) == K::kEventDomain ||
         kind_at(word + 1) == K::kDomain ||
         (kind_at(at) == K::kIdentifier &&
          (kind_at(at + 1) == K::kAssign ||
           tokens[at].text == Spelling(K::kFilter)));
}

/// As the function that is open is written.
std::string FormOf(const std::vector<Token>& tokens, std::size_t word) {
  const Symbol reducer =
      word > 0 ? SymbolOf(tokens[word - 1].kind) : Symbol::kCount;
  const std::string parameter =
      reducer == Symbol::kAggregate ? " PARAMETER" : "";
  return "the form is: " + WordOf(tokens, word) + " 5 min" + parameter +
         " by NAME, NAME ( METRIC where CONDITION ); 5 min, by and where may "
         "be "
         "left away";
}

/// “ and whatever else is none of ASCII's.
bool IsOfOthers(const Token& token) {
  return token.kind == K::kStray && !token.text.empty() &&
         static_cast<unsigned char>(token.text[0]) >= 0x80;
}

Diagnostic SignOfOthers(const std::vector<Token>& tokens, std::size_t at) {
  const StrayCharacter stray = ReadStray(tokens, at);
  Diagnostic diagnostic;
  diagnostic.span = Join(tokens[at].span, tokens[at + stray.tokens - 1].span);
  diagnostic.message = stray.name + " means nothing in a rule";
  diagnostic.hint = stray.hint;
  return diagnostic;
}

std::string HintFor(const Open& open, const std::vector<Token>& tokens,
                    std::size_t at) {
  if (tokens[at].text.starts_with('_') && tokens[at].kind != K::kEventDomain) {
    return std::string(kQuotes) +
           (open.condition ? "'_comm' == \"sshd\"" : "by '_pid'");
  }
  if (open.head && tokens[at].kind == K::kNumber) {
    return tokens[at - 1].kind == K::kUnit
               ? kOneUnit
               : "the time stands right behind the function's word: " +
                     WordOf(tokens, open.word) + " 5 min ...";
  }
  if (tokens[at].kind == K::kVariable) return kTextMacro;
  if (open.head && at > 0 && tokens[at].kind == K::kIdentifier &&
      tokens[at - 1].kind == K::kIdentifier && HasBy(tokens, open, at)) {
    return "a comma stands between two names: by " +
           IdentifierText(tokens[at - 1].text) + ", " +
           IdentifierText(tokens[at].text);
  }
  if (open.filter && BeginsStatement(tokens, at)) {
    return "is the ; behind the filter missing?";
  }
  if (tokens[at].kind == K::kComma && IsByInParentheses(tokens, open)) {
    return kNames;
  }
  if (tokens[at].kind == K::kBy && !open.head) {
    const std::string slip = EventSlipHint(tokens, at);
    return slip.empty() ? ByHint(tokens, at, open) : slip;
  }
  if (!open.head && IsWordAt(tokens, at, {"group"}) &&
      tokens[at + 1].kind == K::kBy) {
    return ByHint(tokens, at + 1, open);
  }
  if (!open.head) {
    // some_event ( METRIC : ... ), where : is that of a host.
    const bool colon = at > 1 && (tokens[at - 2].kind == K::kColon ||
                                  tokens[at - 1].kind == K::kColon);
    if (colon && !open.condition) return kHolds;
    std::string slip = EventSlipHint(tokens, at);
    if (!slip.empty()) return slip;
  }
  return open.condition ? kCondition : FormOf(tokens, open.word);
}

}  // namespace

std::optional<Diagnostic> DescribeEventMistake(const std::vector<Token>& tokens,
                                               std::size_t at,
                                               const NamedFilters& filters) {
  if (at >= tokens.size()) return std::nullopt;
  const Open open = OpenAt(tokens, at);
  if (auto counted = FunctionInFilter(tokens, at)) return counted;
  if (auto where = WhereInFilter(tokens, at)) return where;
  if (!open.function) return BehindFunction(tokens, at, open);
  if (open.condition && at > 0 && tokens[at - 1].kind == K::kIdentifier &&
      EndsCondition(tokens[at].kind)) {
    return LoneName(tokens[at - 1], filters);
  }
  if (open.condition && IsQuotedParameter(tokens, at)) {
    return QuotedParameter(tokens[at - 1], tokens[at],
                           tokens[at + 1 < tokens.size() ? at + 1 : at]);
  }
  Diagnostic diagnostic;
  diagnostic.span = tokens[at].span;
  if (IsOfOthers(tokens[at])) return SignOfOthers(tokens, at);
  diagnostic.message =
      tokens[at].kind == K::kEnd
          ? "the statement ends before what is asked of event records does"
          : Quoted(tokens[at]) +
                " does not belong here, in what is asked of "
                "event records";
  diagnostic.hint = HintFor(open, tokens, at);
  return diagnostic;
}

std::optional<Diagnostic> FunctionInFilter(const std::vector<Token>& tokens,
                                           std::size_t end) {
  if (tokens.empty() || tokens[0].kind != K::kFilter) return std::nullopt;
  for (std::size_t i = 0; i < end; ++i) {
    if (tokens[i].kind != K::kEventDomain && tokens[i].kind != K::kDomain) {
      continue;
    }
    Diagnostic diagnostic;
    diagnostic.span = tokens[i].span;
    diagnostic.message = "a filter is a condition over one record";
    diagnostic.hint =
        "a rule counts what it holds of: count_event ( METRIC where NAME )";
    return diagnostic;
  }
  return std::nullopt;
}

}  // namespace grammar
