// TimerQueue: which call is taken at what time.
#include "base/loop/timer_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
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

TEST_F(TimerQueueTest, AKeyIsOfOneCallAlone) {
  const auto gone = Add(10, "gone");
  queue_.Cancel(gone);
  Add(10, "in its place");
  queue_.Cancel(gone);
  EXPECT_THAT(At(10), ElementsAre("in its place"));
}

TEST_F(TimerQueueTest, WhatACancelledCallHoldsMayCancelOthers) {
  const auto other = Add(20, "other");
  auto held = std::shared_ptr<void>(
      nullptr, [this, other](void*) { queue_.Cancel(other); });
  const auto key = queue_.Add(Duration{10}, [held = std::move(held)] {});
  queue_.Cancel(key);
  EXPECT_THAT(At(20), IsEmpty());
  EXPECT_FALSE(queue_.Next());
}

// As a map has them, whatever is cancelled in between.
TEST_F(TimerQueueTest, ManyComeInOrder) {
  std::mt19937 random(1);
  std::map<std::pair<std::int64_t, int>, TimerQueue::Key> expected;
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t due = random() % 500;
    expected.emplace(std::pair(due, i), Add(due, std::to_string(i)));
    if (i % 3 != 0) continue;
    auto one = expected.begin();
    std::advance(one, random() % expected.size());
    queue_.Cancel(one->second);
    expected.erase(one);
  }
  std::vector<std::string> names;
  for (const auto& [when, key] : expected) {
    names.push_back(std::to_string(when.second));
  }
  EXPECT_EQ(At(500), names);
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
