// SiteFile: what a site gives to parameters of templates, at which level, and
// for which hosts. Source: FORMAT.md, "A site".
#ifndef TOCSIN_RULES_SITE_SITE_FILE_H_
#define TOCSIN_RULES_SITE_SITE_FILE_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/pattern.h"
#include "base/yaml/yaml.h"
#include "grammar/diagnostic.h"
#include "grammar/receiver.h"
#include "grammar/source_text.h"

namespace rules::site {

/// RULE.PARAMETER: a value. What it is the template says.
struct Setting {
  std::string rule;
  std::string parameter;
  base::yaml::Node value;
  base::yaml::Place key;

  /// As it was written, a list or a table in one line.
  std::string Text() const;
};

/// Values for some hosts, or for some instances of theirs. A later level counts
/// more.
struct Level {
  enum class Kind { kSite, kGroup, kLabel, kHost };
  Kind kind = Kind::kSite;
  std::string name;                // of a label NAME=VALUE
  std::vector<std::string> hosts;  // of a group: patterns, as in fnmatch(3)
  std::string instances;           // a glob; empty: for all of a host
  /// What instances match; null where it is for all, or no glob.
  std::shared_ptr<const base::Pattern> pattern;
  std::vector<Setting> settings;
  base::yaml::Place place;

  /// As `group db`, `host db1, sd*`.
  std::string Text() const;
};

using Labels = std::map<std::string, std::string>;

struct SiteFile {
  /// The site, groups, labels and hosts, each in the order of the file; then
  /// those of instances in the same order.
  std::vector<Level> levels;
  std::map<std::string, Labels, std::less<>>
      labels;  // of hosts, by their names
  grammar::SourceText source;
  std::vector<grammar::Diagnostic> diagnostics;
  grammar::ReceiverNames receivers = {};  // whom webhooks of rules may name

  /// Whether `level` is for `host`, or for instances of it.
  bool Applies(const Level& level, std::string_view host) const;
};

/// Reads the `text` of the file `path`.
SiteFile ReadSite(const std::string& path, const std::string& text);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_SITE_FILE_H_
