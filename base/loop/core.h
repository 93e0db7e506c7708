// Loop::Core: what the loop waits for, and how. Source: epoll(7).
#ifndef TOCSIN_BASE_LOOP_CORE_H_
#define TOCSIN_BASE_LOOP_CORE_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/loop/loop.h"
#include "base/loop/resolver.h"
#include "base/loop/signal_pipe.h"
#include "base/loop/timer_queue.h"

namespace base::loop {

/// Descriptors are told of for as long as they are ready (level-triggered), so
/// that a wait that stands costs no call; timers are the time-out of the wait.
struct Loop::Core {
  Core();
  ~Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  /// Calls what is due, and waits for more if there was nothing.
  void Turn();
  void Wake();
  void WakeIfAsleep() {
    if (asleep.load()) Wake();
  }
  bool is_stopped() const { return stopped.load(); }
  /// Of a clock that nobody sets.
  static Duration Now();

  struct Watch {
    int fd = -1;
    Readiness awaited;
    std::function<void(Readiness)> call;
    bool removed = false;
  };
  Result<std::uint64_t> Add(Watch watch);
  void Remove(std::uint64_t number);
  Result<Pending> OnSignal(const std::vector<int>& numbers,
                           std::function<void(int)> call);

  void CallPosted();
  void ReadBeforeLateTimers();
  void CallTimers();
  void CallSignals();
  void Wait();
  /// How many there were.
  int CallAllReady(Duration most);
  void CallReady(std::uint64_t number, std::uint32_t events);

  int epoll = -1;
  int wake = -1;  // an eventfd
  std::unordered_map<std::uint64_t, std::shared_ptr<Watch>> watches;
  std::uint64_t next = 1;  // number of a watch; 0 is `wake`
  TimerQueue timers;
  SignalPipe signals;
  std::uint64_t signals_watch = 0;
  std::multimap<int, std::shared_ptr<std::function<void(int)>>> signal_calls;

  std::mutex mutex;  // of `posted`, and for as long as somebody posts or stops
  std::vector<std::function<void()>> posted;
  // A turn looks at these without the mutex. Who posts or stops says so first
  // and then looks whether to wake; who waits says so and then looks whether
  // to.
  std::atomic<bool> any_posted = false;
  std::atomic<bool> stopped = false;
  std::atomic<bool> asleep = false;  // Wake() is needed

  Resolver resolver;
  /// Where sockets are read to: who is called with bytes keeps what it needs,
  /// so one buffer does for thousands of them.
  std::array<std::uint8_t, 65536> incoming;
};

}  // namespace base::loop

#endif  // TOCSIN_BASE_LOOP_CORE_H_
