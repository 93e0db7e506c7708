// The tables of operators.
#include "grammar/operators.h"

#include "grammar/words.h"

namespace grammar {

int Precedence(TokenKind op) {
  switch (SymbolOf(op)) {
    case Symbol::kArrow:
      return 1;
    case Symbol::kLogical:
    case Symbol::kJoin:
      return 2;
    case Symbol::kOrdering:
    case Symbol::kEquality:
      return 6;
    case Symbol::kPlus:
    case Symbol::kMinus:
      return 7;
    case Symbol::kMultiply:
      return 8;
    default:
      return 0;
  }
}

unsigned LeftKinds(TokenKind op) {
  switch (SymbolOf(op)) {
    case Symbol::kArrow:
    case Symbol::kLogical:
      return kLogical;
    case Symbol::kJoin:
      return kAction;
    case Symbol::kEquality:
      return kArithmetic | kText;
    default:
      return Precedence(op) == 0 ? 0 : unsigned{kArithmetic};
  }
}
unsigned ResultKind(TokenKind op) {
  switch (Precedence(op)) {
    case 1:
      return kRule;
    case 2:
      return LeftKinds(op);
    case 6:
      return kLogical;
    default:
      return kArithmetic;
  }
}
unsigned RightKinds(TokenKind op) {
  return Precedence(op) == 1 ? unsigned{kAction} : LeftKinds(op);
}

}  // namespace grammar
