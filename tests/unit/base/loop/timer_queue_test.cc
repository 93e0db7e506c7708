// TimerQueue: which call is taken at what time.
#include "base/loop/timer_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace base::loop {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

class TimerQueueTest : public testing::Test {
 protected:
  TimerQueue::Key Add(std::int64_t due, const std::string& name) {
    return queue_.Add(Duration{due}, [this, name] { called_.push_back(name); });
  }
  std::vector<std::string> At(std::int64_t now, std::uint64_t before = kAll) {
    called_.clear();
    while (const auto call = queue_.Take(Duration{now}, before)) call();
    return called_;
  }

  TimerQueue queue_;
  std::vector<std::string> called_;
};

TEST_F(TimerQueueTest, TheFirstThatIsDueComesFirst) {
  EXPECT_FALSE(queue_.Next());
  Add(20, "late");
  Add(10, "first");
  Add(10, "second");
  EXPECT_EQ(queue_.Next()->ns, 10);
  EXPECT_THAT(At(9), IsEmpty());
  EXPECT_THAT(At(10), ElementsAre("first", "second"));
  EXPECT_EQ(queue_.Next()->ns, 20);
  EXPECT_THAT(At(1000), ElementsAre("late"));
  EXPECT_FALSE(queue_.Next());
}

TEST_F(TimerQueueTest, WhatIsCancelledIsGone) {
  const auto key = Add(10, "cancelled");
  Add(10, "kept");
  queue_.Cancel(key);
  queue_.Cancel(key);
  EXPECT_THAT(At(10), ElementsAre("kept"));
}

// One that asks for itself again, at once, holds up nothing else.
TEST_F(TimerQueueTest, WhatIsAddedMeanwhileIsNotTaken) {
  Add(10, "before");
  const std::uint64_t end = queue_.next();
  Add(10, "meanwhile");
  EXPECT_THAT(At(10, end), ElementsAre("before"));
  EXPECT_THAT(At(10), ElementsAre("meanwhile"));
}

}  // namespace
}  // namespace base::loop
