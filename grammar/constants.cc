// Macros and the interval.
#include "grammar/constants.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace grammar {
namespace {

// Times are counted in 64 bits of nanoseconds somewhere below us.
constexpr double kLongestInterval = 9e9;
constexpr double kShortestInterval = 1e-9;

}  // namespace

bool Constants::SetInterval(const ast::Expr& expr) {
  const auto* number = std::get_if<ast::Number>(&expr.node);
  if (number == nullptr || !(number->value >= kShortestInterval)) return false;
  interval_ = std::min(number->value, kLongestInterval);
  return true;
}

void Constants::Bind(const std::string& name, BoundValue value) {
  Macro macro;
  if (auto* text = std::get_if<std::string>(&value.value)) {
    macro.value = std::make_shared<const std::string>(std::move(*text));
  } else if (const bool* truth = std::get_if<bool>(&value.value)) {
    macro.value = *truth;
  } else if (const double* number = std::get_if<double>(&value.value)) {
    macro.value = *number;
  } else {
    macro.several = true;
  }
  macro.bound = std::move(value.shown);
  macro.file = std::move(value.file);
  macro.line = value.line;
  macros_.Define(name, std::move(macro));
}

bool Constants::Define(const std::string& name, const ast::Expr& expr,
                       const std::string& file, int line, bool bound) {
  if (name == "delta" && !SetInterval(expr)) return false;
  Macro macro;
  macro.file = file;
  macro.line = line;
  if (const auto* number = std::get_if<ast::Number>(&expr.node)) {
    macro.value = number->value;
  } else if (const auto* truth = std::get_if<ast::Truth>(&expr.node)) {
    macro.value = truth->value;
  } else {
    const std::string& text = std::get<ast::String>(expr.node).value;
    macro.value = std::make_shared<const std::string>(text);
    if (bound) macro.bound = text;
  }
  macros_.Define(name, std::move(macro));
  return true;
}

}  // namespace grammar
