// Generate: enabled rules in pmie's language. Source: FORMAT.md, "What is
// generated".
#ifndef TOCSIN_RULES_PMIECONF_GENERATE_H_
#define TOCSIN_RULES_PMIECONF_GENERATE_H_

#include <string>
#include <vector>

#include "base/result.h"
#include "rules/pmieconf/catalog.h"

namespace rules::pmieconf {

/// Rules in pmie's language, one after the other in the order of their names.
/// `warnings` has what is wrong and leaves a text empty.
/// Errors: kInvalid: a rule that cannot be written, and why.
base::Result<std::string> GenerateRules(const Catalog& catalog,
                                        std::vector<std::string>* warnings);

}  // namespace rules::pmieconf

#endif  // TOCSIN_RULES_PMIECONF_GENERATE_H_
