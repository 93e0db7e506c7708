// Spelling of the parts of a tree.
#include "grammar/names.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/check.h"
#include "grammar/keywords.h"

namespace grammar {
namespace {

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool IsPlainIdentifier(std::string_view text) {
  if (text.empty() || (!IsLetter(text[0]) && text[0] != '%')) return false;
  const auto is_part = [](char c) {
    return IsLetter(c) || (c >= '0' && c <= '9') || c == '.' || c == '_';
  };
  return std::all_of(text.begin() + 1, text.end(), is_part) &&
         !FindKeyword(text);
}

std::string Escaped(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\' || c == '$') out += '\\';
    if (c == '\n' && quote == '"') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + quote;
}

}  // namespace

std::string_view Name(ast::Domain domain) {
  switch (domain) {
    case ast::Domain::kHost:
      return "host";
    case ast::Domain::kInst:
      return "inst";
    case ast::Domain::kSample:
      return "sample";
  }
  CHECK(false);
  return {};
}

std::string_view Name(ast::ClockField field) {
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
  CHECK(false);
  return {};
}

std::string_view Name(ast::UnaryOp op) {
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
  CHECK(false);
  return {};
}

std::string_view Name(ast::BinaryOp op) {
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
  CHECK(false);
  return {};
}

std::string_view Name(ast::AggregateOp op) {
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
  CHECK(false);
  return {};
}

std::string_view Name(ast::Quantifier quantifier) {
  switch (quantifier) {
    case ast::Quantifier::kAll:
      return "all";
    case ast::Quantifier::kSome:
      return "some";
    case ast::Quantifier::kPercent:
      return "%";
  }
  CHECK(false);
  return {};
}

std::string_view Name(ast::ActionKind kind) {
  switch (kind) {
    case ast::ActionKind::kPrint:
      return "print";
    case ast::ActionKind::kShell:
      return "shell";
    case ast::ActionKind::kAlarm:
      return "alarm";
    case ast::ActionKind::kSyslog:
      return "syslog";
    case ast::ActionKind::kStomp:
      return "stomp";
  }
  CHECK(false);
  return {};
}

std::string NumberText(double value) {
  if (std::isnan(value)) return "(0 / 0)";
  if (std::isinf(value)) return value < 0 ? "-1e999" : "1e999";
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  // 1e+20 would be read as 1e, then + 20.
  return {text, std::remove(text, end, '+')};
}

std::string QuotedText(std::string_view text) { return Escaped(text, '"'); }

std::string IdentifierText(std::string_view text) {
  return IsPlainIdentifier(text) ? std::string(text) : Escaped(text, '\'');
}

}  // namespace grammar
