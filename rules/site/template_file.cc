// The head is read as YAML, the rest stays as it is.
#include "rules/site/template_file.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/ascii.h"
#include "base/yaml/yaml.h"
#include "grammar/number_text.h"
#include "grammar/settings/settings.h"

namespace rules::site {
namespace {

using base::yaml::Member;
using base::yaml::Node;
using grammar::FileFindings;
using grammar::Settings;

constexpr std::string_view kMark = "---";

constexpr std::pair<const char*, const char*> kSeverities[] = {
    {"info", "info"}, {"warning", "warning"}, {"critical", "critical"}};

/// Where the line behind the one at `begin` begins.
std::size_t NextLine(std::string_view text, std::size_t begin) {
  const std::size_t end = text.find('\n', begin);
  return end == text.npos ? text.size() : end + 1;
}

std::string_view LineAt(std::string_view text, std::size_t begin) {
  const std::string_view line =
      text.substr(begin, NextLine(text, begin) - begin);
  return line.substr(0, line.find_last_not_of(" \t\r\n") + 1);
}

/// A head: where its closing line begins and ends. Both 0: there is none.
struct Head {
  std::size_t end = 0;
  std::size_t rules = 0;
  bool open = false;  // it has no end
};

Head FindHead(std::string_view text) {
  if (LineAt(text, 0) != kMark) return {};
  for (std::size_t at = NextLine(text, 0); at < text.size();
       at = NextLine(text, at)) {
    if (LineAt(text, at) == kMark) return {at, NextLine(text, at)};
  }
  return {text.size(), text.size(), true};
}

/// The rules, with blanks for the head, so that each byte is where it was.
std::string WithoutHead(std::string text, std::size_t end) {
  std::replace_if(
      text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end),
      [](char c) { return c != '\n'; }, ' ');
  return text;
}

/// As the scanner reads it behind a $.
bool IsParameterName(std::string_view name) {
  return !name.empty() && base::IsLetter(name[0]) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return base::IsLetterOrDigit(c) || c == '_';
         });
}

class Reader {
 public:
  void Read(const Node& head, Template* to);

  FileFindings findings;

 private:
  void ReadParameter(const Member& named, Template* to);
  void ReadRange(Settings* settings, Parameter* parameter);
  void ReadAmong(Settings* settings, Parameter* parameter);
  void ReadInitial(Settings* settings, Parameter* parameter);
  void ReadEnabled(Settings* settings, Template* to);
};

/// The limit `key`, in the units of the default.
void ReadLimit(const char* key, Settings* settings, const Parameter& parameter,
               std::optional<double>* limit) {
  const auto text = settings->FindText(key);
  if (!text) return;
  Parameter free = parameter;
  free.from.reset();
  free.to.reset();
  const auto read = ReadValue(free, text->text);
  if (const auto* refusal = std::get_if<Refusal>(&read)) {
    return settings->findings().Error(
        text->place, key + (' ' + refusal->message), refusal->hint);
  }
  const auto* number = std::get_if<double>(&std::get<Value>(read).value);
  if (number != nullptr) *limit = *number;
}

void Reader::ReadAmong(Settings* settings, Parameter* parameter) {
  const Member* among = settings->Find("among");
  if (among == nullptr) return;
  for (const Node& one : among->value.items) {
    parameter->among.push_back(one.text);
  }
  const bool texts = std::all_of(
      among->value.items.begin(), among->value.items.end(),
      [](const Node& one) { return one.kind == Node::Kind::kScalar; });
  if (parameter->among.empty() || !texts) {
    findings.Error(among->place, "among is no list of texts",
                   "such as [low, high]");
  }
}

/// The default is read without limits first: these may have its units.
void Reader::ReadInitial(Settings* settings, Parameter* parameter) {
  const auto text = settings->FindText("default");
  if (!text) {
    if (settings->Find("default") == nullptr) {
      findings.Error(settings->place(), "there is no default",
                     "a template works where nobody sets anything");
    }
    return;
  }
  parameter->initial_text = text->text;
  if (parameter->type == Type::kNumber) {
    if (const auto number = grammar::ReadNumberText(text->text)) {
      parameter->units = number->units;
    }
  }
  ReadRange(settings, parameter);
  auto read = ReadValue(*parameter, text->text);
  if (const auto* refusal = std::get_if<Refusal>(&read)) {
    return findings.Error(text->place, "the default " + refusal->message,
                          refusal->hint);
  }
  parameter->initial = std::get<Value>(std::move(read));
}

