// engine/check/statement.h: intervals.
#include "engine/check/statement.h"

#include <gtest/gtest.h>

#include <cmath>

namespace engine::check {
namespace {

std::int64_t Nanos(double seconds) {
  const auto interval = IntervalOf(seconds);
  return interval ? interval->ns : -1;
}

TEST(IntervalOf, IsExactInNanoseconds) {
  EXPECT_EQ(Nanos(10), 10'000'000'000);
  EXPECT_EQ(Nanos(0.0019), 1'900'000);
  EXPECT_EQ(Nanos(1e-9), 1);
  EXPECT_EQ(Nanos(0.1), 100'000'000);
}

TEST(IntervalOf, RefusesWhatIsNotPositiveOrTooLong) {
  EXPECT_EQ(Nanos(0), -1);
  EXPECT_EQ(Nanos(-5), -1);
  EXPECT_EQ(Nanos(1e-10), -1);
  EXPECT_EQ(Nanos(1e300), -1);
  EXPECT_EQ(Nanos(std::nan("")), -1);
}

}  // namespace
}  // namespace engine::check
