// An upper bound of the parser's recursion, from the tokens alone.
#include "grammar/nesting.h"

#include "grammar/words.h"

namespace grammar {
namespace {

bool IsPrefix(TokenKind kind, TokenKind before) {
  switch (SymbolOf(kind)) {
    case Symbol::kNumberPrefix:
    case Symbol::kTruthPrefix:
    case Symbol::kAggregate:
    case Symbol::kQuantifier:
    case Symbol::kPercent:
    case Symbol::kMatch:
      return true;
    case Symbol::kMinus:
      // Between two operands it is no prefix, and opens nothing.
      return before != TokenKind::kIdentifier && before != TokenKind::kNumber &&
             before != TokenKind::kVariable && before != TokenKind::kUnit &&
             before != TokenKind::kRightParen;
    default:
      return false;
  }
}

// What ends the operand of every prefix operator before it.
bool EndsPrefixes(TokenKind kind, TokenKind next) {
  switch (kind) {
    case TokenKind::kNumber:
      return next != TokenKind::kPercent;
    case TokenKind::kIdentifier:
    case TokenKind::kVariable:
    case TokenKind::kTrue:
    case TokenKind::kFalse:
      return true;
    default:
      return false;
  }
}

// What stands open in one pair of parentheses.
struct Parentheses {
  std::size_t counts = 0;    // their operands reach across operators
  std::size_t prefixes = 0;  // these reach to the next operand
  std::size_t sum() const { return 1 + counts + prefixes; }
};

}  // namespace

std::size_t FindTooDeep(const std::vector<Token>& tokens,
                        const Limits& limits) {
  std::vector<Parentheses> open(1);
  std::size_t outer = 0;   // the sum of all but the last
  std::size_t counts = 0;  // of all
  TokenKind before = TokenKind::kEnd;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const TokenKind kind = tokens[i].kind;
    const TokenKind next =
        i + 1 < tokens.size() ? tokens[i + 1].kind : TokenKind::kEnd;
    Parentheses& inner = open.back();
    if (kind == TokenKind::kLeftParen) {
      outer += inner.sum();
      open.emplace_back();
    } else if (kind == TokenKind::kRightParen && open.size() > 1) {
      counts -= inner.counts;
      open.pop_back();
      outer -= open.back().sum();
      open.back().prefixes = 0;
    } else if (kind == TokenKind::kCount) {
      ++inner.counts;
      ++counts;
    } else if (IsPrefix(kind, before)) {
      ++inner.prefixes;
    } else if (EndsPrefixes(kind, next)) {
      inner.prefixes = 0;
    } else if (kind == TokenKind::kAnd || kind == TokenKind::kOr ||
               kind == TokenKind::kArrow) {
      counts -= inner.counts;
      inner = Parentheses();
    }
    before = kind;
    const std::size_t depth = outer + open.back().sum() - 1;
    if (depth > limits.nesting_depth || counts > limits.count_depth) return i;
  }
  return tokens.size();
}

}  // namespace grammar
