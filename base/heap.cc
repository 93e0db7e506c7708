// The break is moved once, and what is new below it advised.
#include "base/heap.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>

namespace base {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kLargePage = std::size_t{2} << 20;
/// A block for which malloc has to move the break.
constexpr std::size_t kMoreThanAtStart = std::size_t{256} << 10;
/// So much comes before the first large page, which must not have been touched
/// when it is asked for: that block, and what malloc writes behind it.
constexpr std::size_t kBefore = kMoreThanAtStart + kPage;
/// By so much the heap grows from then on.
constexpr int kThenBytes = 1 << 20;
/// From there on a block has a mapping of its own; mallopt(3) takes no more.
constexpr int kLargestOfHeap = 32 << 20;

std::uintptr_t Break() { return reinterpret_cast<std::uintptr_t>(::sbrk(0)); }

/// False where the system has no room.
bool MoveBreak(std::size_t bytes) {
  const auto step = static_cast<std::intptr_t>(bytes);
  // As sbrk(2) says that it has failed.
  return ::sbrk(step) != reinterpret_cast<void*>(std::intptr_t{-1});
}

/// Where somebody has set a limit, what is reserved lacks elsewhere.
bool IsLimited(int resource) {
  rlimit limit{};
  return ::getrlimit(resource, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

bool HasRoom(std::size_t bytes) {
  if (IsLimited(RLIMIT_AS) || IsLimited(RLIMIT_DATA)) return false;
  if (!MoveBreak(bytes)) return false;
  ::sbrk(-static_cast<std::intptr_t>(bytes));
  return true;
}

}  // namespace

void ReserveHeap(std::size_t bytes) {
  const std::size_t room = std::min(bytes, kMostBytes);
  // malloc has no answer but the last one to a break that does not move.
  if (!HasRoom(room + 3 * kLargePage)) return;
  const std::uintptr_t large =
      (Break() + kBefore + kLargePage - 1) / kLargePage * kLargePage;
  MoveBreak(large - kBefore - Break());
  // Threads that had heaps of their own would touch those page by page.
  ::mallopt(M_ARENA_MAX, 1);
  ::mallopt(M_MMAP_THRESHOLD, kLargestOfHeap);
  ::mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  ::mallopt(M_TOP_PAD, static_cast<int>(room));
  ::operator delete(::operator new(kMoreThanAtStart));
  ::mallopt(M_TOP_PAD, kThenBytes);
  const std::uintptr_t end = Break();
  if (large < end) {
    ::madvise(reinterpret_cast<void*>(large), end - large, MADV_HUGEPAGE);
  }
}

}  // namespace base
