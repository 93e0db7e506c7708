// The break is moved once, and what is new below it advised.
#include "base/heap.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
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
/// What a thread reserves; it cannot have more than such a block at once.
constexpr std::size_t kOfThread = std::size_t{16} << 20;

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

bool IsLimited() { return IsLimited(RLIMIT_AS) || IsLimited(RLIMIT_DATA); }

bool HasRoom(std::size_t bytes) {
  if (IsLimited()) return false;
  if (!MoveBreak(bytes)) return false;
  ::sbrk(-static_cast<std::intptr_t>(bytes));
  return true;
}

void AskForLargePages(std::uintptr_t begin, std::uintptr_t end) {
  if (begin >= end) return;
  ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

std::uintptr_t AtLargePage(std::uintptr_t address) {
  return (address + kLargePage - 1) / kLargePage * kLargePage;
}

}  // namespace

void ReserveHeap(std::size_t bytes, int threads) {
  // That of a thread takes 64 MiB of addresses.
  ::mallopt(M_ARENA_MAX, IsLimited() ? 1 : threads);
  const std::size_t room = std::min(bytes, kMostBytes);
  // malloc has no answer but the last one to a break that does not move.
  if (!HasRoom(room + 3 * kLargePage)) return;
  const std::uintptr_t large = AtLargePage(Break() + kBefore);
  MoveBreak(large - kBefore - Break());
  ::mallopt(M_MMAP_THRESHOLD, kLargestOfHeap);
  ::mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  ::mallopt(M_TOP_PAD, static_cast<int>(room));
  ::operator delete(::operator new(kMoreThanAtStart));
  ::mallopt(M_TOP_PAD, kThenBytes);
  AskForLargePages(large, Break());
}

/// The system makes no large page of one that was touched, and malloc keeps
/// what it knows of the heap in the first: there the rest of it is taken. It
/// also writes behind a block.
ThreadHeap::ThreadHeap() {
  if (IsLimited()) return;
  void* const first = ::malloc(1);
  const auto begin = reinterpret_cast<std::uintptr_t>(first);
  ::free(first);
  const std::size_t rest = AtLargePage(begin) - begin;
  before_ = rest > kPage ? ::malloc(rest - kPage) : nullptr;
  void* const block = ::malloc(kOfThread);
  if (block != nullptr) {
    const auto at = reinterpret_cast<std::uintptr_t>(block);
    AskForLargePages(AtLargePage(at),
                     (at + kOfThread) / kLargePage * kLargePage);
  }
  ::free(block);
}

ThreadHeap::~ThreadHeap() { ::free(before_); }

}  // namespace base
