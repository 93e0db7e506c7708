// pthread_create(3) with signals blocked: a thread inherits what is.
#include "base/quiet_thread.h"

#include <sched.h>

#include <algorithm>
#include <csignal>
#include <initializer_list>
#include <thread>
#include <utility>

#include "base/check.h"

namespace base {
namespace {

/// All but those that a thread brings upon itself (file_guard.h).
sigset_t SignalsOfOthers() {
  sigset_t others;
  ::sigfillset(&others);
  for (const int own : {SIGBUS, SIGSEGV, SIGFPE, SIGILL, SIGABRT}) {
    ::sigdelset(&others, own);
  }
  return others;
}

}  // namespace

void* QuietThread::Live(void* self) {
  static_cast<QuietThread*>(self)->life_();
  return nullptr;
}

int QuietThread::Begin(std::function<void()> life) {
  CHECK(!thread_);
  life_ = std::move(life);
  const sigset_t others = SignalsOfOthers();
  sigset_t before;
  ::pthread_sigmask(SIG_BLOCK, &others, &before);
  pthread_t thread{};
  const int error = ::pthread_create(&thread, nullptr, Live, this);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error == 0) thread_ = thread;
  return error;
}

void QuietThread::Join() {
  if (!thread_) return;
  ::pthread_join(*thread_, nullptr);
  thread_.reset();
}

int Cores() {
  cpu_set_t mine;
  if (::sched_getaffinity(0, sizeof mine, &mine) == 0) return CPU_COUNT(&mine);
  // There are more than such a set has room for.
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace base
