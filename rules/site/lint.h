// LintSite: what is no error in a site's file and templates, but hardly meant.
#ifndef TOCSIN_RULES_SITE_LINT_H_
#define TOCSIN_RULES_SITE_LINT_H_

#include <string>
#include <vector>

#include "rules/site/load.h"

namespace rules::site {

/// Warnings: a pattern or a name that no host has, a value that a later level
/// takes the place of on each host, a rule that cannot fire; and what is wrong
/// with rules as they are on some host. `hosts` are all that there are; empty:
/// those that the site names, and others.
/// REQUIRES: `site` is not wrong.
std::vector<Findings> LintSite(const Site& site,
                               const std::vector<std::string>& hosts);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_LINT_H_
