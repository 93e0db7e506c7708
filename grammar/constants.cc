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

void Constants::Bind(const std::string& name,
                     std::variant<double, bool, std::string> value,
                     std::string shown) {
  Macro macro;
  if (auto* text = std::get_if<std::string>(&value)) {
    macro.value = std::make_shared<const std::string>(std::move(*text));
  } else if (const bool* truth = std::get_if<bool>(&value)) {
    macro.value = *truth;
  } else {
    macro.value = std::get<double>(value);
  }
  macro.bound = std::move(shown);
  macros_.Define(name, std::move(macro));
}

bool Constants::Define(const std::string& name, const ast::Expr& expr,
                       const std::string& file, int line) {
  if (name == "delta" && !SetInterval(expr)) return false;
  Macro macro;
  macro.file = file;
  macro.line = line;
  if (const auto* number = std::get_if<ast::Number>(&expr.node)) {
    macro.value = number->value;
  } else if (const auto* truth = std::get_if<ast::Truth>(&expr.node)) {
    macro.value = truth->value;
  } else {
    macro.value = std::make_shared<const std::string>(
        std::get<ast::String>(expr.node).value);
  }
  macros_.Define(name, std::move(macro));
  return true;
}

}  // namespace grammar
