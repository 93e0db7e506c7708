// Expand: what "$name$" stands for within texts of a rule. Source: FORMAT.md,
// "Variables".
#ifndef TOCSIN_RULES_PMIECONF_EXPAND_H_
#define TOCSIN_RULES_PMIECONF_EXPAND_H_

#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/pmieconf/catalog.h"

namespace rules::pmieconf {

/// `text` with the values that names have in `rule`, those of attributes, of
/// its variables and of `global`, each expanded, too.
/// Errors: kNotFound: a name that nothing has, or that leads to itself;
/// kUnsupported: the text becomes longer than kMostExpanded bytes.
base::Result<std::string> Expand(const Rule& rule, const Rule& global,
                                 std::string_view text);

inline constexpr std::size_t kMostExpanded = std::size_t{16} << 20;

}  // namespace rules::pmieconf

#endif  // TOCSIN_RULES_PMIECONF_EXPAND_H_
