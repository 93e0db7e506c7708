// Describe: what rules over an archive could ask for, in lines of text: for
// the generator of the differential test (tests/oracle/answers_test.py).
#ifndef TOCSIN_TESTS_SUPPORT_SPEC_DESCRIBE_H_
#define TOCSIN_TESTS_SUPPORT_SPEC_DESCRIBE_H_

#include <string>

#include "tests/support/spec/log.h"

namespace spec {

/// Fields between tabs:
///   archive HOST START END MARKS         (Units: nanoseconds)
///   metric NAME TYPE SEMANTICS INDOM INSTANCES POINTS TYPICAL
///   instance INDOM NAME                  (at most twelve of a domain)
/// TYPICAL is a value, or a counter's rate, in canonical units, or a string.
/// Only metrics that a rule can ask for and that have values.
std::string Describe(const Log& log);

}  // namespace spec

#endif  // TOCSIN_TESTS_SUPPORT_SPEC_DESCRIBE_H_
