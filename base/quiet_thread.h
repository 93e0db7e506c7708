// QuietThread: a thread that is waited for, and to which no signal comes that
// is for somebody else.
#ifndef TOCSIN_BASE_QUIET_THREAD_H_
#define TOCSIN_BASE_QUIET_THREAD_H_

#include <pthread.h>

#include <functional>
#include <optional>

namespace base {

/// Threads: its owner's.
class QuietThread {
 public:
  QuietThread() = default;
  ~QuietThread() { Join(); }
  QuietThread(const QuietThread&) = delete;
  QuietThread& operator=(const QuietThread&) = delete;

  /// Runs `life` on it. The errno of pthread_create(3) where no thread is to be
  /// had, for which std::thread throws; `life` is then not called.
  /// REQUIRES: it was not begun before.
  int Begin(std::function<void()> life);
  /// Waits for its end, if it was begun.
  void Join();

 private:
  static void* Live(void* self);

  std::function<void()> life_;
  std::optional<pthread_t> thread_;
};

/// How many processors the process may use, at least 1: sched_getaffinity(2).
int Cores();

}  // namespace base

#endif  // TOCSIN_BASE_QUIET_THREAD_H_
