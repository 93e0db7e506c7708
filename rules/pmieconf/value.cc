// Numbers are C's, as strtod() and printf() have them.
#include "rules/pmieconf/value.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace rules::pmieconf {
namespace {

bool IsBlank(char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/// Whether `parse`, such as strtol(), takes all of `text`.
template <typename Parse>
bool TakesAll(const std::string& text, Parse parse) {
  char* end = nullptr;
  parse(text.c_str(), &end);
  return end == text.c_str() + text.size();
}

bool IsReal(const std::string& text) { return TakesAll(text, std::strtod); }

std::string WithoutPercent(const std::string& text) {
  return text.substr(0, text.rfind('%'));
}

bool IsPercentage(const std::string& text) {
  const std::string number = WithoutPercent(text);
  const double value = std::strtod(number.c_str(), nullptr);
  return IsReal(number) && value >= 0 && value <= 100;
}

/// Only here a comma stands between elements, too.
bool QuotesAreClosed(std::string_view list) {
  const auto separates = [](char byte) {
    return !(byte > ' ' && byte < '\x7f') || byte == ',';
  };
  std::size_t at = 0;
  while (at < list.size()) {
    if (separates(list[at])) {
      ++at;
    } else if (list[at] != '\'') {
      while (at < list.size() && !separates(list[at])) ++at;
    } else {
      for (++at; at < list.size() && list[at] != '\''; ++at) {
        if (list[at] == '\\') ++at;
      }
      if (at >= list.size()) return false;
      ++at;
    }
  }
  return true;
}

template <typename Number>
std::string Printed(const char* format, Number number) {
  char text[64];
  return {text, static_cast<std::size_t>(
                    std::snprintf(text, sizeof text, format, number))};
}

std::string Number(const Object& object) {
  const char* const text = object.value.c_str();
  switch (object.type) {
    case ObjectType::kInteger:
      return Printed("%ld", std::strtol(text, nullptr, 10));
    case ObjectType::kUnsigned:
      return Printed("%lu", std::strtoul(text, nullptr, 10));
    default:
      return Printed("%g", std::strtod(text, nullptr));
  }
}

bool IsText(ObjectType type) {
  return type == ObjectType::kRule || type == ObjectType::kString ||
         IsList(type);
}

struct Element {
  std::string text;
  std::string_view before;  // blanks
};

std::vector<Element> Split(std::string_view list) {
  std::vector<Element> elements;
  std::size_t at = 0;
  while (true) {
    const std::size_t begin = at;
    while (at < list.size() && IsBlank(list[at])) ++at;
    if (at == list.size()) return elements;
    Element one{"", list.substr(begin, at - begin)};
    for (bool quoted = false;
         at < list.size() && (quoted || !IsBlank(list[at])); ++at) {
      if (list[at] == '\'') quoted = !quoted;
      if (list[at] == '\\' && at + 1 < list.size()) one.text += list[at++];
      one.text += list[at];
    }
    elements.push_back(std::move(one));
  }
}

}  // namespace

std::optional<bool> YesOrNo(std::string_view text) {
  if (text.starts_with('y')) return true;
  if (text.starts_with('n')) return false;
  return std::nullopt;
}

base::Result<void> CheckValue(ObjectType type, const std::string& text) {
  const auto unless = [](bool right, const char* what) -> base::Result<void> {
    if (right) return {};
    return base::Error{base::ErrorCode::kInvalid, what};
  };
  const auto whole = [&text](auto parse) {
    return TakesAll(text, [parse](const char* begin, char** end) {
      return parse(begin, end, 10);
    });
  };
  switch (type) {
    case ObjectType::kDouble:
      return unless(IsReal(text), "be a real number");
    case ObjectType::kInteger:
      return unless(whole(std::strtol), "be an integer number");
    case ObjectType::kUnsigned:
      return unless(whole(std::strtoul), "be a positive integer number");
    case ObjectType::kPercent:
      return unless(IsPercentage(text),
                    "be a percentage between 0.0 and 100.0");
    case ObjectType::kHostlist:
    case ObjectType::kInstlist:
      return unless(QuotesAreClosed(text), "include a closing single quote");
    default:
      return {};
  }
}

base::Result<void> CheckValueOf(const std::string& name, ObjectType type,
                                const std::string& text) {
  const auto right = CheckValue(type, text);
  if (right) return {};
  return base::Error{base::ErrorCode::kInvalid,
                     name + "'s value is invalid.\n    It should " +
                         right.error().message + "."};
}

std::string Displayed(const Object& object, bool escaped) {
  if (IsAction(object.type)) return object.enabled ? "yes" : "no";
  if (!IsText(object.type)) {
    return Number(object) + (object.type == ObjectType::kPercent ? "%" : "");
  }
  std::string shown = "\"";
  for (const char byte : object.value) {
    if (escaped && (byte == '"' || byte == '\\')) shown += '\\';
    shown += byte;
  }
  return shown + '"';
}

std::string Generated(const Object& object) {
  if (IsAction(object.type)) return object.enabled ? "yes" : "no";
  if (!IsText(object.type)) return Number(object);
  if (!IsList(object.type)) return object.value;
  const char mark = object.type == ObjectType::kHostlist ? ':' : '#';
  std::string list;
  for (const Element& one : Split(object.value)) {
    if (!list.empty()) {
      list += one.before.size() == 1 ? one.before : std::string_view(" ");
    }
    list += mark;
    list += one.text.starts_with('\'') ? one.text : '\'' + one.text + '\'';
  }
  return list;
}

std::vector<std::string> ElementsOf(std::string_view list) {
  std::vector<std::string> texts;
  for (Element& one : Split(list)) texts.push_back(std::move(one.text));
  return texts;
}

}  // namespace rules::pmieconf
