// StampSeconds: the digits that rates show.
#include "base/stamp.h"

#include <gtest/gtest.h>

namespace base {
namespace {

double At(std::int64_t millis) {
  return StampSeconds(Timestamp{millis * (kNanosPerSecond / 1000)});
}

TEST(StampSecondsTest, IsTheNearestDouble) {
  EXPECT_EQ(At(0), 0);
  EXPECT_EQ(At(8681), 8.681);
  EXPECT_EQ(At(1'709'251'174'200), 1709251174.2);
  EXPECT_EQ(At(-250), -0.25);
}

// pmie's rates over two ticks half a second apart divide by exactly 0.5 here.
// With the part of a second as a double, 8.681 would be one bit less.
TEST(StampSecondsTest, ThePartOfASecondIsNotRoundedOnItsOwn) {
  EXPECT_EQ(At(8681) - At(8181), 0.5);
  EXPECT_NE(8 + 0.681, 8.681);
}

}  // namespace
}  // namespace base
