// FakeClock: the time of day of a test, which goes with its timers.
#ifndef TOCSIN_TESTS_UNIT_ENGINE_SCHEDULE_FAKE_CLOCK_H_
#define TOCSIN_TESTS_UNIT_ENGINE_SCHEDULE_FAKE_CLOCK_H_

#include <cstdint>

#include "engine/schedule/clock.h"
#include "tests/support/fake_timers.h"

namespace engine::schedule {

inline constexpr base::Timestamp kStart{1'700'000'000 * base::kNanosPerSecond};

constexpr base::Duration Seconds(double seconds) {
  return base::Duration{
      static_cast<std::int64_t>(seconds * base::kNanosPerSecond)};
}

class FakeClock : public Clock {
 public:
  explicit FakeClock(const tests::FakeTimers* timers) : timers_(timers) {}
  /// Off by so much from now on.
  void Set(base::Duration offset) { offset_ = offset; }
  base::Timestamp Now() override { return kStart + timers_->now() + offset_; }
  base::Duration Elapsed() override { return timers_->now(); }

 private:
  const tests::FakeTimers* timers_;
  base::Duration offset_;
};

}  // namespace engine::schedule

#endif  // TOCSIN_TESTS_UNIT_ENGINE_SCHEDULE_FAKE_CLOCK_H_
