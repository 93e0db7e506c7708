// StringPool: equal strings are one number, and what is forgotten when.
#include "pmapi/block/strings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace pmapi {
namespace {

std::string Long(int i) { return std::to_string(i) + std::string(20'000, 'x'); }

TEST(StringPool, CountsFromZeroInOrderOfAppearance) {
  StringPool pool;
  EXPECT_EQ(pool.Intern("idle"), 0);
  EXPECT_EQ(pool.Intern("busy", 1), 1);
  EXPECT_EQ(pool.Intern("idle", 1), 0);
  EXPECT_EQ(pool.Text(1), "busy");
}

TEST(StringPool, ForgetsWhatNobodyReadsAnyMore) {
  StringPool pool;
  std::size_t most = 0;
  for (int tick = 0; tick < 1000; ++tick) {
    pool.Forget(tick);
    const int now = pool.Intern(Long(tick), tick + 1);
    ASSERT_EQ(pool.Text(now), Long(tick));
    most = std::max(most, pool.size());
  }
  EXPECT_LE(most, 60u);
}

TEST(StringPool, KeepsWhatSomebodyMayRead) {
  constexpr int kBack = 50;
  StringPool pool;
  pool.Intern("of a rule");
  const int often = pool.Intern("often", 1);
  std::vector<int> numbers;
  for (int tick = 0; tick < 1000; ++tick) {
    pool.Forget(tick - kBack);
    numbers.push_back(pool.Intern(Long(tick), tick + 1));
    ASSERT_EQ(pool.Intern("often", tick + 1), often);
    const int oldest = std::max(tick - kBack, 0);
    ASSERT_EQ(pool.Text(numbers[oldest]), Long(oldest));
    ASSERT_EQ(pool.Intern(Long(oldest), 0), numbers[oldest]) << "the same one";
    ASSERT_LE(pool.size(), 2u * kBack + 20);
  }
  EXPECT_EQ(pool.Intern("of a rule"), 0) << "for ever";
}

TEST(StringPool, DoesNotLookThroughFewStrings) {
  StringPool pool;
  pool.Intern("idle", 1);
  pool.Forget(1000);
  EXPECT_EQ(pool.Text(0), "idle");
  EXPECT_EQ(pool.size(), 1u);
}

}  // namespace
}  // namespace pmapi
