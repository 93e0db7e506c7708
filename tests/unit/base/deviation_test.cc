// The deviation of a population.
#include "base/deviation.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>

namespace base {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double Of(std::initializer_list<double> numbers) {
  return DeviationOf(static_cast<int>(numbers.size()),
                     [&numbers](int i) { return numbers.begin()[i]; });
}

TEST(Deviation, IsOfThePopulation) {
  EXPECT_EQ(Of({2, 4, 4, 4, 5, 5, 7, 9}), 2);
  EXPECT_EQ(Of({1, 3}), 1);
  EXPECT_EQ(Of({5}), 0);
}

// The difference of two sums of squares would be 0 or negative.
TEST(Deviation, DoesNotCancel) {
  EXPECT_DOUBLE_EQ(Of({1e9 + 1, 1e9 + 3}), 1);
  EXPECT_EQ(Of({1e17, 1e17, 1e17}), 0);
}

// Their squares are no doubles.
TEST(Deviation, OfLargeNumbers) {
  EXPECT_DOUBLE_EQ(Of({1e200, 3e200}), 1e200);
  EXPECT_DOUBLE_EQ(Of({-1.7e308, 1.7e308}), 1.7e308);
}

TEST(Deviation, OfNanTheFirstAloneCounts) {
  EXPECT_TRUE(std::isnan(Of({kNan, 1, 2})));
  EXPECT_EQ(Of({1, kNan, 3}), 1);
}

TEST(Deviation, OfInfinityThereIsNone) {
  EXPECT_TRUE(std::isnan(Of({1, std::numeric_limits<double>::infinity()})));
}

}  // namespace
}  // namespace base
