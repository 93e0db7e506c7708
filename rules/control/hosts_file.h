// HostsFile: the hosts of a site in YAML, and the rules of each; and lists of
// hosts that other tools write. Source: rules/control/FORMAT.md, "Hosts".
#ifndef TOCSIN_RULES_CONTROL_HOSTS_FILE_H_
#define TOCSIN_RULES_CONTROL_HOSTS_FILE_H_

#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "base/yaml/yaml.h"
#include "grammar/diagnostic.h"
#include "grammar/source_text.h"

namespace rules::control {

/// A host, and what is its own.
struct SiteHost {
  std::string name;
  std::string address;             // as -h
  std::vector<std::string> rules;  // paths, as they are written
  base::Duration interval;         // none: 0
  base::yaml::Place place;
  base::yaml::Place address_place;  // where that is said
};

struct HostsFile {
  grammar::SourceText source;
  std::vector<std::string> rules;  // of every host
  base::Duration interval;         // of every host; none: 0
  std::vector<SiteHost> hosts;
  std::vector<std::string> lists;  // files with more of them: patterns
  std::vector<grammar::Diagnostic> diagnostics;
};

/// Reads the `text` of the file `path`. That a host stands twice is for who
/// reads the lists, too.
HostsFile ReadHosts(const std::string& path, const std::string& text);

/// The hosts of a list: of names, or of groups of `targets` as Prometheus has
/// them in files; no other members than the last two of a HostsFile.
HostsFile ReadHostList(const std::string& path, const std::string& text);

}  // namespace rules::control

#endif  // TOCSIN_RULES_CONTROL_HOSTS_FILE_H_
