// The form that fits where the mistake is: of the function, or of a condition.
#include "grammar/event_mistake.h"

#include <string>
#include <utility>

#include "grammar/nearest.h"

namespace grammar {
namespace {

using K = TokenKind;

constexpr char kFunction[] =
    "the form is: count_event 5 min ( METRIC where CONDITION ), both 5 min and "
    "where being optional";
constexpr char kCondition[] =
    "a condition compares parameters with constants: code > 0 && unit == "
    "\"sshd\", or with =~, !~, contains, starts or in ( ... )";

constexpr char kQuotes[] =
    "a name that does not begin with a letter stands in single quotes: "
    "'_comm' == \"sshd\"";
constexpr char kOneUnit[] = "a length of time has one unit: write 90 min";

/// What is open before a token.
struct Open {
  bool function = false;
  bool head = false;  // what stands before the parenthesis of the function
  bool condition = false;
};

Open OpenAt(const std::vector<Token>& tokens, std::size_t at) {
  Open open;
  int depth = 0;
  bool head = false;
  for (std::size_t i = 0; i < at; ++i) {
    const K kind = tokens[i].kind;
    if (kind == K::kFilter) return {true, false, true};
    if (kind == K::kEventDomain) {
      head = true;
      depth = 0;
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
  return token.text.empty() ? "this" : token.text;
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
  Diagnostic diagnostic;
  diagnostic.span = name.span;
  diagnostic.message = name.text +
                       " is compared with nothing, and no filter before this "
                       "statement is called so";
  diagnostic.hint = nearest.empty() ? "compare it: " + name.text +
                                          " > 0; a filter is: filter " +
                                          name.text + " = CONDITION;"
                                    : "did you mean \"" + nearest + "\"?";
  return diagnostic;
}

const char* HintFor(const Open& open, const Token& token) {
  if (open.condition && token.text.starts_with('_')) return kQuotes;
  if (open.head && token.kind == K::kNumber) return kOneUnit;
  return open.condition ? kCondition : kFunction;
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
  diagnostic.hint = HintFor(open, tokens[at]);
  return diagnostic;
}

}  // namespace grammar
