// Listing: rules and their variables as pmieconf's commands print them.
// Source: pmieconf(1).
#ifndef TOCSIN_RULES_PMIECONF_LISTING_H_
#define TOCSIN_RULES_PMIECONF_LISTING_H_

#include <string>

#include "base/result.h"
#include "rules/pmieconf/catalog.h"

namespace rules::pmieconf {

/// "  cpu.util  [High average processor utilization]" and a newline; empty
/// where that cannot be expanded. `label` stands before the name.
std::string SummaryLine(const Rule& rule, const Rule& global,
                        const char* label = "  ");

/// The rule's help, or with `always` that there is none.
std::string HelpBlock(const std::string& help, bool always);

/// The rule, its help, predicate and variables; of all rules, too, if
/// `verbose`.
std::string RuleListing(const Rule& rule, const Rule& global, bool verbose);

/// The rule, and one variable or attribute. Errors: kNotFound.
base::Result<std::string> VariableListing(const Rule& rule, const Rule& global,
                                          const std::string& name);

/// The rule, and the help of one variable or attribute. Errors: kNotFound.
base::Result<std::string> VariableHelp(const Rule& rule, const Rule& global,
                                       const std::string& name);

}  // namespace rules::pmieconf

#endif  // TOCSIN_RULES_PMIECONF_LISTING_H_
