// The value of a metric at a time, from its list alone: nothing is carried
// from one time to the next. Source: pmapi/archive/REPLAY.md, "Which values
// exist", "Counters between two records".
#ifndef TOCSIN_TESTS_SUPPORT_SPEC_INTERPOLATE_H_
#define TOCSIN_TESTS_SUPPORT_SPEC_INTERPOLATE_H_

#include <map>
#include <optional>

#include "base/time.h"
#include "pmapi/metric/metric.h"
#include "tests/support/spec/log.h"
#include "tests/support/spec/switches.h"

namespace spec {

/// What decides a value besides the archive and the time.
struct Reading {
  Switches switches;
  bool counter_wrap = false;  // PCP_COUNTER_WRAP is set
  /// Of the fetch before, if there was one.
  std::optional<base::Timestamp> before;
};

/// The value of `desc`'s `instance` at `time`, if there is one.
std::optional<Raw> ValueAt(const Log& log, const pmapi::MetricDesc& desc,
                           pmapi::InstanceId instance, base::Timestamp time,
                           const Reading& reading);

/// All values of `desc` at `time` by instance; none outside of the archive.
std::map<pmapi::InstanceId, Raw> ValuesAt(const Log& log,
                                          const pmapi::MetricDesc& desc,
                                          base::Timestamp time,
                                          const Reading& reading);

/// True if a mark lies in (from, to]; one that shares its stamp with a value of
/// the metric, after or before that as they stand in the file.
bool MarkBetween(const Log& log, pmapi::Pmid pmid, base::Timestamp from,
                 base::Timestamp to);

/// The value as a double: integers rounded to nearest.
double AsDouble(pmapi::Type type, const Raw& value);

}  // namespace spec

#endif  // TOCSIN_TESTS_SUPPORT_SPEC_INTERPOLATE_H_