void Reader::ReadRange(Settings* settings, Parameter* parameter) {
  if (parameter->type == Type::kPercentage) {
    parameter->from = 0;
    parameter->to = 100;
  }
  if (parameter->type > Type::kDuration) return;
  ReadLimit("from", settings, *parameter, &parameter->from);
  ReadLimit("to", settings, *parameter, &parameter->to);
  if (parameter->from && parameter->to && *parameter->from > *parameter->to) {
    findings.Error(settings->place(), "from is above to");
  }
}

void Reader::ReadParameter(const Member& named, Template* to) {
  Parameter parameter;
  parameter.name = named.key;
  parameter.place = named.place;
  if (!IsParameterName(named.key)) {
    findings.Error(named.place, "this is no name of a parameter",
                   "a name is a letter, and then letters, digits and _");
  } else if (named.key == kEnabled) {
    findings.Error(named.place, "each template has a parameter of this name",
                   "where it is off at first, enabled: no stands above "
                   "parameters");
  }
  Settings settings(named.value, "parameter " + named.key, named.place,
                    &findings);
  settings.ReadChoice("type", kTypes, &parameter.type);
  if (parameter.type == Type::kChoice) ReadAmong(&settings, &parameter);
  ReadInitial(&settings, &parameter);
  if (const auto help = settings.FindText("help")) parameter.help = help->text;
  settings.EndKeys(
      {{"min", "did you mean from?"}, {"max", "did you mean to?"}});
  to->parameters.push_back(std::move(parameter));
}

void Reader::ReadEnabled(Settings* settings, Template* to) {
  Parameter enabled;
  enabled.name = kEnabled;
  enabled.type = Type::kFlag;
  enabled.initial = {true, "yes"};
  enabled.initial_text = "yes";
  enabled.help = "whether its rules are in force";
  if (const auto text = settings->FindText(kEnabled)) {
    auto read = ReadValue(enabled, text->text);
    if (const auto* refusal = std::get_if<Refusal>(&read)) {
      findings.Error(text->place, "enabled " + refusal->message);
    } else {
      enabled.initial = std::get<Value>(std::move(read));
      enabled.initial_text = text->text;
      enabled.place = text->place;
    }
  }
  to->parameters.push_back(std::move(enabled));
}

void Reader::Read(const Node& head, Template* to) {
  if (head.kind == Node::Kind::kNull) {
    const Node nothing{Node::Kind::kMap, {}, {}, {}, {}};
    Settings none(nothing, "a template", {}, &findings);
    return ReadEnabled(&none, to);
  }
  Settings settings(head, "a template", head.place, &findings);
  ReadEnabled(&settings, to);
  if (const auto text = settings.FindText("summary")) to->summary = text->text;
  if (const auto text = settings.FindText("advice")) to->advice = text->text;
  if (const auto text = settings.FindText("replaces"))
    to->replaces = text->text;
  settings.ReadChoice("severity", kSeverities, &to->severity);
  if (const Member* all = settings.Find("parameters")) {
    if (all->value.kind != Node::Kind::kMap) {
      findings.Error(all->place, "parameters is no map of names",
                     "a name and a colon stand above the settings of each");
    }
    for (const Member& named : all->value.members) ReadParameter(named, to);
  }
  settings.EndKeys({{"parameter", "did you mean parameters?"}});
}

}  // namespace

const Parameter* Template::Find(std::string_view parameter) const {
  const auto found = std::find_if(
      parameters.begin(), parameters.end(),
      [parameter](const Parameter& one) { return one.name == parameter; });
  return found == parameters.end() ? nullptr : &*found;
}

TemplateFile ReadTemplate(const std::string& path, const std::string& text) {
  const Head head = FindHead(text);
  TemplateFile file{{.name = std::filesystem::path(path).stem().string(),
                     .summary = {},
                     .advice = {},
                     .severity = "warning",
                     .replaces = {},
                     .parameters = {},
                     .source = {path, text},
                     .rules = {path, WithoutHead(text, head.rules)}},
                    {}};
  Reader reader;
  if (head.open) {
    reader.findings.Error({0, kMark.size()}, "this head has no end",
                          "a line --- stands between it and the rules");
  }
  const auto tree =
      base::yaml::Parse(std::string_view(text).substr(0, head.end));
  reader.findings.AddFaults(tree);
  if (tree.whole) reader.Read(tree.root, &file.read);
  file.diagnostics = reader.findings.TakeInOrder();
  return file;
}

}  // namespace rules::site
