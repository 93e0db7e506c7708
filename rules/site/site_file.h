// SiteFile: what a site gives to parameters of templates, at which level, and
// for which hosts. Source: FORMAT.md, "A site".
#ifndef TOCSIN_RULES_SITE_SITE_FILE_H_
#define TOCSIN_RULES_SITE_SITE_FILE_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/yaml.h"
#include "grammar/diagnostic.h"
#include "grammar/source_text.h"

namespace rules::site {

/// RULE.PARAMETER: a text. What it is the template says.
struct Setting {
  std::string rule;
  std::string parameter;
  std::string text;
  base::yaml::Place key;
  base::yaml::Place place;  // of the text
};

/// Values for some hosts. A later level counts more.
struct Level {
  enum class Kind { kSite, kGroup, kLabel, kHost };
  Kind kind = Kind::kSite;
  std::string name;                // of a label NAME=VALUE
  std::vector<std::string> hosts;  // of a group: patterns, as in fnmatch(3)
  std::vector<Setting> settings;
  base::yaml::Place place;

  /// As `group db`.
  std::string Text() const;
};

using Labels = std::map<std::string, std::string>;

struct SiteFile {
  /// The site, groups, labels and hosts, each in the order of the file.
  std::vector<Level> levels;
  std::map<std::string, Labels, std::less<>>
      labels;  // of hosts, by their names
  grammar::SourceText source;
  std::vector<grammar::Diagnostic> diagnostics;

  /// Whether `level` is for `host`.
  bool Applies(const Level& level, std::string_view host) const;
};

/// Reads the `text` of the file `path`.
SiteFile ReadSite(const std::string& path, const std::string& text);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_SITE_FILE_H_
