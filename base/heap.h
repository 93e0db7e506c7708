// Room for what a run will allocate, in the largest pages there are.
#ifndef TOCSIN_BASE_HEAP_H_
#define TOCSIN_BASE_HEAP_H_

#include <cstddef>

namespace base {

/// Lets malloc's heap grow by `bytes` (up to 1 GiB) at once and asks for large
/// pages there: the first touch of a page is much of what allocations cost,
/// most of all in a virtual machine, and one of 2 MiB is touched once. Until
/// then these are addresses and no memory; what is freed is kept. Up to
/// `threads` in all have a heap of their own, so that they do not wait for each
/// other; more share those. Where the system has no large pages or no room, or
/// limits what this process may have (setrlimit(2)), there is the one heap, as
/// it was.
/// Threads: before others begin. Source: mallopt(3), madvise(2).
void ReserveHeap(std::size_t bytes, int threads);

/// The same for the thread whose heap it is, if that is not the first, for as
/// long as this lives.
class ThreadHeap {
 public:
  ThreadHeap();
  ~ThreadHeap();
  ThreadHeap(const ThreadHeap&) = delete;
  ThreadHeap& operator=(const ThreadHeap&) = delete;

 private:
  void* before_ = nullptr;  // the first large page
};

}  // namespace base

#endif  // TOCSIN_BASE_HEAP_H_
