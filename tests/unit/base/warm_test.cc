// Warm: what is asked for need not be there.
#include "base/warm.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace base {
namespace {

TEST(Warm, NothingIsRead) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* none =
      ::mmap(nullptr, 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(none, MAP_FAILED);
  Warm(none, 2 * page);
  Warm(none, 1);
  Warm(nullptr, 0);
  EXPECT_EQ(::munmap(none, 2 * page), 0);
  Warm(none, page);
}

TEST(Warm, AVectorStaysAsItIs) {
  const std::vector<int> some = {1, 2, 3};
  Warm(some);
  Warm(std::vector<int>());
  EXPECT_EQ(some, (std::vector<int>{1, 2, 3}));
}

}  // namespace
}  // namespace base
