// Loop: the event loop of the live program: one thread that waits for timers,
// signals and descriptors and calls whoever asked. Byte streams are
// transport.h's.
#ifndef TOCSIN_BASE_LOOP_LOOP_H_
#define TOCSIN_BASE_LOOP_LOOP_H_

#include <functional>
#include <memory>
#include <vector>

#include "base/loop/timer.h"
#include "base/result.h"
#include "base/time.h"

namespace base::loop {

/// Threads: Post() and Stop() may be called from any, all else from the one
/// that runs the loop. Nothing is ever called but from within Run().
class Loop : public Timers {
 public:
  Loop();
  ~Loop() override;

  /// Calls what is due until Stop(). May be run again afterwards.
  void Run();
  /// Lets Run() return once the call that is being made has returned.
  void Stop();

  /// Calls `call` as soon as the calls before it are done.
  void Post(std::function<void()> call);

  Pending After(Duration delay, std::function<void()> call) override;

  /// From now on calls `call` with the number of each of these signals that
  /// comes, instead of what the process did about it; several of one number
  /// may be told as one. SIGCHLD is a number like any other: who has children
  /// asks for each of them. Errors: kSystem for what is no signal or cannot
  /// be caught.
  Result<Pending> OnSignal(const std::vector<int>& numbers,
                           std::function<void(int)> call);

  /// Calls `call` each time that `fd` can be read without waiting (or has
  /// ended, or failed), again and again until the Pending is gone.
  /// Errors: kSystem where `fd` cannot be waited for (a regular file).
  /// Lifetime: `fd` stays the caller's, who closes it after the Pending.
  Result<Pending> OnReadable(int fd, std::function<void()> call);

  /// What a descriptor is waited for, or what it can do without waiting.
  struct Readiness {
    bool read = false;
    bool write = false;
  };
  /// The same for what `awaited` says. Who waits for both asks once: of one
  /// descriptor there is one Pending at a time. `call` is told of one of them
  /// at a time.
  Result<Pending> OnReady(int fd, Readiness awaited,
                          std::function<void(Readiness)> call);

  /// What the other files of this folder share with the loop.
  struct Core;
  Core& core() { return *core_; }

 private:
  std::unique_ptr<Core> core_;
};

}  // namespace base::loop

#endif  // TOCSIN_BASE_LOOP_LOOP_H_
