// LoadSite: templates and the file of a site, read from their places, and all
// that is wrong with them.
#ifndef TOCSIN_RULES_SITE_LOAD_H_
#define TOCSIN_RULES_SITE_LOAD_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "rules/site/site_file.h"
#include "rules/site/template_file.h"

namespace rules::site {

/// Where they are if nobody says.
inline constexpr char kSitePath[] = "/etc/tocsin/site.yaml";
inline constexpr char kSetsPath[] = "/usr/share/tocsin/sets";

struct SitePaths {
  std::optional<std::string> sets;  // a template, or a folder of them
  /// Unset: kSitePath, or nothing is set where there is none.
  std::optional<std::string> site;
};

struct Site {
  std::vector<Template> templates;  // in the order of their paths
  SiteFile file{{}, {}, {"", ""}, {}};
  /// Of files, their rules as they are by default among them; a file may be
  /// there more than once.
  std::vector<Findings> findings;

  /// Null where there is none of this name.
  const Template* Find(const std::string& name) const;
  /// True if there are errors among the findings: nothing of it is to be run.
  bool IsWrong() const;
};

/// Below folders files *.rules are templates, but those whose names begin with
/// `.` or, to be included, with `_`.
/// `receivers`: whom webhooks of their rules may name.
/// Errors: what cannot be read, more than kMostEntries files and folders below
/// the folder, and two templates of one name. `at_fault` is then the one of
/// `paths` that it is about.
base::Result<Site> LoadSite(const SitePaths& paths,
                            const grammar::ReceiverNames& receivers = {},
                            std::string* at_fault = nullptr);

/// Looked at for templates, whatever they are.
inline constexpr std::size_t kMostEntries = 100'000;

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_LOAD_H_
