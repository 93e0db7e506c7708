// A time as pmie holds it: seconds since the epoch in a double. Rates divide
// by the difference of two of these, and holdoffs end by them; their rounding
// shows in the last digits. Time itself is time.h's.
#ifndef TOCSIN_BASE_STAMP_H_
#define TOCSIN_BASE_STAMP_H_

#include "base/time.h"

namespace base {

/// The double nearest to the sum of the seconds and of the part of a second,
/// which is itself the nearest long double, as libpcp adds them.
inline double StampSeconds(Timestamp stamp) {
  constexpr long double kPerSecond = 1e9L;
  const auto nanos = static_cast<long double>(stamp.Nanoseconds());
  return static_cast<double>(static_cast<long double>(stamp.Seconds()) +
                             nanos / kPerSecond);
}

}  // namespace base

#endif  // TOCSIN_BASE_STAMP_H_
