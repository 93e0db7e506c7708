// MetricText: what a metric is, and its values, in pminfo's words: for programs
// whose output is compared with PCP's.
#ifndef TOCSIN_TESTS_SUPPORT_METRIC_TEXT_H_
#define TOCSIN_TESTS_SUPPORT_METRIC_TEXT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "pmapi/source/source.h"

namespace tests {

const char* SemanticsName(pmapi::Semantics semantics);

/// "none" where there are none.
std::string UnitsOf(const pmapi::MetricDesc& desc);

/// `bits` as MetricSamples has them; of a string they index `strings`.
std::string ValueText(pmapi::Type type, std::uint64_t bits,
                      const std::vector<std::string>& strings);

/// Prints all metrics of `source` and their values at `now`. For each a line:
/// name, identifier, type, instance domain, semantics, units; then a line a
/// value: nothing, instance, its name, value. Tabs between; those inside, and
/// line breaks, are \t and \n. What is wrong goes to standard error. Returns
/// the exit status.
int PrintSource(const base::Result<std::unique_ptr<pmapi::LiveSource>>& source,
                base::Timestamp now);

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_METRIC_TEXT_H_
