// Interpolation of counters between two records, in native types, as PMAPI
// does it. Which two records is replay's business.
// Source: pmapi/archive/REPLAY.md, "Counters between two records".
#ifndef TOCSIN_PMAPI_ARCHIVE_INTERPOLATE_H_
#define TOCSIN_PMAPI_ARCHIVE_INTERPOLATE_H_

#include <cstddef>
#include <cstdint>

#include "pmapi/metric/metric.h"

namespace pmapi {

/// Where between two records a tick is. Units: seconds from the archive's
/// start, as PMAPI rounds them.
struct Between {
  double prior = 0;
  double tick = 0;
  double next = 0;
};

/// `out[i]` is the counter at `when.tick` that was `prior[i]` and will be
/// `next[i]`; bits as in MetricSamples. With `counter_wrap` one that goes
/// backwards has wrapped (PCP_COUNTER_WRAP), else it runs down.
/// REQUIRES: IsNumeric(type); `out` is neither `prior` nor `next`.
void Interpolate(Type type, bool counter_wrap, Between when,
                 const std::uint64_t* prior, const std::uint64_t* next,
                 std::size_t count, std::uint64_t* out);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_INTERPOLATE_H_
