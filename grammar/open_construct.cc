// Source: docs/pmie.md, "Precedence", "Recovery".
#include "grammar/open_construct.h"

#include "grammar/words.h"

namespace grammar {
namespace {

using Role = OpenConstruct::Role;

const char* KindInPmie(unsigned kinds) {
  if (kinds == (kArithmetic | kText)) return "arithmetic or string expression";
  if (kinds == kArithmetic) return "arithmetic expression";
  return kinds == kLogical ? "logical expression" : "action";
}

}  // namespace

int Precedence(const OpenConstruct& construct) {
  switch (construct.role) {
    case Role::kInfix:
      return Precedence(construct.op);
    case Role::kPrefix:
      return construct.wants == kLogical ? 3 : 9;
    case Role::kQuantifier:
      return 4;
    case Role::kPattern:
      return 5;
    case Role::kAggregate:
      return 10;
    case Role::kArrow:
    case Role::kClauseArrow:
      return 1;
    case Role::kStatement:
    case Role::kGroup:
    case Role::kRules:
      break;
  }
  return 0;
}

unsigned CompletedKind(const OpenConstruct& construct) {
  switch (construct.role) {
    case Role::kInfix:
      return ResultKind(construct.op);
    case Role::kPrefix:
      return construct.wants;
    case Role::kQuantifier:
    case Role::kPattern:
      return kLogical;
    case Role::kAggregate:
      return kArithmetic;
    case Role::kArrow:
      return kRule;
    case Role::kClauseArrow:
      return kRuleset;
    case Role::kStatement:
    case Role::kGroup:
    case Role::kRules:
      break;
  }
  return 0;
}

bool LostWith(const OpenConstruct& construct, bool lost) {
  switch (construct.role) {
    case Role::kArrow:
    case Role::kClauseArrow:
      return false;
    case Role::kInfix:
      return Precedence(construct.op) == 2 ? lost && construct.lost_left
                                           : lost || construct.lost_left;
    default:
      return lost;
  }
}

bool KnownWithoutLeft(TokenKind op, unsigned wants) {
  if (op == TokenKind::kPercent) return (wants & kCondition) != 0;
  switch (Precedence(op)) {
    case 1:
      return (wants & kRule) != 0;
    case 2:
      return (wants &
              (LeftKinds(op) == kAction ? unsigned{kAction} : kCondition)) != 0;
    case 6:
      return (wants & kCondition) != 0;
    case 7:
    case 8:
      return (wants & kAnyNumber) != 0;
    default:
      return false;
  }
}

std::string PrecedeDetail(TokenKind op) {
  if (op == TokenKind::kPercent) {
    return "number expected to precede percentage quantifier";
  }
  const unsigned kinds =
      Precedence(op) == 6 ? unsigned{kArithmetic} : LeftKinds(op);
  return std::string(KindInPmie(kinds)) + " expected to precede " +
         Spelling(op);
}

std::string FollowDetail(const OpenConstruct& construct) {
  std::string detail = KindInPmie(construct.wants);
  detail += " expected to follow ";
  switch (construct.role) {
    case Role::kQuantifier:
      return detail + "quantifier";
    case Role::kAggregate:
      return detail + "aggregation operator";
    case Role::kPattern:
      return detail + "regular expression";
    default:
      return detail + Spelling(construct.op);
  }
}

}  // namespace grammar
