// Operators of the rule language: how tight they bind, what they take and make.
// What the parser goes by is Rules.g4; this says the same to those who look at
// single words.
#ifndef TOCSIN_GRAMMAR_OPERATORS_H_
#define TOCSIN_GRAMMAR_OPERATORS_H_

#include "grammar/token.h"

namespace grammar {

/// What an operand is, as bits: a construct may take several.
enum OperandKind : unsigned {
  kArithmetic = 1,
  kLogical = 2,
  kAction = 4,
  kText = 8,
  kRule = 16,
  kRuleset = 32,
};

/// Of an infix operator or ->, higher binds tighter; 0 for all other words.
/// Source: docs/pmie.md, "Precedence", whose levels these are.
int Precedence(TokenKind op);

/// The kinds that an infix operator takes on either side, and what it makes.
unsigned LeftKinds(TokenKind op);
unsigned RightKinds(TokenKind op);
unsigned ResultKind(TokenKind op);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_OPERATORS_H_
