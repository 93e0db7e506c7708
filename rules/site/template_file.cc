// The head is read as YAML, the rest stays as it is.
#include "rules/site/template_file.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <utility>

#include "base/yaml/yaml.h"
#include "grammar/settings/settings.h"

namespace rules::site {
namespace {

namespace fs = std::filesystem;

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

/// A template and the files that it includes, each of them once.
class Reader {
 public:
  Reader(const FileReader& read, Template* to) : read_(read), to_(*to) {}

  /// What is wrong with the file itself.
  std::vector<grammar::Diagnostic> Read(const std::string& path,
                                        const std::string& text);

  std::vector<Findings> included;

 private:
  bool IsOwn() const { return open_.size() == 1; }
  void ReadHead(const Node& head);
  void ReadWords(Settings* settings);
  void ReadEnabled(Settings* settings);
  void ReadIncludes(const Member& include);
  void Include(const Node& name);
  void AddParameters(const Member& all);

  const FileReader& read_;
  Template& to_;
  const grammar::SourceText* source_ = nullptr;  // of the file that is read
  FileFindings* findings_ = nullptr;             // of it
  std::vector<std::string> open_;  // files, each included by the one before
  std::set<std::string> done_;
};

void Reader::ReadEnabled(Settings* settings) {
  Parameter enabled;
  enabled.name = kEnabled;
  enabled.type = Type::kFlag;
  enabled.initial = {true, "yes"};
  enabled.initial_text = "yes";
  enabled.help = "whether its rules are in force";
  if (const auto text = settings->FindText(kEnabled)) {
    auto read = ReadValue(enabled, text->text);
    if (const auto* refusal = std::get_if<Refusal>(&read)) {
      findings_->Error(text->place, "enabled " + refusal->message);
    } else {
      enabled.initial = std::get<Value>(std::move(read));
      enabled.initial_text = text->text;
      enabled.place = text->place;
    }
  }
  enabled.file = source_->name();
  enabled.line = source_->PositionAt(enabled.place.begin).line;
  if (IsOwn()) to_.parameters.push_back(std::move(enabled));
}

/// Of a file that is included they say nothing.
void Reader::ReadWords(Settings* settings) {
  Template ignored = to_;
  Template& to = IsOwn() ? to_ : ignored;
  if (const auto text = settings->FindText("summary")) to.summary = text->text;
  if (const auto text = settings->FindText("advice")) to.advice = text->text;
  if (const auto text = settings->FindText("replaces")) {
    to.replaces = text->text;
  }
  settings->ReadChoice("severity", kSeverities, &to.severity);
}

void Reader::AddParameters(const Member& all) {
  for (Parameter& one : ReadParameters(all, findings_)) {
    one.file = source_->name();
    one.line = source_->PositionAt(one.place.begin).line;
    if (const Parameter* taken = to_.Find(one.name);
        taken != nullptr && taken->name != kEnabled) {
      findings_->Error(one.place, one.name + " is a parameter already, of " +
                                      taken->Origin());
      continue;
    }
    to_.parameters.push_back(std::move(one));
  }
}

void Reader::ReadHead(const Node& head) {
  if (head.kind == Node::Kind::kNull) {
    const Node nothing{Node::Kind::kMap, {}, {}, {}, {}};
    Settings none(nothing, "a template", {}, findings_);
    return ReadEnabled(&none);
  }
  Settings settings(head, "a template", head.place, findings_);
  ReadEnabled(&settings);
  ReadWords(&settings);
  if (const Member* include = settings.Find("include")) ReadIncludes(*include);
  if (const Member* all = settings.Find("parameters")) AddParameters(*all);
  settings.EndKeys({{"parameter", "did you mean parameters?"},
                    {"includes", "did you mean include?"}});
}

void Reader::ReadIncludes(const Member& include) {
  const Node& value = include.value;
  if (value.kind == Node::Kind::kScalar) return Include(value);
  if (value.kind != Node::Kind::kSequence) {
    return findings_->Error(include.place, "include is no list of files",
                            "such as include: [_windows.rules]");
  }
  for (const Node& name : value.items) Include(name);
}

void Reader::Include(const Node& name) {
  const std::string path =
      (fs::path(open_.back()).parent_path() / name.text).lexically_normal();
  if (name.kind != Node::Kind::kScalar || name.text.empty()) {
    return findings_->Error(name.place, "this is no name of a file");
  }
  if (std::find(open_.begin(), open_.end(), path) != open_.end()) {
    std::string circle;
    for (const std::string& one : open_) circle += one + " includes ";
    return findings_->Error(name.place, "these include one another",
                            circle + path);
  }
  if (open_.size() == kMostOpen) {
    return findings_->Error(
        name.place,
        "more than " + std::to_string(kMostOpen) +
            " files would include one another in a row",
        "one file may include several: include: [_a.rules, _b.rules]");
  }
  if (!done_.insert(path).second) return;
  const auto text = read_ ? read_(path)
                          : base::Error{base::ErrorCode::kNotFound,
                                        "files are not read here"};
  if (!text) {
    return findings_->Error(name.place,
                            "this is not included: " + text.error().message,
                            "its name is as seen from the folder of this file");
  }
  const auto* source = source_;
  FileFindings* findings = findings_;
  auto diagnostics = Read(path, *text);
  if (!diagnostics.empty()) {
    included.push_back({{path, *text}, std::move(diagnostics)});
  }
  source_ = source;
  findings_ = findings;
}

std::vector<grammar::Diagnostic> Reader::Read(const std::string& path,
                                              const std::string& text) {
  FileFindings findings;
  const grammar::SourceText source(path, text);
  findings_ = &findings;
  source_ = &source;
  open_.push_back(fs::path(path).lexically_normal());
  const Head head = FindHead(text);
  if (head.open) {
    findings.Error({0, kMark.size()}, "this head has no end",
                   "a line --- stands between it and the rules");
  }
  const auto tree =
      base::yaml::Parse(std::string_view(text).substr(0, head.end));
  findings.AddFaults(tree);
  if (tree.whole) ReadHead(tree.root);
  RulesText rules{source, ReadSections(text, head.rules, &findings)};
  if (tree.whole) CheckSections(rules.sections, to_.parameters, &findings);
  to_.texts.push_back(std::move(rules));
  open_.pop_back();
  return findings.TakeInOrder();
}

}  // namespace

const Parameter* Template::Find(std::string_view parameter) const {
  const auto found = std::find_if(
      parameters.begin(), parameters.end(),
      [parameter](const Parameter& one) { return one.name == parameter; });
  return found == parameters.end() ? nullptr : &*found;
}

TemplateFile ReadTemplate(const std::string& path, const std::string& text,
                          const FileReader& read) {
  TemplateFile file{{.name = fs::path(path).stem().string(),
                     .summary = {},
                     .advice = {},
                     .severity = "warning",
                     .replaces = {},
                     .parameters = {},
                     .source = {path, text},
                     .texts = {}},
                    {},
                    {}};
  Reader reader(read, &file.read);
  file.diagnostics = reader.Read(path, text);
  file.included = std::move(reader.included);
  return file;
}

}  // namespace rules::site
