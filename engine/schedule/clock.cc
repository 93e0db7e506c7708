// The one place where the system's clock is read.
#include "engine/schedule/clock.h"

#include <ctime>

namespace engine::schedule {
namespace {

std::int64_t Read(clockid_t id) {
  timespec now{};
  ::clock_gettime(id, &now);
  return std::int64_t{now.tv_sec} * base::kNanosPerSecond + now.tv_nsec;
}

}  // namespace

base::Timestamp SystemClock::Now() {
  return base::Timestamp{Read(CLOCK_REALTIME)};
}

base::Duration SystemClock::Elapsed() {
  return base::Duration{Read(CLOCK_MONOTONIC)};
}

}  // namespace engine::schedule
