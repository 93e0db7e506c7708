// Level by level.
#include "rules/site/site_file.h"

#include <fnmatch.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/one_line.h"
#include "grammar/settings/settings.h"
#include "rules/site/glob.h"
#include "rules/site/parameter.h"

namespace rules::site {
namespace {

using base::yaml::Member;
using base::yaml::Node;
using grammar::FileFindings;
using grammar::Settings;
using Kind = Level::Kind;

constexpr const char* kKinds[] = {"site", "group", "label", "host"};

constexpr char kSettingHint[] =
    "the name of a template, a dot, and that of its parameter: "
    "disk_busy.busy: 90 %";

class Reader {
 public:
  explicit Reader(SiteFile* site) : site_(*site) {}

  void Read(const Node& root);

  FileFindings findings;

 private:
  void ReadLevels(const char* key, Kind kind, Settings* top);
  void ReadLevel(const Member& named, Kind kind);
  void ReadValues(const Member& values, Level* level);
  void ReadInstances(Settings* settings, const Level& of);
  void ReadHosts(Settings* settings, Level* level);
  void ReadLabels(const std::string& host, Settings* settings);
  bool IsText(const Node& node, const char* what, base::yaml::Place place);

  SiteFile& site_;
  std::vector<Level> of_instances_;
};

void Reader::Read(const Node& root) {
  if (root.kind == Node::Kind::kNull) return;
  Settings top(root, "a site", root.place, &findings);
  if (const Member* site = top.Find("site")) ReadLevel(*site, Kind::kSite);
  ReadLevels("groups", Kind::kGroup, &top);
  ReadLevels("labels", Kind::kLabel, &top);
  ReadLevels("hosts", Kind::kHost, &top);
  std::move(of_instances_.begin(), of_instances_.end(),
            std::back_inserter(site_.levels));
  top.EndKeys({{"values",
                "they stand below site:, groups:, labels: or "
                "hosts:"}});
}

void Reader::ReadLevels(const char* key, Kind kind, Settings* top) {
  const Member* all = top->Find(key);
  if (all == nullptr) return;
  if (all->value.kind != Node::Kind::kMap) {
    findings.Error(all->place, std::string(key) + " is no map of names",
                   "a name and a colon stand above the settings of each");
  }
  for (const Member& named : all->value.members) ReadLevel(named, kind);
}

void Reader::ReadLevel(const Member& named, Kind kind) {
  Level level;
  level.kind = kind;
  level.name = kind == Kind::kSite ? "" : named.key;
  level.place = named.place;
  if (kind == Kind::kLabel && named.key.find('=') == named.key.npos) {
    findings.Error(named.place, "this is no label", "such as role=db");
  }
  Settings settings(named.value, level.Text(), named.place, &findings);
  if (const Member* values = settings.Find("values")) {
    ReadValues(*values, &level);
  }
  if (kind == Kind::kGroup) ReadHosts(&settings, &level);
  if (kind == Kind::kHost) ReadLabels(named.key, &settings);
  ReadInstances(&settings, level);
  settings.EndKeys({{"instance", "did you mean instances?"}});
  site_.levels.push_back(std::move(level));
}

void Reader::ReadInstances(Settings* settings, const Level& of) {
  const Member* all = settings->Find("instances");
  if (all == nullptr) return;
  if (all->value.kind != Node::Kind::kMap) {
    return findings.Error(all->place, "instances is no map of globs",
                          "sd*: {disk_busy.busy: 98 %}");
  }
  for (const Member& named : all->value.members) {
    Level level = of;
    level.settings.clear();
    level.instances = named.key;
    level.place = named.place;
    const auto regex = RegexOfGlob(named.key);
    const auto pattern = base::Pattern::Compile(regex.value_or("("));
    if (named.key.empty() || !regex || !pattern) {
      findings.Error(named.place, "this is no glob",
                     "such as sd*, sd[a-c] or nvme?n1");
      continue;
    }
    level.pattern = *pattern;
    ReadValues(named, &level);
    of_instances_.push_back(std::move(level));
  }
}

void Reader::ReadValues(const Member& values, Level* level) {
  if (values.value.kind == Node::Kind::kNull) return;
  if (values.value.kind != Node::Kind::kMap) {
    return findings.Error(
        values.place, base::OneLine(values.key) + " is no map", kSettingHint);
  }
  for (const Member& one : values.value.members) {
    const std::size_t dot = one.key.find('.');
    if (dot == one.key.npos) {
      findings.Error(one.place, "this names no parameter", kSettingHint);
    } else if (one.value.kind == Node::Kind::kNull) {
      findings.Error(one.place, one.key + " has no value",
                     "give it one, or leave it out");
    } else {
      level->settings.push_back({one.key.substr(0, dot),
                                 one.key.substr(dot + 1), one.value,
                                 one.place});
    }
  }
}

void Reader::ReadHosts(Settings* settings, Level* level) {
  const Member* hosts = settings->Find("hosts");
  if (hosts == nullptr) {
    return findings.Error(level->place, level->Text() + " has no hosts",
                          "hosts: [db1, db2*]");
  }
  for (const Node& one : hosts->value.items) {
    if (IsText(one, "a pattern of hosts", one.place)) {
      level->hosts.push_back(one.text);
    }
  }
  if (hosts->value.items.empty()) {
    findings.Error(hosts->place, "hosts is no list of names",
                   "hosts: [db1, db2*]");
  }
}

void Reader::ReadLabels(const std::string& host, Settings* settings) {
  Labels& labels = site_.labels[host];
  const Member* all = settings->Find("labels");
  if (all == nullptr) return;
  if (all->value.kind != Node::Kind::kMap) {
    findings.Error(all->place, "labels is no map", "labels: {role: db}");
  }
  for (const Member& one : all->value.members) {
    if (IsText(one.value, "the value of a label", one.place)) {
      labels[one.key] = one.value.text;
    }
  }
}

/// Whether `node`, which is `what`, has one; else it is told, of nothing at all
/// at `place`.
bool Reader::IsText(const Node& node, const char* what,
                    base::yaml::Place place) {
  if (node.kind == Node::Kind::kScalar && !node.text.empty()) return true;
  const bool nothing =
      node.kind == Node::Kind::kNull || node.kind == Node::Kind::kScalar;
  findings.Error(nothing ? place : node.place,
                 std::string(what) + (nothing ? " is empty" : " is one text"),
                 nothing ? "give it a text, or leave it out"
                         : "one that begins with { or [ stands in quotes");
  return false;
}

}  // namespace

std::string Level::Text() const {
  std::string text = kKinds[static_cast<std::size_t>(kind)];
  if (!name.empty()) text += ' ' + name;
  return instances.empty() ? text : text + ", " + instances;
}

std::string Setting::Text() const {
  return value.kind == Node::Kind::kScalar ? value.text : NodeText(value);
}

bool SiteFile::Applies(const Level& level, std::string_view host) const {
  switch (level.kind) {
    case Kind::kSite:
      return true;
    case Kind::kGroup:
      return std::any_of(level.hosts.begin(), level.hosts.end(),
                         [name = std::string(host)](const std::string& one) {
                           return ::fnmatch(one.c_str(), name.c_str(), 0) == 0;
                         });
    case Kind::kLabel: {
      const auto found = labels.find(host);
      if (found == labels.end()) return false;
      const std::size_t equals = level.name.find('=');
      const auto label = found->second.find(level.name.substr(0, equals));
      return label != found->second.end() &&
             label->second == level.name.substr(equals + 1);
    }
    case Kind::kHost:
      return level.name == host;
  }
  return false;
}

SiteFile ReadSite(const std::string& path, const std::string& text) {
  SiteFile site{{}, {}, {path, text}, {}};
  Reader reader(&site);
  const auto tree = base::yaml::Parse(text);
  reader.findings.AddFaults(tree);
  if (tree.whole) reader.Read(tree.root);
  site.diagnostics = reader.findings.TakeInOrder();
  return site;
}

}  // namespace rules::site
