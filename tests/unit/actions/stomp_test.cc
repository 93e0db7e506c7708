// Stomp: what becomes of an event's message.
#include "actions/stomp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/action_event.h"
#include "tests/support/fake_timers.h"
#include "tests/support/stomp_play.h"

namespace actions {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tests::ActionEvent;
using Outcome = ActionSink::Outcome;

class StompTest : public testing::Test {
 protected:
  void Perform(const std::string& text) {
    stomp_.Perform(ActionEvent(ActionEvent::Kind::kStomp, text).event(),
                   [this](Outcome outcome) { outcomes_.push_back(outcome); });
  }

  tests::FakeTimers timers_;
  tests::FakeNetwork network_;
  tests::LogLines log_;
  std::vector<Outcome> outcomes_;
  StompBroker broker_{&timers_, [this] { return network_.Make(); },
                      tests::BrokerSettings(), 7,
                      [](bool, const std::string&) {}};
  Stomp stomp_{&broker_, log_.log()};
};

TEST_F(StompTest, TheTextIsSentAsItIs) {
  Perform("a\x1b\xff\n");
  tests::LetIn(&network_.last());
  EXPECT_THAT(tests::Heard(&network_.last()), HasSubstr("\n\na\x1b\xff\n\0"s));
  tests::GiveReceipt(&network_.last(), "1");
  EXPECT_THAT(outcomes_, ElementsAre(Outcome::kSucceeded));
}

TEST_F(StompTest, WhatWasNotSentWasNotPerformed) {
  Perform("x");
  Perform("x");
  timers_.Advance({20 * base::kNanosPerSecond});
  tests::LetIn(&network_.last());
  Perform("x");
  network_.last().HangUp();
  stomp_.Abandon();
  Perform("x");
  EXPECT_THAT(outcomes_,
              ElementsAre(Outcome::kNotPerformed, Outcome::kNotPerformed,
                          Outcome::kFailed, Outcome::kNotPerformed));
  EXPECT_THAT(log_.lines,
              ElementsAre("Error: rule: stomp: b:61613: not connected yet"));
}

}  // namespace
}  // namespace actions
