// The form that fits where the mistake is: of the function, or of a condition.
#include "grammar/event_mistake.h"

#include <string>
#include <utility>

#include "grammar/event_slips.h"
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
constexpr char kOneUnit[] = "a length of time has one unit: write 90 min";

/// What is open before a token.
struct Open {
  bool function = false;
  bool head = false;  // what stands before the parenthesis of the function
  bool condition = false;
  bool filter = false;
  std::size_t word = 0;    // of the function, with kEventDomain
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
    } else if (kind == K::kLeftParen && (head || depth > 0)) {
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

/// count_event ( METRIC ) @0..4, #instance, :host: what is of metrics alone.
std::optional<Diagnostic> BehindFunction(const std::vector<Token>& tokens,
                                         std::size_t at, const Open& open) {
  if (at == 0 || open.closed != at - 1) return std::nullopt;
  const K kind = tokens[at].kind;
  Diagnostic diagnostic;
  diagnostic.span = tokens[at].span;
  if (kind == K::kAt) {
    diagnostic.message = "@ is of metrics, not of what is asked of records";
    diagnostic.hint = "a length of time stands behind the function's word: " +
                      WordOf(tokens, open.word) + " 5 min ( ... )";
    return diagnostic;
  }
  if (kind != K::kHash && kind != K::kColon) return std::nullopt;
  diagnostic.message = Spelling(kind) + " stands behind the metric's name";
  diagnostic.hint = kind == K::kHash ? "as in: ( METRIC #instance where ... )"
                                     : "as in: ( METRIC :host where ... )";
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
         " ( METRIC where CONDITION ), both 5 min and where being optional";
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
  if (open.filter && BeginsStatement(tokens, at)) {
    return "is the ; behind the filter missing?";
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
