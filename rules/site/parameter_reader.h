// ReadParameters: the parameters that the head of a template has.
// Source: FORMAT.md, "A template".
#ifndef TOCSIN_RULES_SITE_PARAMETER_READER_H_
#define TOCSIN_RULES_SITE_PARAMETER_READER_H_

#include <string_view>
#include <vector>

#include "base/yaml/yaml.h"
#include "grammar/settings/settings.h"
#include "rules/site/parameter.h"

namespace rules::site {

/// The parameter that each template has: whether its rules are in force.
inline constexpr char kEnabled[] = "enabled";

/// A letter, and then letters, digits and _: what `$` may stand before.
bool IsParameterName(std::string_view name);

/// The members of `all`, in their order; files and lines are not known here.
/// Errors: what is wrong is among `findings`.
std::vector<Parameter> ReadParameters(const base::yaml::Member& all,
                                      grammar::FileFindings* findings);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_PARAMETER_READER_H_
