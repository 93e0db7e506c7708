// Texts of YAML, by the type that the template wants.
#include "rules/site/parameter.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/ascii.h"
#include "base/number.h"
#include "base/pattern.h"
#include "grammar/nearest.h"
#include "grammar/number_text.h"
#include "rules/site/glob.h"

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
  if (duration && (number->value < 0 || number->units.time != 1 ||
                   number->units.space != 0 || number->units.count != 0)) {
    return Refusal{"is no duration", "such as 30 sec or 10 min"};
  }
  if (!duration && !SameDimension(number->units, units)) {
    const std::string& first = parameter.initial_text;
    return Refusal{"has other units than its default",
                   first.empty() ? "" : "the default is " + first};
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
  if (text.find('\n') != text.npos) {
    return Refusal{"has more than one line", "write it in one"};
  }
  if (!plain) {
    return Refusal{"has a tab or another control character", "write a blank"};
  }
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

/// What instances match.
std::variant<Value, Refusal> ReadPattern(const std::string& text,
                                         const std::string& regex) {
  const auto read = ReadText(text);
  if (std::holds_alternative<Refusal>(read)) return read;
  const auto pattern = base::Pattern::Compile(regex);
  if (!pattern) {
    return Refusal{"is no regular expression: " + pattern.error().message,
                   "POSIX has them: a literal . is [.], all names match ."};
  }
  return Value{regex, text};
}

std::variant<Value, Refusal> ReadGlob(const std::string& text) {
  const auto regex = RegexOfGlob(text);
  if (text.empty() || !regex) {
    return Refusal{"is no glob", "such as sd*, sd[a-c] or nvme?n1"};
  }
  return ReadPattern(text, *regex);
}

/// A name or an address, with what pmcd's clients write behind one.
std::variant<Value, Refusal> ReadHost(const std::string& text) {
  constexpr std::string_view kSigns = "-._:@[]/";
  const bool right =
      !text.empty() && text.size() <= kMostText && text[0] != '-' &&
      std::all_of(text.begin(), text.end(), [&](char c) {
        return base::IsLetterOrDigit(c) || kSigns.find(c) != kSigns.npos;
      });
  if (right) return Value{text, text};
  return Refusal{"is no name of a host", "such as db1, db1.example.com:44321"};
}

using base::yaml::Member;
using base::yaml::Node;

Refusal At(const Node& node, Refusal refusal) {
  if (!refusal.place) refusal.place = node.place;
  return refusal;
}

bool IsPattern(Type type) {
  return type == Type::kRegex || type == Type::kGlob;
}

/// Of a list of patterns: what any of them matches. No instance has no name.
std::string AnyOf(const std::vector<std::vector<Value>>& rows) {
  std::string any;
  for (const auto& row : rows) {
    any += (any.empty() ? "(" : "|(") + std::get<std::string>(row[0].value);
    any += ')';
  }
  return any.empty() ? "^$" : any;
}

std::variant<Value, Refusal> ReadList(const Parameter& parameter,
                                      const Node& node) {
  const Parameter& element = parameter.columns.at(0);
  Value list;
  for (const Node& item : node.items) {
    auto read = ReadValue(element, item);
    if (auto* refusal = std::get_if<Refusal>(&read)) {
      refusal->message = "has an element that " + refusal->message;
      return At(item, std::move(*refusal));
    }
    auto& value = std::get<Value>(read);
    list.shown += (list.shown.empty() ? "" : ", ") + value.shown;
    list.rows.push_back({std::move(value)});
  }
  if (!IsPattern(element.type)) return list;
  const std::string any = AnyOf(list.rows);
  if (!base::Pattern::Compile(any)) {
    return Refusal{"has too many patterns", "one may do for several of them"};
  }
  list.value = any;
  return list;
}

std::vector<std::string> NamesOf(const std::vector<Parameter>& columns) {
  std::vector<std::string> names;
  for (const Parameter& one : columns) names.push_back(one.name);
  return names;
}

std::optional<Refusal> UnknownColumn(const Parameter& parameter,
                                     const Node& row) {
  for (const Member& one : row.members) {
    const auto names = NamesOf(parameter.columns);
    if (std::find(names.begin(), names.end(), one.key) != names.end()) continue;
    const std::string meant = grammar::Nearest(one.key, names);
    return Refusal{"has no column of this name",
                   meant.empty() ? "" : "did you mean " + meant + "?",
                   one.place};
  }
  return std::nullopt;
}

std::variant<std::vector<Value>, Refusal> ReadRow(const Parameter& parameter,
                                                  const Node& row) {
  if (row.kind != Node::Kind::kMap) {
    return At(row, {"has a row that is no map", "such as {name: value}"});
  }
  if (auto unknown = UnknownColumn(parameter, row)) return *unknown;
  std::vector<Value> values;
  for (const Parameter& column : parameter.columns) {
    const auto found =
        std::find_if(row.members.begin(), row.members.end(),
                     [&](const Member& one) { return one.key == column.name; });
    if (found == row.members.end()) {
      if (column.initial_text.empty()) {
        return At(row, {"has a row without " + column.name, ""});
      }
      values.push_back(column.initial);
      continue;
    }
    auto read = ReadValue(column, found->value);
    if (auto* refusal = std::get_if<Refusal>(&read)) {
      refusal->message =
          "has a row whose " + column.name + ' ' + refusal->message;
      return At(found->value, std::move(*refusal));
    }
    values.push_back(std::get<Value>(std::move(read)));
  }
  return values;
}

std::variant<Value, Refusal> ReadTable(const Parameter& parameter,
                                       const Node& node) {
  Value table;
  for (const Node& item : node.items) {
    auto row = ReadRow(parameter, item);
    if (auto* refusal = std::get_if<Refusal>(&row)) return std::move(*refusal);
    table.rows.push_back(std::get<std::vector<Value>>(std::move(row)));
  }
  table.shown = std::to_string(table.rows.size()) +
                (table.rows.size() == 1 ? " row" : " rows");
  return table;
}

/// In quotes where it would be read as something else between braces.
std::string ScalarText(const std::string& text) {
  constexpr std::string_view kNotFirst = " -?&*!|>%@`\"";
  constexpr std::string_view kNulls[] = {"", "~", "null", "Null", "NULL"};
  const bool null =
      std::find(std::begin(kNulls), std::end(kNulls), text) != std::end(kNulls);
  const bool bare = !null && text.find_first_of("{}[],:#'\n") == text.npos &&
                    kNotFirst.find(text.front()) == text.npos &&
                    text.back() != ' ';
  if (bare) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
  return quoted + '\'';
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
    case Type::kRegex:
      return ReadPattern(text, text);
    case Type::kGlob:
      return ReadGlob(text);
    case Type::kHost:
      return ReadHost(text);
    default:
      return ReadNumber(parameter, text);
  }
}

