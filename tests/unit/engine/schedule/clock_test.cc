// The machine's clock: what can be said of it without knowing the time.
#include "engine/schedule/clock.h"

#include <gtest/gtest.h>

namespace engine::schedule {
namespace {

TEST(SystemClock, TellsTheTimeOfDayFromTheEpoch) {
  SystemClock clock;
  // 13 September 2020, before this was written.
  EXPECT_GT(clock.Now().Seconds(), 1'600'000'000);
}

TEST(SystemClock, ElapsedTimeNeverGoesBack) {
  SystemClock clock;
  SystemClock other;
  base::Duration last = clock.Elapsed();
  for (int i = 0; i < 1000; ++i) {
    const base::Duration now = (i % 2 == 0 ? other : clock).Elapsed();
    ASSERT_GE(now, last) << "all clocks count from one origin";
    last = now;
  }
}

}  // namespace
}  // namespace engine::schedule
