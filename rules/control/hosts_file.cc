// Key by key; a host whose text says nothing has what all have.
#include "rules/control/hosts_file.h"

#include <algorithm>
#include <utility>

#include "grammar/settings/settings.h"

namespace rules::control {
namespace {

using base::yaml::Member;
using base::yaml::Node;
using grammar::FileFindings;
using grammar::Settings;

constexpr base::Duration kMostInterval{24 * grammar::kOneHour.ns};

class Reader {
 public:
  explicit Reader(HostsFile* file) : file_(*file) {}

  void ReadSite(const Node& root);
  void ReadList(const Node& root);

  FileFindings findings;

 private:
  void RefuseDeep(const Node& root);
  void ReadHost(const Member& named);
  void AddHost(const Node& named);
  void ReadTexts(const char* key, Settings* settings,
                 std::vector<std::string>* texts);
  void AddTargets(const Node& group);

  HostsFile& file_;
};

void Reader::ReadSite(const Node& root) {
  if (root.kind == Node::Kind::kNull) {
    return findings.Error(root.place, "the file says nothing of hosts",
                          "hosts: {} is a site without hosts");
  }
  Settings top(root, "a site", root.place, &findings);
  ReadTexts("rules", &top, &file_.rules);
  top.ReadTime("interval", kMostInterval, &file_.interval);
  ReadTexts("hosts_from", &top, &file_.lists);
  RefuseDeep(root);
  const Member* hosts = top.Find("hosts");
  if (hosts != nullptr && hosts->value.kind == Node::Kind::kMap) {
    for (const Member& one : hosts->value.members) ReadHost(one);
  } else if (hosts != nullptr) {
    ReadList(hosts->value);
  }
  top.EndKeys();
}

/// To others it means folders below folders.
void Reader::RefuseDeep(const Node& root) {
  for (const Member& one : root.members) {
    if (one.key != "hosts_from") continue;
    std::vector<Node> items = one.value.items;
    items.push_back(one.value);
    for (const Node& item : items) {
      if (item.text.find("**") == item.text.npos) continue;
      findings.Error(item.place, "** is no more than * here",
                     "write a * for each folder, such as /run/found/*/*.json");
      file_.lists.clear();
    }
  }
}

void Reader::ReadHost(const Member& named) {
  SiteHost host;
  host.name = host.address = named.key;
  host.place = host.address_place = named.place;
  if (named.value.kind != Node::Kind::kNull) {
    Settings settings(named.value, "host " + named.key, named.place, &findings);
    if (auto address = settings.FindText("address")) {
      host.address = std::move(address->text);
      host.address_place = address->place;
    }
    ReadTexts("rules", &settings, &host.rules);
    settings.ReadTime("interval", kMostInterval, &host.interval);
    settings.EndKeys();
  }
  if (host.name.empty()) {
    return findings.Error(host.place, "a host has a name");
  }
  file_.hosts.push_back(std::move(host));
}

/// One text, or a list of them.
void Reader::ReadTexts(const char* key, Settings* settings,
                       std::vector<std::string>* texts) {
  const Member* found = settings->Find(key);
  if (found == nullptr) return;
  std::vector<Node> items = found->value.items;
  if (found->value.kind == Node::Kind::kScalar) items = {found->value};
  const bool all = std::all_of(items.begin(), items.end(), [](const Node& one) {
    return one.kind == Node::Kind::kScalar && !one.text.empty();
  });
  if (items.empty() || !all) {
    return findings.Error(found->place,
                          std::string(key) + " is no list of paths",
                          "such as [base.pmie, disks.pmie]");
  }
  for (const Node& one : items) texts->push_back(one.text);
}

void Reader::AddHost(const Node& named) {
  file_.hosts.push_back(
      {named.text, named.text, {}, {}, named.place, named.place});
}

void Reader::ReadList(const Node& root) {
  if (root.kind == Node::Kind::kNull) return;
  if (root.kind != Node::Kind::kSequence) {
    return findings.Error(root.place, "this is no list of hosts",
                          "such as [web1, web2]");
  }
  for (const Node& one : root.items) {
    if (one.kind == Node::Kind::kScalar) {
      AddHost(one);
    } else {
      AddTargets(one);
    }
  }
}

void Reader::AddTargets(const Node& group) {
  const auto at =
      std::find_if(group.members.begin(), group.members.end(),
                   [](const Member& one) { return one.key == "targets"; });
  if (at == group.members.end()) {
    return findings.Error(group.place, "this is neither a host nor targets",
                          "such as {targets: [web1, web2]}");
  }
  for (const Node& one : at->value.items) {
    AddHost(one);
  }
}

HostsFile Read(const std::string& path, const std::string& text,
               void (Reader::*read)(const Node&)) {
  HostsFile file{grammar::SourceText(path, text), {}, {}, {}, {}, {}};
  Reader reader(&file);
  const auto tree = base::yaml::Parse(text);
  reader.findings.AddFaults(tree);
  if (tree.whole) (reader.*read)(tree.root);
  file.diagnostics = reader.findings.TakeInOrder();
  return file;
}

}  // namespace

HostsFile ReadHosts(const std::string& path, const std::string& text) {
  return Read(path, text, &Reader::ReadSite);
}

/// One that has nothing is being written.
HostsFile ReadHostList(const std::string& path, const std::string& text) {
  HostsFile file = Read(path, text, &Reader::ReadList);
  if (text.find_first_not_of(" \t\r\n") == text.npos) {
    file.diagnostics.push_back({grammar::Severity::kError,
                                {},
                                "the file is empty",
                                "[] is a list without hosts",
                                {},
                                {}});
  }
  return file;
}

}  // namespace rules::control
