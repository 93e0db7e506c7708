// Reliable: what is kept of an action, and for whom.
#include "actions/reliable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actions/delivery/transport.h"
#include "base/loop/loop.h"
#include "tests/support/action_event.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::ActionEvent;
using Outcome = ActionSink::Outcome;

/// Delivers all, and remembers it.
class Delivering : public Transport {
 public:
  explicit Delivering(base::loop::Timers* timers) : timers_(*timers) {}
  base::loop::Pending Send(const Notification& one, Ended ended) override {
    sent.push_back(one);
    return timers_.After({}, [ended] { ended({}); });
  }
  bool Knows(const std::string&) const override { return true; }

  std::vector<Notification> sent;

 private:
  base::loop::Timers& timers_;
};

class ReliableTest : public testing::Test {
 protected:
  std::optional<Outcome> Perform(ActionEvent::Kind kind,
                                 const std::string& receiver) {
    ActionEvent event(kind, "text");
    event.call.receiver = receiver;
    event.parts.bindings = {{"web1", {}, {}, {}}};
    std::optional<Outcome> outcome;
    reliable_.Perform(event.event(), [&](Outcome how) { outcome = how; });
    while (busy_) loop_.Run();
    return outcome;
  }

  base::loop::Loop loop_;
  tests::LogLines log_;
  Delivering transport_{&loop_};
  bool busy_ = false;
  Deliverer deliverer_{{.loop = &loop_,
                        .transport = &transport_,
                        .timers = &loop_,
                        .now = [] { return tests::kThen; },
                        .steady = [] { return base::Duration(); },
                        .folder = "",
                        .tell = [](bool, const std::string&) {},
                        .tell_state = [](bool, const std::string&) {},
                        .lost = [](const std::string&) {},
                        .busy =
                            [this](bool busy) {
                              busy_ = busy;
                              if (!busy) loop_.Stop();
                            }}};
  Reliable reliable_{&deliverer_,
                     {{ActionEvent::Kind::kSyslog,
                       {"/dev/log",
                        [](const auto& event, const auto& id) {
                          return Errand{event.text() + ' ' + id, ""};
                        }}},
                      {ActionEvent::Kind::kExec,
                       {"",
                        [](const auto&, const auto&) {
                          return Errand{"", "/bin/x"};
                        }}}},
                     log_.log()};
};

TEST_F(ReliableTest, HasSucceededWhenItIsKept) {
  EXPECT_EQ(Perform(ActionEvent::Kind::kSyslog, ""), Outcome::kSucceeded);
  EXPECT_EQ(Perform(ActionEvent::Kind::kExec, "/bin/x y"), Outcome::kSucceeded);
  ASSERT_EQ(transport_.sent.size(), 2u);
  EXPECT_EQ(transport_.sent[0].receiver, "syslog /dev/log");
  EXPECT_EQ(transport_.sent[0].rule, "rule");
  EXPECT_EQ(transport_.sent[0].host, "web1");
  EXPECT_EQ(ErrandOf(transport_.sent[0].json),
            (Errand{"text " + transport_.sent[0].id, ""}));
  EXPECT_EQ(transport_.sent[1].receiver, "exec /bin/x y");
  EXPECT_THAT(log_.lines, IsEmpty());
}

TEST_F(ReliableTest, WhatCannotBeKeptWasNotPerformed) {
  deliverer_.End({});
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Perform(ActionEvent::Kind::kSyslog, ""), Outcome::kNotPerformed);
  }
  EXPECT_THAT(log_.lines, ElementsAre("Error: rule: reliably: syslog /dev/log: "
                                      "the program ends"));
}

}  // namespace
}  // namespace actions
