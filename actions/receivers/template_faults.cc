// Tag by tag, with the sections that are open.
#include "actions/receivers/template_faults.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "actions/receivers/template_length.h"
#include "base/yaml/yaml.h"
#include "grammar/nearest.h"

namespace actions {
namespace {

/// All that may stand in {{ }}.
const std::vector<std::string>& Names() {
  static const std::vector<std::string> names = {
      "version",  "id",    "rule",    "time", "text",     "texts", "host",
      "instance", "value", "context", "more", "bindings", "."};
  return names;
}

constexpr std::size_t kDeepest = 64;

/// What is no word may be anything of the template, a key too.
std::string Shown(std::string_view name) {
  const bool word = name.empty() || name == "." || base::yaml::IsPlainKey(name);
  return std::string(word ? name : "...");
}

std::string Tag(std::string_view kind, std::string_view name) {
  return "{{" + std::string(kind) + Shown(name) + "}}";
}

/// How many bytes of a tag may be shown: all, or what it begins with.
std::size_t ShownBytes(std::string_view tag) {
  constexpr std::size_t kBraces = 2;
  std::string_view name = tag;
  name.remove_prefix(std::min(name.find_first_not_of("{#^/& \t"), name.size()));
  name = name.substr(0, name.find_last_not_of("} \t") + 1);
  return name == Shown(name) ? tag.size() : kBraces;
}

class Check {
 public:
  explicit Check(bool escaped) : escaped_(escaped) {}

  /// What is told from here on is of the tag that has [begin, end) of `text`.
  void GoTo(std::string_view text, std::size_t begin, std::size_t end);
  void Take(std::string_view tag);
  void Unclosed() { Fault("{{ without }}", ""); }
  std::vector<TemplateFault> End();

 private:
  struct Section {
    std::string name;
    TemplateFault place;  // without words
  };

  void Fault(const std::string& message, const std::string& hint) {
    faults_.push_back({message, hint, place_.begin, place_.end, place_.shown});
  }
  bool IsKnown(const std::string& name);
  void Open(const std::string& kind, const std::string& name);
  void Close(const std::string& name);
  void Pop();

  bool escaped_;
  TemplateFault place_ = {};  // without words
  std::vector<Section> open_ = {};
  std::map<std::string, int> opened_ = {};  // how many of open_ have a name
  std::vector<TemplateFault> faults_ = {};
};

void Check::GoTo(std::string_view text, std::size_t begin, std::size_t end) {
  place_ = {"", "", begin, end, ShownBytes(text.substr(begin, end - begin))};
}

void Check::Take(std::string_view tag) {
  const std::string kind(tag.substr(0, 1));
  if (kind == "!") return;
  if (kind == ">" || kind == "=")
    return Fault("{{" + kind + " is not taken", "");
  const bool raw = kind == "&" || kind == "{";
  const bool section = kind == "#" || kind == "^" || kind == "/";
  if (raw && escaped_) {
    Fault("{{" + kind + " is not escaped",
          "in JSON {{name}} makes a text what may stand in quotes");
  }
  if (raw || section) tag.remove_prefix(1);
  tag.remove_prefix(std::min(tag.find_first_not_of(" \t\r\n"), tag.size()));
  const std::string name(tag);
  const bool known = IsKnown(name);
  if (kind == "/") return Close(name);
  if (section) return Open(known ? kind : "", name);
  if (name == "bindings" || name == "texts" || name == "more") {
    Fault(Tag("", name) + " is no value",
          "it is a section: " + Tag("#", name) + "..." + Tag("/", name));
  }
}

bool Check::IsKnown(const std::string& name) {
  const auto& names = Names();
  if (std::find(names.begin(), names.end(), name) != names.end()) return true;
  const std::string meant = grammar::Nearest(name, names);
  std::string hint = "did you mean " + Tag("", meant) + "?";
  if (meant.empty()) {
    hint = "there are";
    for (const std::string& one : names) hint += ' ' + one;
  }
  Fault("there is no " + Tag("", name), hint);
  return false;
}

/// A list within itself would be as long as a power of it. The library calls
/// itself for each that is within another.
void Check::Open(const std::string& kind, const std::string& name) {
  if (kind != "" && name == "more" && opened_["bindings"] == 0) {
    Fault(Tag(kind, name) + " stands in no {{#bindings}}", "");
  }
  const bool list = name == "bindings" || name == "texts";
  if (kind == "#" && list && opened_[name] > 0) {
    Fault(Tag(kind, name) + " stands within itself", "");
  } else if (open_.size() == kDeepest) {
    Fault(
        "more than " + std::to_string(kDeepest) + " sections within each other",
        "");
  }
  ++opened_[name];
  open_.push_back({name, place_});
}

/// One that is not the last opened ends all that were opened in it, if it was
/// opened at all.
void Check::Close(const std::string& name) {
  if (opened_[name] == 0) {
    return Fault("there is no section that " + Tag("/", name) + " ends", "");
  }
  while (open_.back().name != name) {
    Fault(Tag("/", name) + " ends a section within which " +
              Tag("#", open_.back().name) + " is open",
          Tag("/", open_.back().name) + " stands before it");
    Pop();
  }
  Pop();
}

void Check::Pop() {
  --opened_[open_.back().name];
  open_.pop_back();
}

std::vector<TemplateFault> Check::End() {
  for (const Section& one : open_) {
    place_ = one.place;
    Fault("the section " + Shown(one.name) + " has no end",
          "it ends with " + Tag("/", one.name));
  }
  std::stable_sort(
      faults_.begin(), faults_.end(),
      [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return std::move(faults_);
}

}  // namespace

std::vector<TemplateFault> TagFaultsOf(std::string_view text, bool escaped) {
  Check check(escaped);
  for (std::size_t at = text.find("{{"); at != text.npos;) {
    const std::size_t end = text.find("}}", at);
    if (end == text.npos) {
      check.GoTo(text, at, at + 2);
      check.Unclosed();
      break;
    }
    check.GoTo(text, at, end + 2);
    check.Take(TagAt(text, at));
    at = text.find("{{", end);
  }
  return check.End();
}

}  // namespace actions
