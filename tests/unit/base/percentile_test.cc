// Percentiles, against sorting.
#include "base/percentile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace base {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double Of(double percent, std::vector<double> numbers) {
  return Percentile(percent, &numbers);
}

TEST(Percentile, RanksAreRoundedUp) {
  EXPECT_EQ(NearestRank(50, 1), 1u);
  EXPECT_EQ(NearestRank(50, 4), 2u);
  EXPECT_EQ(NearestRank(50, 5), 3u);
  EXPECT_EQ(NearestRank(95, 20), 19u);
  EXPECT_EQ(NearestRank(95, 21), 20u);
  EXPECT_EQ(NearestRank(99, 100), 99u);
  EXPECT_EQ(NearestRank(99, 101), 100u);
  EXPECT_EQ(NearestRank(90, 0), 0u);
}

TEST(Percentile, IsOneOfTheNumbers) {
  EXPECT_EQ(Of(50, {3}), 3);
  EXPECT_EQ(Of(50, {5, 1, 4, 2}), 2);
  EXPECT_EQ(Of(90, {5, 1, 4, 2}), 5);
  EXPECT_EQ(Of(50, {7, -kInfinity, kInfinity}), 7);
}

TEST(Percentile, OfNanTheFirstAloneCounts) {
  EXPECT_TRUE(std::isnan(Of(50, {kNan, 1, 2})));
  EXPECT_EQ(Of(50, {1, kNan, 2}), 1);
  EXPECT_EQ(Of(99, {1, kNan, 2}), 2);
}

TEST(Percentile, ZeroHasNoSign) {
  EXPECT_FALSE(std::signbit(Of(50, {-0.0})));
  PercentileWindow window(50);
  window.Add(-0.0);
  EXPECT_FALSE(std::signbit(window.value()));
}

TEST(PercentileWindow, HasNoneAtFirstAndAtLast) {
  PercentileWindow window(95);
  EXPECT_EQ(window.value(), 0);
  window.Add(kNan);
  EXPECT_EQ(window.value(), 0);
  window.Add(3);
  EXPECT_EQ(window.value(), 3);
  window.Remove(kNan);
  window.Remove(3);
  EXPECT_EQ(window.value(), 0);
}

// Few different numbers, so that equal ones stand on either side.
TEST(PercentileWindow, SlidesAsIfItWereSortedAnew) {
  std::mt19937 dice(7);
  for (const double percent : {50.0, 90.0, 95.0, 99.0}) {
    for (const std::size_t length : {1u, 2u, 7u, 40u}) {
      PercentileWindow window(percent);
      std::vector<double> all = {1};
      for (int i = 0; i < 300; ++i) {
        const auto number = static_cast<int>(dice() % 9) - 4;
        all.push_back(dice() % 20 == 0 ? kNan : number);
      }
      for (std::size_t i = 0; i < all.size(); ++i) {
        window.Add(all[i]);
        if (i >= length) window.Remove(all[i - length]);
        std::vector<double> now;
        for (std::size_t k = i + 1 - std::min(i + 1, length); k <= i; ++k) {
          if (!std::isnan(all[k])) now.push_back(all[k]);
        }
        EXPECT_EQ(window.value(), now.empty() ? 0 : Of(percent, now));
      }
    }
  }
}

}  // namespace
}  // namespace base
