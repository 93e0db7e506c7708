// Resolve: which value a parameter has on a host, and where it comes from.
#ifndef TOCSIN_RULES_SITE_RESOLVE_H_
#define TOCSIN_RULES_SITE_RESOLVE_H_

#include <string>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/parser.h"
#include "rules/site/site_file.h"
#include "rules/site/template_file.h"

namespace rules::site {

/// A value that somebody gives.
struct Link {
  std::string level;  // "default", "site", "group db", ...
  std::string text;   // as it was written
  Value value;
  std::string place;  // FILE:LINE
};

/// What gives `parameter` of `from` a value on `host`, the last one counts: the
/// default, then levels of the site. Values that are wrong give none.
std::vector<Link> ChainOf(const Template& from, const Parameter& parameter,
                          const SiteFile& site, const std::string& host);

/// What is wrong with values of `site`, in the order of its text: they name no
/// template or parameter, or are none of its values; nobody has a label.
std::vector<grammar::Diagnostic> CheckSite(
    const SiteFile& site, const std::vector<Template>& templates);

/// The rules of `from` as they are on `host`. What is wrong with them is of the
/// template, whose places it has.
grammar::ParsedFile BoundRules(const Template& from, const SiteFile& site,
                               const std::string& host);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_RESOLVE_H_
