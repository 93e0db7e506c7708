// LossLog: each loss is counted, in few lines.
#include "actions/delivery/loss_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/fake_timers.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class LossLogTest : public ::testing::Test {
 protected:
  tests::FakeTimers timers_;
  std::vector<std::string> told_;
  LossLog log_{&timers_,
               [this](const std::string& text) { told_.push_back(text); }};
};

TEST_F(LossLogTest, TheFirstIsToldAtOnceTheOthersInSum) {
  for (int i = 0; i < 100; ++i) log_.Add("https://h#5f", "full", "dropped");
  log_.Add("ops", "full", "dropped", 3);
  EXPECT_THAT(told_,
              ElementsAre("full: webhook: https://h: 1 notification dropped",
                          "full: webhook: ops: 3 notifications dropped"));
  told_.clear();
  timers_.Advance(LossLog::kSpan);
  EXPECT_THAT(told_, ElementsAre("full: webhook: https://h: 99 notifications "
                                 "dropped"));
  log_.Add("https://h#5f", "full", "dropped");
  EXPECT_THAT(told_, SizeIs(1)) << "a line was told a moment ago";
  timers_.Advance(LossLog::kSpan);
  EXPECT_THAT(told_, SizeIs(2));
  timers_.Advance(LossLog::kSpan);
  EXPECT_EQ(timers_.waiting(), 0u);
}

TEST_F(LossLogTest, ManyRulesHaveTwoLinesTogether) {
  for (int i = 0; i < 1000; ++i) log_.Add("ops", std::to_string(i), "dropped");
  timers_.Advance(LossLog::kSpan);
  EXPECT_THAT(told_,
              ElementsAre("0: webhook: ops: 1 notification dropped",
                          "1, 10, 100, 101, 102 and 994 more: webhook: ops: "
                          "999 notifications dropped"));
}

TEST_F(LossLogTest, AtTheEndNothingIsUntold) {
  log_.Add("ops", "full", "dropped");
  log_.Add("ops", "full", "dropped", 2);
  told_.clear();
  log_.End();
  EXPECT_THAT(told_,
              ElementsAre("full: webhook: ops: 2 notifications dropped"));
  told_.clear();
  timers_.Advance(LossLog::kSpan);
  EXPECT_THAT(told_, IsEmpty());
}

}  // namespace
}  // namespace actions
