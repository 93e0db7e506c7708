// BoundTemplate: a template of rules/sets, with what a script sets of it, as
// rules.
#ifndef TOCSIN_TESTS_SCRIPT_SCRIPT_TEMPLATE_H_
#define TOCSIN_TESTS_SCRIPT_SCRIPT_TEMPLATE_H_

#include <string>
#include <vector>

#include "tests/script/script_file.h"
#include "tests/support/run_rules.h"

namespace tests {

/// What is wrong with the template, or with values, fails the test.
std::vector<ParsedRules> BoundTemplate(const std::string& sets,
                                       const Script& script);

}  // namespace tests

#endif  // TOCSIN_TESTS_SCRIPT_SCRIPT_TEMPLATE_H_
