// Clock: the only way to learn what time it is; everywhere else time is a
// parameter. Its fake is tests/support's.
#ifndef TOCSIN_ENGINE_SCHEDULE_CLOCK_H_
#define TOCSIN_ENGINE_SCHEDULE_CLOCK_H_

#include "base/time.h"

namespace engine::schedule {

class Clock {
 public:
  virtual ~Clock() = default;
  /// The time of day.
  virtual base::Timestamp Now() = 0;
  /// Time that never jumps, from an arbitrary origin: for what took how long.
  virtual base::Duration Elapsed() = 0;
};

/// The machine's.
class SystemClock : public Clock {
 public:
  base::Timestamp Now() override;
  base::Duration Elapsed() override;
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_CLOCK_H_
