// A heap that is made larger at once is used as any other.
#include "base/heap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "base/quiet_thread.h"

namespace base {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

/// Whether blocks of all sizes can be had, written to, grown and given back.
bool IsOfUse() {
  std::vector<std::string> blocks;
  for (std::size_t size = 16; size <= 40 * kMiB; size *= 3) {
    blocks.emplace_back(size, 'x');
    blocks.front().append(size, 'y');
  }
  std::size_t bytes = 0;
  for (const std::string& block : blocks) bytes += block.find_last_of("xy") + 1;
  std::size_t sizes = 0;
  for (const std::string& block : blocks) sizes += block.size();
  return bytes == sizes && blocks.front().back() == 'y';
}

/// Units: bytes; 0 where the system does not say.
std::size_t DataSize() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    std::size_t kib = 0;
    if (word == "VmData:" && status >> kib) return kib << 10;
  }
  return 0;
}

/// As a process in which so many bytes more can be had. Status 0: nothing is
/// reserved, and there is as much as before.
[[noreturn]] void ReserveWithin(std::size_t more, std::size_t bytes) {
  const std::size_t data = DataSize();
  const rlimit limit{data + more, data + more};
  if (data == 0 || ::setrlimit(RLIMIT_DATA, &limit) != 0) std::_Exit(2);
  const void* const end = ::sbrk(0);
  ReserveHeap(bytes, 2);
  if (::sbrk(0) != end) std::_Exit(3);
  std::_Exit(std::string(kMiB, 'x').find('y') == std::string::npos ? 0 : 1);
}

TEST(Heap, IsOfUseAfterwards) {
  const std::string before(kMiB, 'b');
  ReserveHeap(64 * kMiB, 2);
  EXPECT_TRUE(IsOfUse());
  EXPECT_EQ(before.find_first_not_of('b'), std::string::npos);
}

TEST(Heap, CanBeReservedAgain) {
  ReserveHeap(kMiB, 2);
  ReserveHeap(0, 2);
  ReserveHeap(8 * kMiB, 2);
  EXPECT_TRUE(IsOfUse());
}

TEST(Heap, OfAThreadIsOfUseToItAndToOthers) {
  ReserveHeap(8 * kMiB, 3);
  std::string left;
  bool of_use[3] = {};
  for (bool& each : of_use) {  // one after the other: a heap is used again
    QuietThread thread;
    ASSERT_EQ(thread.Begin([&] {
      const ThreadHeap heap;
      each = IsOfUse();
      left.assign(3 * kMiB, 'l');
    }),
              0);
  }
  EXPECT_THAT(of_use, testing::Each(true));
  EXPECT_EQ(left.size(), 3 * kMiB);
  EXPECT_EQ(left.find_first_not_of('l'), std::string::npos);
}

TEST(Heap, OfAThreadIsNotNeeded) {
  const ThreadHeap heap;  // what is reserved may be another's
  EXPECT_TRUE(IsOfUse());
}

TEST(Heap, WhereMemoryIsLimitedAllStaysAsItWas) {
  for (const std::size_t bytes : {kMiB, 1024 * kMiB, SIZE_MAX}) {
    EXPECT_EXIT(ReserveWithin(64 * kMiB, bytes), testing::ExitedWithCode(0),
                "");
  }
}

TEST(Heap, MoreThanThereMayBeIsNoMistake) {
  ReserveHeap(SIZE_MAX, 2);
  EXPECT_TRUE(IsOfUse());
}

}  // namespace
}  // namespace base
