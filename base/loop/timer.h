// Timers: "call me later", the seam between what waits and what measures time.
// Loop fulfils it; its fake, whose time a test moves, is
// tests/support/fake_timers.h.
#ifndef TOCSIN_BASE_LOOP_TIMER_H_
#define TOCSIN_BASE_LOOP_TIMER_H_

#include <functional>
#include <utility>

#include "base/time.h"

namespace base::loop {

/// Something that will be called. Destroying it, or Cancel(), makes sure that
/// it will not; what has been called is over by itself. An empty one stands
/// for nothing.
/// Lifetime: must not outlive the loop that it waits on.
class [[nodiscard]] Pending {
 public:
  Pending() = default;
  /// `cancel` is called once, and may come when there is nothing to cancel.
  explicit Pending(std::function<void()> cancel) : cancel_(std::move(cancel)) {}
  ~Pending() { Cancel(); }
  Pending(Pending&& other) noexcept
      : cancel_(std::exchange(other.cancel_, nullptr)) {}
  Pending& operator=(Pending&& other) noexcept {
    if (this != &other) {
      Cancel();
      cancel_ = std::exchange(other.cancel_, nullptr);
    }
    return *this;
  }

  void Cancel() {
    if (auto cancel = std::exchange(cancel_, nullptr)) cancel();
  }

 private:
  std::function<void()> cancel_;
};

class Timers {
 public:
  virtual ~Timers() = default;

  /// Calls `call` once, `delay` from now, never before this has returned.
  virtual Pending After(Duration delay, std::function<void()> call) = 0;
};

}  // namespace base::loop

#endif  // TOCSIN_BASE_LOOP_TIMER_H_
