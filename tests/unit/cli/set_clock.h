// SetClock: the fake of engine/schedule's Clock for commands: it stands still
// until a test sets it.
#ifndef TOCSIN_TESTS_UNIT_CLI_SET_CLOCK_H_
#define TOCSIN_TESTS_UNIT_CLI_SET_CLOCK_H_

#include "engine/schedule/clock.h"

namespace cli {

class SetClock : public engine::schedule::Clock {
 public:
  explicit SetClock(base::Timestamp time) : now(time), start_(time) {}
  base::Timestamp Now() override { return now; }
  base::Duration Elapsed() override { return now - start_; }

  /// Another time of day, while no time passes.
  void SetBy(base::Duration step) {
    now = now + step;
    start_ = start_ + step;
  }

  base::Timestamp now;

 private:
  base::Timestamp start_;
};

}  // namespace cli

#endif  // TOCSIN_TESTS_UNIT_CLI_SET_CLOCK_H_
