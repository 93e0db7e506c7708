// One look at each token. A function that is not closed stays as it stands.
#include "grammar/event_operands.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "grammar/words.h"

namespace grammar {
namespace {

using K = TokenKind;

/// The parenthesis that ends the function whose _event is at `at`; 0: none.
std::size_t EndOf(const std::vector<Token>& tokens, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < tokens.size(); ++i) {
    if (tokens[i].kind == K::kLeftParen) ++depth;
    if (tokens[i].kind == K::kRightParen && --depth <= 0) {
      return depth == 0 ? i : 0;
    }
  }
  return 0;
}

/// What the function is that begins with the words at the end of `head`, which
/// are taken off.
Token TakeOperand(std::vector<Token>* head) {
  Token operand = std::move(head->back());
  head->pop_back();
  const bool percent = operand.kind == K::kPercent;
  const bool truth = percent || SymbolOf(operand.kind) == Symbol::kQuantifier;
  if (percent && !head->empty()) {
    operand.span = head->back().span;
    operand.text = head->back().text + operand.text;
    head->pop_back();
  }
  operand.kind = truth ? K::kTrue : K::kIdentifier;
  operand.value = {};
  if (truth) operand.value = true;
  return operand;
}

}  // namespace

std::optional<StatementText> WithEventOperands(const StatementText& text) {
  StatementText out;
  out.fault = text.fault;
  bool any = false;
  const std::vector<Token>& tokens = text.tokens;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    // There are no words behind one, and so it is inside no whole function.
    if (out.fault && text.fault->token == i) {
      out.fault->token = out.tokens.size();
    }
    const bool function = tokens[i].kind == K::kEventDomain && i > 0;
    const std::size_t end = function ? EndOf(tokens, i) : 0;
    if (end == 0) {
      out.tokens.push_back(tokens[i]);
      continue;
    }
    Token operand = TakeOperand(&out.tokens);
    operand.span = Join(operand.span, tokens[end].span);
    operand.place = tokens[end].place;
    out.tokens.push_back(std::move(operand));
    i = end;
    any = true;
  }
  if (!any) return std::nullopt;
  return out;
}

}  // namespace grammar
