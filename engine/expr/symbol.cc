// One switch for each kind of operator.
#include "engine/expr/symbol.h"

namespace engine::expr {

namespace ast = grammar::ast;

const char* Symbol(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::kAdd:
      return "+";
    case ast::BinaryOp::kSubtract:
      return "-";
    case ast::BinaryOp::kMultiply:
      return "*";
    case ast::BinaryOp::kDivide:
      return "/";
    case ast::BinaryOp::kLess:
      return "<";
    case ast::BinaryOp::kLessEqual:
      return "<=";
    case ast::BinaryOp::kGreater:
      return ">";
    case ast::BinaryOp::kGreaterEqual:
      return ">=";
    case ast::BinaryOp::kEqual:
      return "==";
    case ast::BinaryOp::kNotEqual:
      return "!=";
    case ast::BinaryOp::kAnd:
      return "&&";
    case ast::BinaryOp::kOr:
      return "||";
  }
  return "";
}

const char* Symbol(ast::UnaryOp op) {
  switch (op) {
    case ast::UnaryOp::kNegate:
      return "-";
    case ast::UnaryOp::kRate:
      return "rate";
    case ast::UnaryOp::kInstant:
      return "instant";
    case ast::UnaryOp::kNot:
      return "!";
    case ast::UnaryOp::kRising:
      return "rising";
    case ast::UnaryOp::kFalling:
      return "falling";
  }
  return "";
}

const char* Symbol(ast::AggregateOp op) {
  switch (op) {
    case ast::AggregateOp::kSum:
      return "sum";
    case ast::AggregateOp::kAvg:
      return "avg";
    case ast::AggregateOp::kMin:
      return "min";
    case ast::AggregateOp::kMax:
      return "max";
    case ast::AggregateOp::kCount:
      return "count";
  }
  return "";
}

const char* Symbol(ast::Quantifier quantifier) {
  switch (quantifier) {
    case ast::Quantifier::kAll:
      return "all";
    case ast::Quantifier::kSome:
      return "some";
    case ast::Quantifier::kPercent:
      return "%";
  }
  return "";
}

const char* Symbol(ast::Domain domain) {
  switch (domain) {
    case ast::Domain::kHost:
      return "host";
    case ast::Domain::kInst:
      return "inst";
    case ast::Domain::kSample:
      return "sample";
  }
  return "";
}

const char* Symbol(ast::ClockField field) {
  switch (field) {
    case ast::ClockField::kMinute:
      return "minute";
    case ast::ClockField::kHour:
      return "hour";
    case ast::ClockField::kDay:
      return "day";
    case ast::ClockField::kMonth:
      return "month";
    case ast::ClockField::kYear:
      return "year";
    case ast::ClockField::kDayOfWeek:
      return "day_of_week";
    case ast::ClockField::kDelta:
      return "delta";
  }
  return "";
}

}  // namespace engine::expr