std::variant<Value, Refusal> ReadValue(const Parameter& parameter,
                                       const Node& node) {
  const bool several =
      parameter.type == Type::kList || parameter.type == Type::kTable;
  if (!several) {
    if (node.kind == Node::Kind::kScalar) {
      return ReadValue(parameter, node.text);
    }
    return Refusal{"is one text",
                   "one that begins with { or [ stands in quotes"};
  }
  if (node.kind != Node::Kind::kSequence) {
    return Refusal{parameter.type == Type::kList ? "is no list" : "is no table",
                   parameter.type == Type::kList ? "such as [a, b]"
                                                 : "such as [{name: value}]"};
  }
  if (node.items.size() > kMostElements) {
    return Refusal{
        "has more than " + std::to_string(kMostElements) + " elements", ""};
  }
  return parameter.type == Type::kList ? ReadList(parameter, node)
                                       : ReadTable(parameter, node);
}

std::string NodeText(const Node& node) {
  if (node.kind == Node::Kind::kScalar) return ScalarText(node.text);
  if (node.kind == Node::Kind::kNull) return "~";
  const bool map = node.kind == Node::Kind::kMap;
  std::string text;
  for (const Node& item : node.items) {
    text += (text.empty() ? "" : ", ") + NodeText(item);
  }
  for (const Member& one : node.members) {
    text += (text.empty() ? "" : ", ") + ScalarText(one.key) + ": " +
            NodeText(one.value);
  }
  return (map ? '{' : '[') + text + (map ? '}' : ']');
}

}  // namespace rules::site
