// What the words of a script say of a metric.
#ifndef TOCSIN_TESTS_SCRIPT_SCRIPT_METRIC_H_
#define TOCSIN_TESTS_SCRIPT_SCRIPT_METRIC_H_

#include <string>

#include "pmapi/metric/metric.h"

namespace tests {

/// A type, semantics or units; false: it is none of these.
bool SetAttribute(const std::string& word, pmapi::MetricDesc* desc);

}  // namespace tests

#endif  // TOCSIN_TESTS_SCRIPT_SCRIPT_METRIC_H_
