// ThreadsGone: of every program of unit tests. Before leaks are looked for
// threads that nobody waits for (base/detached_thread.h) are gone: what OpenSSL
// has for one that is just going would be taken for a leak.
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <thread>

namespace tests {
namespace {

std::ptrdiff_t OtherThreads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(tasks, {}) - 1;
}

class ThreadsGone : public testing::Environment {
  void TearDown() override {
    // A test may leave one that hangs for good.
    for (int looks = 0; looks < 10'000 && OtherThreads() > 0; ++looks) {
      std::this_thread::yield();
    }
  }
};

const auto* const kThreadsGone =
    testing::AddGlobalTestEnvironment(new ThreadsGone);

}  // namespace
}  // namespace tests
