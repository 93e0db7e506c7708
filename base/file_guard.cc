// A SIGBUS handler that knows the mapped files. It takes no lock and no
// memory: what it looks through is a list that only grows. Who takes a range of
// it looks in another, of those that are free.
#include "base/file_guard.h"

#include <sys/mman.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <mutex>

namespace base {

/// Reused, never freed, so that the handler may walk the list at any time.
struct GuardedRange {
  std::atomic<std::uintptr_t> begin{0};
  /// 0 while it guards nothing.
  std::atomic<std::uintptr_t> end{0};
  std::atomic<bool> cut{false};
  GuardedRange* next = nullptr;
  GuardedRange* next_free = nullptr;
};

namespace {

/// The list is global: a signal handler is handed no context.
std::atomic<GuardedRange*> ranges{nullptr};

GuardedRange* Find(std::uintptr_t address) {
  for (GuardedRange* r = ranges.load(); r != nullptr; r = r->next) {
    if (address >= r->begin.load() && address < r->end.load()) return r;
  }
  return nullptr;
}

/// Puts zeros in the place of the file's bytes; the read, or the write, then
/// goes on.
void OnBusError(int, siginfo_t* info, void*) {
  GuardedRange* range = Find(reinterpret_cast<std::uintptr_t>(info->si_addr));
  if (range != nullptr) {
    range->cut.store(true);
    void* const begin = reinterpret_cast<void*>(range->begin.load());
    const std::size_t size = range->end.load() - range->begin.load();
    void* const zeros = ::mmap(begin, size, PROT_READ | PROT_WRITE,
                               MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (zeros != MAP_FAILED) return;
  }
  // The address is in no guarded file: the read is tried again, and the default
  // action ends the process.
  std::signal(SIGBUS, SIG_DFL);
}

bool Install() {
  struct sigaction action {};
  action.sa_sigaction = OnBusError;
  action.sa_flags = SA_SIGINFO;
  return ::sigaction(SIGBUS, &action, nullptr) == 0;
}

/// Those that guard nothing: ten thousand archives are some forty thousand
/// ranges, and a look through all for each were seconds.
std::mutex free_mutex;
GuardedRange* first_free = nullptr;

GuardedRange* TakeRange() {
  const std::lock_guard lock(free_mutex);
  if (GuardedRange* range = first_free; range != nullptr) {
    first_free = range->next_free;
    return range;
  }
  auto* fresh = new GuardedRange;
  fresh->next = ranges.load();
  ranges.store(fresh);
  return fresh;
}

void GiveBack(GuardedRange* range) {
  const std::lock_guard lock(free_mutex);
  range->next_free = first_free;
  first_free = range;
}

}  // namespace

FileGuard::FileGuard(const void* data, std::size_t size) : range_(TakeRange()) {
  [[maybe_unused]] static const bool installed = Install();
  range_->cut.store(false);
  range_->begin.store(reinterpret_cast<std::uintptr_t>(data));
  range_->end.store(reinterpret_cast<std::uintptr_t>(data) + size);
}

FileGuard::~FileGuard() {
  range_->end.store(0);
  range_->begin.store(0);
  GiveBack(range_);
}

bool FileGuard::cut() const { return range_->cut.load(); }

}  // namespace base
