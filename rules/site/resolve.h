// Resolve: which value a parameter has on a host, and where it comes from.
#ifndef TOCSIN_RULES_SITE_RESOLVE_H_
#define TOCSIN_RULES_SITE_RESOLVE_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grammar/diagnostic.h"
#include "rules/site/site_file.h"
#include "rules/site/template_file.h"

namespace rules::site {

/// A value that somebody gives.
struct Link {
  std::string level;  // "default", "site", "group db", "host db1, sd*", ...
  std::string text;   // as it was written
  Value value;
  std::string file;
  int line = 0;

  /// FILE:LINE.
  std::string Place() const { return file + ':' + std::to_string(line); }
};

/// What gives `parameter` of `from` a value on `host`, the last one counts: the
/// default, then levels of the site, of instances only those that are for
/// `instance`, if there is one. Values that are wrong give none.
std::vector<Link> ChainOf(const Template& from, const Parameter& parameter,
                          const SiteFile& site, const std::string& host,
                          const std::optional<std::string>& instance = {});

/// The same of levels that are for `host` and for which `counts` is true.
std::vector<Link> ChainOf(const Template& from, const Parameter& parameter,
                          const SiteFile& site, const std::string& host,
                          const std::function<bool(const Level&)>& counts);

/// What is wrong with values of `site`, in the order of its text: they name no
/// template or parameter, or are none of its values; nobody has a label.
std::vector<grammar::Diagnostic> CheckSite(
    const SiteFile& site, const std::vector<Template>& templates);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_RESOLVE_H_
