// MetricText: what a metric is, and its values, in pminfo's words: for programs
// whose output is compared with PCP's.
#ifndef TOCSIN_TESTS_SUPPORT_METRIC_TEXT_H_
#define TOCSIN_TESTS_SUPPORT_METRIC_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pmapi/metric/metric.h"

namespace tests {

const char* SemanticsName(pmapi::Semantics semantics);

/// "none" where there are none.
std::string UnitsOf(const pmapi::MetricDesc& desc);

/// `bits` as MetricSamples has them; of a string they index `strings`.
std::string ValueText(pmapi::Type type, std::uint64_t bits,
                      const std::vector<std::string>& strings);

/// `text` with its line breaks and tabs as \n and \t: one field of one line.
std::string OneField(std::string_view text);

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_METRIC_TEXT_H_
