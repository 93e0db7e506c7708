// MessageQueue: order, patience and the end, with a daemon that a test plays.
// Real sockets: syslog_test.cc, journal_test.cc.
#include "actions/message_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <vector>

#include "base/system_error.h"
#include "tests/support/action_event.h"
#include "tests/support/fake_timers.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Outcome = engine::alarm::EventSink::Outcome;

class MessageQueueTest : public ::testing::Test {
 protected:
  void Add(const std::string& message) {
    queue_.Add(Whose(event_.event()), message,
               [this](Outcome outcome) { outcomes_.push_back(outcome); });
  }

  tests::ActionEvent event_{tests::ActionEvent::Kind::kJournal, ""};
  tests::FakeTimers timers_;
  tests::LogLines log_;
  int errno_ = 0;
  std::vector<std::string> heard_;
  std::vector<Outcome> outcomes_;
  MessageQueue queue_{"journal",
                      [this](const std::string& message) -> base::Result<void> {
                        if (errno_ != 0) return base::SystemError("d", errno_);
                        heard_.push_back(message);
                        return {};
                      },
                      &timers_, log_.log()};
};

TEST_F(MessageQueueTest, WhatWaitsKeepsItsOrder) {
  errno_ = EAGAIN;
  Add("a");
  Add("b");
  EXPECT_THAT(outcomes_, IsEmpty());
  errno_ = 0;
  Add("c");
  EXPECT_THAT(heard_, IsEmpty());
  timers_.Advance(MessageQueue::kLimit);
  EXPECT_THAT(heard_, ElementsAre("a", "b", "c"));
  EXPECT_THAT(outcomes_, ElementsAre(Outcome::kSucceeded, Outcome::kSucceeded,
                                     Outcome::kSucceeded));
  EXPECT_THAT(log_.lines, IsEmpty());
}

TEST_F(MessageQueueTest, WhatDoesNotPassIsNotWaitedFor) {
  errno_ = ENOENT;
  Add("a");
  Add("b");
  errno_ = 0;
  Add("c");
  EXPECT_THAT(outcomes_,
              ElementsAre(Outcome::kNotPerformed, Outcome::kNotPerformed,
                          Outcome::kSucceeded));
  EXPECT_THAT(log_.lines,
              ElementsAre("Error: rule: journal: d: No such file or directory",
                          "Info: rule: journal: performed again; 2 before it "
                          "not"));
}

TEST_F(MessageQueueTest, AtTheEndNobodyIsWaitedFor) {
  errno_ = EAGAIN;
  Add("a");
  queue_.Abandon();
  Add("b");
  EXPECT_THAT(outcomes_,
              ElementsAre(Outcome::kNotPerformed, Outcome::kNotPerformed));
  EXPECT_EQ(timers_.waiting(), 0u);
}

}  // namespace
}  // namespace actions
