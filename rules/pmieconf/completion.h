// Completion: how the word that is being typed in a session may go on:
// commands, rules, groups, variables, values.
#ifndef TOCSIN_RULES_PMIECONF_COMPLETION_H_
#define TOCSIN_RULES_PMIECONF_COMPLETION_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "rules/pmieconf/catalog.h"

namespace rules::pmieconf {

struct Completion {
  std::size_t begin = 0;           // of the word, in the line
  std::vector<std::string> words;  // each begins with it; sorted, once each
};

/// Of what stands before the cursor. `last_target` is what "." stands for.
/// Nothing within quotes and remarks.
Completion Complete(std::string_view line, const Catalog& catalog,
                    const std::string& last_target);

}  // namespace rules::pmieconf

#endif  // TOCSIN_RULES_PMIECONF_COMPLETION_H_
