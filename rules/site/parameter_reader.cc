// The default is looked at first: it says which units a number has.
#include "rules/site/parameter_reader.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "grammar/number_text.h"

namespace rules::site {
namespace {

using base::yaml::Member;
using base::yaml::Node;
using grammar::FileFindings;
using grammar::Settings;

/// Whether it is a column of a table, which need not have a default.
enum class Role { kParameter, kColumn };

class Reader {
 public:
  explicit Reader(FileFindings* findings) : findings_(*findings) {}

  Parameter Read(const Member& named, Role role);

 private:
  void CheckName(const Member& named, Role role);
  void ReadType(Role role, Settings* settings, Parameter* parameter);
  void ReadElement(Settings* settings, Parameter* list);
  void ReadColumns(Settings* settings, Parameter* table);
  void ReadLimits(Settings* settings, Parameter* parameter);
  void ReadLimit(const char* key, Settings* settings,
                 const Parameter& parameter, std::optional<double>* limit);
  void ReadAmong(Settings* settings, Parameter* parameter);
  void ReadInitial(Role role, Settings* settings, Parameter* parameter);

  FileFindings& findings_;
};

bool IsSeveral(Type type) {
  return type == Type::kList || type == Type::kTable;
}

void Reader::CheckName(const Member& named, Role role) {
  if (!IsParameterName(named.key)) {
    findings_.Error(named.place, "this is no name of a parameter",
                    "a name is a letter, and then letters, digits and _");
  } else if (named.key == kEnabled && role == Role::kParameter) {
    findings_.Error(named.place, "each template has a parameter of this name",
                    "where it is off at first, enabled: no stands above "
                    "parameters");
  }
}

void Reader::ReadType(Role role, Settings* settings, Parameter* parameter) {
  if (role == Role::kColumn) {
    settings->ReadChoice("type", kElementTypes, &parameter->type);
  } else {
    settings->ReadChoice("type", kTypes, &parameter->type);
  }
  if (parameter->type == Type::kList) ReadElement(settings, parameter);
  if (parameter->type == Type::kTable) ReadColumns(settings, parameter);
  if (parameter->type == Type::kChoice) ReadAmong(settings, parameter);
}

/// What belongs to a list belongs to its elements.
void Reader::ReadElement(Settings* settings, Parameter* list) {
  Parameter element;
  element.type = Type::kText;
  settings->ReadChoice("of", kElementTypes, &element.type);
  if (element.type == Type::kChoice) ReadAmong(settings, &element);
  list->columns.push_back(std::move(element));
}

void Reader::ReadColumns(Settings* settings, Parameter* table) {
  const Member* all = settings->Find("columns");
  if (all == nullptr || all->value.kind != Node::Kind::kMap) {
    return findings_.Error(
        all == nullptr ? settings->place() : all->place,
        all == nullptr ? "this table has no columns"
                       : "columns is no map of names",
        "such as columns: {name: {type: text}, most: {type: percentage}}");
  }
  for (const Member& named : all->value.members) {
    table->columns.push_back(Read(named, Role::kColumn));
  }
}

/// The limit `key`, in the units of the default.
void Reader::ReadLimit(const char* key, Settings* settings,
                       const Parameter& parameter,
                       std::optional<double>* limit) {
  const auto text = settings->FindText(key);
  if (!text) return;
  Parameter free = parameter;
  free.from.reset();
  free.to.reset();
  const auto read = ReadValue(free, text->text);
  if (const auto* refusal = std::get_if<Refusal>(&read)) {
    return findings_.Error(text->place, key + (' ' + refusal->message),
                           refusal->hint);
  }
  const auto* number = std::get_if<double>(&std::get<Value>(read).value);
  if (number != nullptr) *limit = *number;
}

void Reader::ReadLimits(Settings* settings, Parameter* parameter) {
  if (parameter->type == Type::kPercentage) {
    parameter->from = 0;
    parameter->to = 100;
  }
  if (parameter->type > Type::kDuration) return;
  ReadLimit("from", settings, *parameter, &parameter->from);
  ReadLimit("to", settings, *parameter, &parameter->to);
  if (parameter->from && parameter->to && *parameter->from > *parameter->to) {
    findings_.Error(settings->place(), "from is above to");
  }
}

void Reader::ReadAmong(Settings* settings, Parameter* parameter) {
  const Member* among = settings->Find("among");
  if (among == nullptr) return;
  Parameter text;
  text.type = Type::kText;
  for (const Node& one : among->value.items) {
    const auto read = ReadValue(text, one);
    if (const auto* refusal = std::get_if<Refusal>(&read)) {
      findings_.Error(one.place, "this " + refusal->message, refusal->hint);
      continue;
    }
    parameter->among.push_back(one.text);
  }
  if (among->value.items.empty()) {
    findings_.Error(among->place, "among is no list of texts",
                    "such as [low, high]");
  }
}

/// The units of numbers of `parameter` are those of the first that there is.
void TakeUnits(const Node& node, Parameter* parameter) {
  if (parameter->type != Type::kNumber ||
      !(parameter->units == pmapi::Units())) {
    return;
  }
  if (const auto number = grammar::ReadNumberText(node.text)) {
    parameter->units = number->units;
  }
}

void TakeUnitsOfElements(const Node& given, Parameter* parameter) {
  for (const Node& item : given.items) {
    if (parameter->type == Type::kList) {
      return TakeUnits(item, &parameter->columns[0]);
    }
    for (Parameter& column : parameter->columns) {
      const auto found = std::find_if(
          item.members.begin(), item.members.end(),
          [&](const Member& one) { return one.key == column.name; });
      if (found != item.members.end()) TakeUnits(found->value, &column);
    }
  }
}

void Reader::ReadInitial(Role role, Settings* settings, Parameter* parameter) {
  const Member* given = settings->Find("default");
  if (given == nullptr) {
    if (role == Role::kParameter) {
      findings_.Error(settings->place(), "there is no default",
                      "a template works where nobody sets anything");
    }
    // The units of a column are those of its limits, or of its first row.
    for (const char* key : {"from", "to"}) {
      const Member* limit = settings->Find(key);
      if (limit != nullptr) TakeUnits(limit->value, parameter);
    }
    return ReadLimits(settings, parameter);
  }
  const Node& node = given->value;
  if (node.kind == Node::Kind::kScalar && node.text.empty()) {
    return findings_.Error(node.place, "default is empty",
                           "give it a value, or leave it out");
  }
  TakeUnits(node, parameter);
  if (IsSeveral(parameter->type)) TakeUnitsOfElements(node, parameter);
  ReadLimits(settings, parameter->type == Type::kList ? &parameter->columns[0]
                                                      : parameter);
  parameter->initial_text =
      node.kind == Node::Kind::kScalar ? node.text : NodeText(node);
  auto read = ReadValue(*parameter, node);
  if (const auto* refusal = std::get_if<Refusal>(&read)) {
    return findings_.Error(refusal->place.value_or(node.place),
                           "the default " + refusal->message, refusal->hint);
  }
  parameter->initial = std::get<Value>(std::move(read));
}

Parameter Reader::Read(const Member& named, Role role) {
  Parameter parameter;
  parameter.name = named.key;
  parameter.place = named.place;
  CheckName(named, role);
  Settings settings(
      named.value,
      (role == Role::kColumn ? "column " : "parameter ") + named.key,
      named.place, &findings_);
  ReadType(role, &settings, &parameter);
  ReadInitial(role, &settings, &parameter);
  if (const auto help = settings.FindText("help")) parameter.help = help->text;
  if (const auto variable = settings.FindText("replaces")) {
    parameter.replaces = variable->text;
  }
  settings.EndKeys({{"min", "did you mean from?"},
                    {"max", "did you mean to?"},
                    {"among", "it is of a choice"},
                    {"columns", "they are of a table"},
                    {"of", "it is of a list"}});
  return parameter;
}

}  // namespace

bool IsParameterName(std::string_view name) {
  return !name.empty() && base::IsLetter(name[0]) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return base::IsLetterOrDigit(c) || c == '_';
         });
}

std::vector<Parameter> ReadParameters(const Member& all,
                                      FileFindings* findings) {
  if (all.value.kind != Node::Kind::kMap) {
    findings->Error(all.place, "parameters is no map of names",
                    "a name and a colon stand above the settings of each");
  }
  std::vector<Parameter> parameters;
  for (const Member& named : all.value.members) {
    parameters.push_back(Reader(findings).Read(named, Role::kParameter));
  }
  return parameters;
}

}  // namespace rules::site
