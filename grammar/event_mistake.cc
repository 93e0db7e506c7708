// The form that fits where the mistake is: of the function, or of a condition.
#include "grammar/event_mistake.h"

#include <string>
#include <utility>

namespace grammar {
namespace {

using K = TokenKind;

constexpr char kFunction[] =
    "the form is: count_event 5 min ( METRIC where CONDITION ), both 5 min and "
    "where being optional";
constexpr char kCondition[] =
    "a condition compares parameters with constants: code > 0 && unit == "
    "\"sshd\", or with =~, !~, contains, starts or in ( ... )";

/// What is open before a token.
struct Open {
  bool function = false;
  bool condition = false;
};

Open OpenAt(const std::vector<Token>& tokens, std::size_t at) {
  Open open;
  int depth = 0;
  bool head = false;
  for (std::size_t i = 0; i < at; ++i) {
    const K kind = tokens[i].kind;
    if (kind == K::kFilter) return {true, true};
    if (kind == K::kEventDomain) {
      head = true;
      depth = 0;
    } else if (kind == K::kLeftParen && (head || depth > 0)) {
      head = false;
      ++depth;
    } else if (kind == K::kRightParen && depth > 0) {
      --depth;
    }
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

}  // namespace

std::optional<Diagnostic> DescribeEventMistake(const std::vector<Token>& tokens,
                                               std::size_t at) {
  if (at >= tokens.size()) return std::nullopt;
  const Open open = OpenAt(tokens, at);
  if (!open.function) return std::nullopt;
  Diagnostic diagnostic;
  diagnostic.span = tokens[at].span;
  diagnostic.message =
      tokens[at].kind == K::kEnd
          ? "the statement ends before what is asked of event records does"
          : Quoted(tokens[at]) +
                " does not belong here, in what is asked of "
                "event records";
  diagnostic.hint = open.condition ? kCondition : kFunction;
  return diagnostic;
}

}  // namespace grammar
