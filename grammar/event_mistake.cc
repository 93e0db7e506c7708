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
    "a name that does not begin with a letter stands in single quotes: "
    "'_comm' == \"sshd\"";
constexpr char kOneUnit[] = "a length of time has one unit: write 90 min";

/// What is open before a token.
struct Open {
  bool function = false;
  bool head = false;  // what stands before the parenthesis of the function
  bool condition = false;
  std::size_t word = 0;  // of the function, with kEventDomain
};

Open OpenAt(const std::vector<Token>& tokens, std::size_t at) {
  Open open;
  int depth = 0;
  bool head = false;
  for (std::size_t i = 0; i < at; ++i) {
    const K kind = tokens[i].kind;
    if (kind == K::kFilter) return {true, false, true, 0};
    if (kind == K::kEventDomain) {
      head = true;
      depth = 0;
      open.word = i;
    } else if (kind == K::kLeftParen && (head || depth > 0)) {
      head = false;
      ++depth;
    } else if (kind == K::kRightParen && depth > 0) {
      --depth;
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

/// As the function that is open is written.
std::string FormOf(const std::vector<Token>& tokens, std::size_t word) {
  const Symbol reducer =
      word > 0 ? SymbolOf(tokens[word - 1].kind) : Symbol::kCount;
  const bool percent = reducer == Symbol::kPercent;
  const std::string parameter =
      reducer == Symbol::kAggregate ? " PARAMETER" : "";
  return "the form is: " + (percent ? "20%_event" : tokens[word].text) +
         " 5 min" + parameter +
         " ( METRIC where CONDITION ), both 5 min and where being optional";
}

std::string HintFor(const Open& open, const std::vector<Token>& tokens,
                    std::size_t at) {
  if (open.condition && tokens[at].text.starts_with('_')) return kQuotes;
  if (open.head && tokens[at].kind == K::kNumber) return kOneUnit;
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
  if (!open.function) return std::nullopt;
  if (open.condition && at > 0 && tokens[at - 1].kind == K::kIdentifier &&
      EndsCondition(tokens[at].kind)) {
    return LoneName(tokens[at - 1], filters);
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

}  // namespace grammar
