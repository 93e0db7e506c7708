// Worker: calls that may wait, for a disk, say, one after the other on a thread
// of their own. Names of hosts: resolver.h.
#ifndef TOCSIN_BASE_LOOP_WORKER_H_
#define TOCSIN_BASE_LOOP_WORKER_H_

#include <functional>
#include <memory>

#include "base/lifetime.h"
#include "base/loop/loop.h"
#include "base/result.h"
#include "base/time.h"

namespace base::loop {

/// Threads: all is for the loop's.
class Worker {
 public:
  /// Lifetime: `loop` outlives the worker.
  explicit Worker(Loop* loop);
  /// Calls that have not begun are not made; does not wait. What a call that
  /// has begun uses must be its own.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Calls `work` on the thread, after all that was given before, then `then`
  /// on the loop, unless the worker is gone. Both are dropped on either thread.
  /// Errors: kSystem: there is no thread, now.
  Result<void> Do(std::function<void()> work, std::function<void()> then);

  /// Waits until all that was given is done, but no longer than `limit`: false.
  bool Finish(Duration limit);

 private:
  struct Queue;
  std::shared_ptr<Queue> queue_;
  Lifetime lifetime_;
};

}  // namespace base::loop

#endif  // TOCSIN_BASE_LOOP_WORKER_H_
