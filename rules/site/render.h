// RenderRules: the rules of a template on a host as a text, for persons and for
// whoever reads rules.
#ifndef TOCSIN_RULES_SITE_RENDER_H_
#define TOCSIN_RULES_SITE_RENDER_H_

#include <string>
#include <vector>

#include "rules/site/bound_rules.h"

namespace rules::site {

/// The statements of `parts`, a line each. The interval is the same before and
/// behind them: 10 seconds.
std::string StatementsText(const std::vector<BoundPart>& parts);

/// The rules of `from` as they are on `host`, behind comments that say who
/// gives its parameters their values; nothing where it is off.
/// REQUIRES: there are no errors among what BoundRules() gives.
std::string RenderRules(const Template& from, const SiteFile& site,
                        const std::string& host);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_RENDER_H_
