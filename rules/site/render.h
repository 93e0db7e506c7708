// RenderRules: the rules of a template on a host as a text, for persons and for
// whoever reads rules.
#ifndef TOCSIN_RULES_SITE_RENDER_H_
#define TOCSIN_RULES_SITE_RENDER_H_

#include <string>

#include "rules/site/site_file.h"
#include "rules/site/template_file.h"

namespace rules::site {

/// Whether the rules of `from` are in force on `host`.
bool IsEnabled(const Template& from, const SiteFile& site,
               const std::string& host);

/// The rules of `from` as they are on `host`, behind comments that say who
/// gives its parameters their values; nothing where it is off. The interval is
/// the same before and behind it: 10 seconds.
/// REQUIRES: neither `from` nor `site` has errors.
std::string RenderRules(const Template& from, const SiteFile& site,
                        const std::string& host);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_RENDER_H_
