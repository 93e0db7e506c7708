// WakeQueue: who is to be woken when. Who is due at the same moment is woken in
// pmie's order, whatever a timer would make of it.
#ifndef TOCSIN_ENGINE_SCHEDULE_WAKE_QUEUE_H_
#define TOCSIN_ENGINE_SCHEDULE_WAKE_QUEUE_H_

#include <functional>
#include <list>

#include "base/loop/timer.h"
#include "base/time.h"
#include "engine/schedule/clock.h"

namespace engine::schedule {

class WakeQueue {
 public:
  /// Lifetime: both outlive it. Nobody is woken once it is gone.
  WakeQueue(base::loop::Timers* timers, Clock* clock)
      : timers_(*timers), clock_(*clock) {}
  WakeQueue(const WakeQueue&) = delete;
  WakeQueue& operator=(const WakeQueue&) = delete;

  /// Calls `wake` once, never before this has returned, when as much time has
  /// passed as there is from now to `due`, also if the time of day is set
  /// meanwhile. It is woken before others that are due at the same moment:
  /// tasks that fall on the same instant alternate in order, as pmie's do.
  void Add(base::Timestamp due, std::function<void()> wake);

 private:
  struct Entry {
    base::Timestamp due;
    base::Duration at;  // Clock::Elapsed
    std::function<void()> wake;
  };

  void Arm();
  void Wake();

  base::loop::Timers& timers_;
  Clock& clock_;
  std::list<Entry> entries_;  // by `due`
  base::loop::Pending timer_;
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_WAKE_QUEUE_H_
