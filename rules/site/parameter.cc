// Texts of YAML, by the type that the template wants.
#include "rules/site/parameter.h"

#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "grammar/nearest.h"
#include "grammar/number_text.h"

namespace rules::site {
namespace {

/// Of a text. More belongs into no rule. Units: bytes.
constexpr std::size_t kMostText = 4096;

std::string NumberText(double number) {
  std::string text;
  base::AppendNumber(number, &text);
  return text;
}

/// `85 %` without the sign, which texts of actions give another meaning.
std::string WithoutPercent(std::string text) {
  if (!text.ends_with('%')) return text;
  text.pop_back();
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::string Shown(const Parameter& parameter, double number) {
  switch (parameter.type) {
    case Type::kPercentage:
      return NumberText(number) + " %";
    case Type::kDuration:
      return NumberText(number) + " sec";
    default:
      return NumberText(number);
  }
}

std::optional<Refusal> OutOfRange(const Parameter& parameter, double number) {
  const bool low = parameter.from && number < *parameter.from;
  const bool high = parameter.to && number > *parameter.to;
  if (!low && !high) return std::nullopt;
  return Refusal{low ? "is below " + Shown(parameter, *parameter.from)
                     : "is above " + Shown(parameter, *parameter.to),
                 ""};
}

bool SameDimension(const pmapi::Units& a, const pmapi::Units& b) {
  return a.space == b.space && a.time == b.time && a.count == b.count;
}

std::variant<Value, Refusal> ReadNumber(const Parameter& parameter,
                                        const std::string& text) {
  const bool percentage = parameter.type == Type::kPercentage;
  const bool duration = parameter.type == Type::kDuration;
  const std::string written = percentage ? WithoutPercent(text) : text;
  const auto number = grammar::ReadNumberText(written);
  if (!number || !std::isfinite(number->value)) {
    if (percentage) return Refusal{"is no percentage", "such as 85 %"};
    if (duration) return Refusal{"is no duration", "such as 30 sec or 10 min"};
    return Refusal{"is no number", "such as 10, 0.5 or 2 Mbyte / sec"};
  }
  const pmapi::Units& units = parameter.units;
  if (duration && (number->units.time != 1 || number->units.space != 0 ||
                   number->units.count != 0)) {
    return Refusal{"is no duration", "such as 30 sec or 10 min"};
  }
  if (!duration && !SameDimension(number->units, units)) {
    return Refusal{"has other units than its default",
                   "the default is " + parameter.initial_text};
  }
  if (auto refusal = OutOfRange(parameter, number->value)) return *refusal;
  return Value{number->value, written};
}

std::variant<Value, Refusal> ReadFlag(const std::string& text) {
  for (const char* word : {"yes", "true", "on"}) {
    if (text == word) return Value{true, text};
  }
  for (const char* word : {"no", "false", "off"}) {
    if (text == word) return Value{false, text};
  }
  return Refusal{"is neither yes nor no", ""};
}

std::variant<Value, Refusal> ReadText(const std::string& text) {
  const bool plain = std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
  });
  if (!plain) return Refusal{"has more than one line", "write it in one"};
  if (text.find('%') != text.npos) {
    return Refusal{"has a %", "texts of actions give it a meaning of its own"};
  }
  if (text.size() > kMostText) {
    return Refusal{"has more than " + std::to_string(kMostText) + " bytes", ""};
  }
  return Value{text, text};
}

std::variant<Value, Refusal> ReadChoice(const Parameter& parameter,
                                        const std::string& text) {
  const auto& among = parameter.among;
  if (std::find(among.begin(), among.end(), text) != among.end()) {
    return Value{text, text};
  }
  const std::string meant = grammar::Nearest(text, among);
  std::string all;
  for (const std::string& one : among) all += (all.empty() ? "" : ", ") + one;
  return Refusal{"is none of " + all,
                 meant.empty() ? "" : "did you mean " + meant + "?"};
}

}  // namespace

std::variant<Value, Refusal> ReadValue(const Parameter& parameter,
                                       const std::string& text) {
  switch (parameter.type) {
    case Type::kText:
      return ReadText(text);
    case Type::kChoice:
      return ReadChoice(parameter, text);
    case Type::kFlag:
      return ReadFlag(text);
    default:
      return ReadNumber(parameter, text);
  }
}

}  // namespace rules::site
