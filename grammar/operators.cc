// The tables of operators.
#include "grammar/operators.h"

#include "base/check.h"

namespace grammar {

int Precedence(TokenKind kind) {
  switch (kind) {
    case TokenKind::kArrow:
      return 1;
    case TokenKind::kAnd:
    case TokenKind::kOr:
    case TokenKind::kBoth:
    case TokenKind::kEither:
      return 2;
    case TokenKind::kLess:
    case TokenKind::kLessEqual:
    case TokenKind::kGreater:
    case TokenKind::kGreaterEqual:
    case TokenKind::kEqual:
    case TokenKind::kNotEqual:
      return 6;
    case TokenKind::kPlus:
    case TokenKind::kMinus:
      return 7;
    case TokenKind::kStar:
    case TokenKind::kSlash:
      return 8;
    default:
      return 0;
  }
}

unsigned LeftKinds(TokenKind op) {
  switch (Precedence(op)) {
    case 1:
      return kLogical;
    case 2:
      return op == TokenKind::kAnd || op == TokenKind::kOr ? kLogical : kAction;
    case 6:
      return op == TokenKind::kEqual || op == TokenKind::kNotEqual
                 ? kArithmetic | kText
                 : kArithmetic;
    case 7:
    case 8:
      return kArithmetic;
    default:
      return 0;
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

const char* Spelling(TokenKind kind) {
  switch (kind) {
    case TokenKind::kTrue:
      return "true";
    case TokenKind::kFalse:
      return "false";
    case TokenKind::kRate:
      return "rate";
    case TokenKind::kInstant:
      return "instant";
    case TokenKind::kRising:
      return "rising";
    case TokenKind::kFalling:
      return "falling";
    case TokenKind::kShell:
      return "shell";
    case TokenKind::kAlarm:
      return "alarm";
    case TokenKind::kSyslog:
      return "syslog";
    case TokenKind::kPrint:
      return "print";
    case TokenKind::kStomp:
      return "stomp";
    case TokenKind::kMatch:
      return "match_inst";
    case TokenKind::kNoMatch:
      return "nomatch_inst";
    case TokenKind::kRuleset:
      return "ruleset";
    case TokenKind::kElse:
      return "else";
    case TokenKind::kUnknown:
      return "unknown";
    case TokenKind::kOtherwise:
      return "otherwise";
    case TokenKind::kArrow:
      return "->";
    case TokenKind::kEqual:
      return "==";
    case TokenKind::kNotEqual:
      return "!=";
    case TokenKind::kLess:
      return "<";
    case TokenKind::kLessEqual:
      return "<=";
    case TokenKind::kGreater:
      return ">";
    case TokenKind::kGreaterEqual:
      return ">=";
    case TokenKind::kAnd:
      return "&&";
    case TokenKind::kOr:
      return "||";
    case TokenKind::kNot:
      return "!";
    case TokenKind::kBoth:
      return "&";
    case TokenKind::kEither:
      return "|";
    case TokenKind::kPlus:
      return "+";
    case TokenKind::kMinus:
      return "-";
    case TokenKind::kStar:
      return "*";
    case TokenKind::kSlash:
    case TokenKind::kUnitSlash:
      return "/";
    case TokenKind::kLeftParen:
      return "(";
    case TokenKind::kRightParen:
      return ")";
    case TokenKind::kColon:
      return ":";
    case TokenKind::kHash:
      return "#";
    case TokenKind::kAt:
      return "@";
    case TokenKind::kRange:
      return "..";
    case TokenKind::kCaret:
      return "^";
    case TokenKind::kAssign:
      return "=";
    case TokenKind::kEnd:
    case TokenKind::kIdentifier:
    case TokenKind::kString:
    case TokenKind::kNumber:
    case TokenKind::kVariable:
    case TokenKind::kUnit:
    case TokenKind::kSum:
    case TokenKind::kAvg:
    case TokenKind::kMax:
    case TokenKind::kMin:
    case TokenKind::kCount:
    case TokenKind::kAll:
    case TokenKind::kSome:
    case TokenKind::kPercent:
    case TokenKind::kDomain:
    case TokenKind::kStray:
      break;
  }
  return "";
}

ast::BinaryOp BinaryOpOf(TokenKind kind) {
  switch (kind) {
    case TokenKind::kPlus:
      return ast::BinaryOp::kAdd;
    case TokenKind::kMinus:
      return ast::BinaryOp::kSubtract;
    case TokenKind::kStar:
      return ast::BinaryOp::kMultiply;
    case TokenKind::kSlash:
      return ast::BinaryOp::kDivide;
    case TokenKind::kLess:
      return ast::BinaryOp::kLess;
    case TokenKind::kLessEqual:
      return ast::BinaryOp::kLessEqual;
    case TokenKind::kGreater:
      return ast::BinaryOp::kGreater;
    case TokenKind::kGreaterEqual:
      return ast::BinaryOp::kGreaterEqual;
    case TokenKind::kEqual:
      return ast::BinaryOp::kEqual;
    case TokenKind::kNotEqual:
      return ast::BinaryOp::kNotEqual;
    case TokenKind::kAnd:
      return ast::BinaryOp::kAnd;
    default:
      break;
  }
  CHECK(kind == TokenKind::kOr);
  return ast::BinaryOp::kOr;
}

ast::UnaryOp UnaryOpOf(TokenKind kind) {
  switch (kind) {
    case TokenKind::kMinus:
      return ast::UnaryOp::kNegate;
    case TokenKind::kRate:
      return ast::UnaryOp::kRate;
    case TokenKind::kInstant:
      return ast::UnaryOp::kInstant;
    case TokenKind::kNot:
      return ast::UnaryOp::kNot;
    case TokenKind::kRising:
      return ast::UnaryOp::kRising;
    default:
      break;
  }
  CHECK(kind == TokenKind::kFalling);
  return ast::UnaryOp::kFalling;
}

ast::AggregateOp AggregateOpOf(TokenKind kind) {
  switch (kind) {
    case TokenKind::kSum:
      return ast::AggregateOp::kSum;
    case TokenKind::kAvg:
      return ast::AggregateOp::kAvg;
    case TokenKind::kMin:
      return ast::AggregateOp::kMin;
    default:
      break;
  }
  CHECK(kind == TokenKind::kMax);
  return ast::AggregateOp::kMax;
}

ast::ActionKind ActionKindOf(TokenKind kind) {
  switch (kind) {
    case TokenKind::kPrint:
      return ast::ActionKind::kPrint;
    case TokenKind::kShell:
      return ast::ActionKind::kShell;
    case TokenKind::kAlarm:
      return ast::ActionKind::kAlarm;
    case TokenKind::kSyslog:
      return ast::ActionKind::kSyslog;
    default:
      break;
  }
  CHECK(kind == TokenKind::kStomp);
  return ast::ActionKind::kStomp;
}

}  // namespace grammar
