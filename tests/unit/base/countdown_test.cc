// The call that is the last one.
#include "base/countdown.h"

#include <gtest/gtest.h>

namespace base {
namespace {

TEST(Countdown, TheLastCallCounts) {
  int done = 0;
  const auto one_is_ready = Countdown(3, [&done] { ++done; });
  const auto copy = one_is_ready;
  one_is_ready();
  copy();
  EXPECT_EQ(done, 0);
  one_is_ready();
  EXPECT_EQ(done, 1);
}

}  // namespace
}  // namespace base
