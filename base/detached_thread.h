// BeginDetached: a thread that nobody waits for.
#ifndef TOCSIN_BASE_DETACHED_THREAD_H_
#define TOCSIN_BASE_DETACHED_THREAD_H_

#include <functional>

namespace base {

/// Has `life` run on a thread of its own, which the program's end does not wait
/// for. The errno of pthread_create(3) where no thread is to be had, for which
/// std::thread throws; `life` is then not called.
int BeginDetached(std::function<void()> life);

}  // namespace base

#endif  // TOCSIN_BASE_DETACHED_THREAD_H_
