// LiveActions: who gets which kind, and when all is done.
#include "actions/live_actions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/action_event.h"
#include "tests/support/http_peer.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using tests::ActionEvent;
using Outcome = engine::alarm::EventSink::Outcome;
using Kind = ActionEvent::Kind;

class LiveActionsTest : public ::testing::Test {
 protected:
  ActionContext TheContext() {
    ActionContext context;
    context.zone = &zone_;
    context.loop = &loop_;
    context.now = [] { return tests::kThen; };
    context.steady = [] { return base::Duration(); };
    context.receivers = &receivers_;
    context.pid = 4711;
    context.environment = {"PATH=/nowhere", "PCP_XCONFIRM_PROG=/bin/true",
                           "COLOUR=red"};
    context.syslog_socket = "/no/such/socket";
    context.journal_socket = "/no/such/journal";
    context.sendmail = "/no/such/sendmail";
    context.print = [this](std::string_view text) {
      printed_ += text;
      return Print::Written::kYes;
    };
    context.log = log_.log();
    context.sharing = [this](bool shared) { shared_.push_back(shared); };
    context.commands = [this](const CommandCounts& commands) {
      commands_ = commands;
    };
    return context;
  }
  void Perform(Kind kind, const std::string& text) {
    outcome_.reset();
    actions_.Perform(ActionEvent(kind, text).event(),
                     [this](Outcome outcome) { outcome_ = outcome; });
  }
  void RunUntilIdle() {
    loop_.Post([this] { actions_.WhenIdle([this] { loop_.Stop(); }); });
    loop_.Run();
  }

  base::Zone zone_;  // UTC
  base::loop::Loop loop_;
  std::string printed_;
  CommandCounts commands_;
  std::vector<bool> shared_;
  Receivers receivers_;
  tests::LogLines log_;
  LiveActions actions_{TheContext()};
  std::optional<Outcome> outcome_;
};

TEST_F(LiveActionsTest, PrintIsDoneAtOnce) {
  Perform(Kind::kPrint, "hi");
  EXPECT_EQ(outcome_, Outcome::kSucceeded);
  EXPECT_EQ(printed_, "Sun Sep  9 01:46:40 2001: hi\n");
}

TEST_F(LiveActionsTest, WhatTheSystemsLogWouldBeToldMayBeShown) {
  ActionContext context = TheContext();
  context.shows_syslog = true;
  LiveActions shown(context);
  shown.Perform(ActionEvent(Kind::kSyslog, "hi").event(),
                [this](Outcome outcome) { outcome_ = outcome; });
  EXPECT_EQ(outcome_, Outcome::kSucceeded);
  EXPECT_EQ(printed_, "Sun Sep  9 01:46:40 2001: hi\n");
}

TEST_F(LiveActionsTest, ShellIsDoneWhenTheCommandHasEnded) {
  for (const auto& [text, outcome] :
       {std::pair("test \"$COLOUR\" = red && command -v ls >/dev/null",
                  Outcome::kSucceeded),
        std::pair("exit 7", Outcome::kFailed)}) {
    Perform(Kind::kShell, text);
    EXPECT_EQ(outcome_, std::nullopt);
    RunUntilIdle();
    EXPECT_EQ(outcome_, outcome) << text;
  }
  EXPECT_EQ(commands_.failed, 1u);
  EXPECT_THAT(log_.lines,
              ElementsAre("Error: rule: shell: exit status 7: exit 7"));
}

TEST_F(LiveActionsTest, ACommandThatASignalKillsIsToldOnce) {
  for (int tick = 0; tick < 3; ++tick) {
    Perform(Kind::kShell, "kill -9 $$");
    RunUntilIdle();
    EXPECT_EQ(outcome_, Outcome::kFailed);
  }
  EXPECT_EQ(commands_.killed, 3u);
  Perform(Kind::kShell, "exit 0");
  RunUntilIdle();
  EXPECT_THAT(
      log_.lines,
      ElementsAre("Error: rule: shell: killed by signal 9: kill -9 $$",
                  "Info: rule: shell: ended by itself again; 3 before it not"));
}

TEST_F(LiveActionsTest, ValuesInACommandAreWords) {
  ActionEvent event(Kind::kShell, "test ; = \\; -a ' ' = \" \"");
  event.message.values = {{5, 6}};
  actions_.Perform(event.event(),
                   [this](Outcome outcome) { outcome_ = outcome; });
  RunUntilIdle();
  EXPECT_EQ(outcome_, Outcome::kSucceeded);
}

// As in pmie the quotes round a string are the shell's.
TEST_F(LiveActionsTest, AStringInACommandIsItsText) {
  for (const std::string quote : {"", "\""}) {
    ActionEvent event(Kind::kShell, "test " + quote);
    const std::size_t begin = event.message.text.size() + 1;
    event.message.text += "\"a 'b\"" + quote + " = \"a 'b\"";
    event.message.values = {{begin, begin + 4}};
    actions_.Perform(event.event(),
                     [this](Outcome outcome) { outcome_ = outcome; });
    RunUntilIdle();
    EXPECT_EQ(outcome_, Outcome::kSucceeded);
  }
}

// What follows from one that has ended is begun before all is said to be done.
TEST_F(LiveActionsTest, IdleIsWhenNothingFollowsAnyMore) {
  std::vector<std::string> order;
  actions_.Perform(
      ActionEvent(Kind::kShell, "false").event(), [&](Outcome first) {
        order.push_back(first == Outcome::kFailed ? "first" : "?");
        actions_.Perform(
            ActionEvent(Kind::kShell, "true").event(), [&](Outcome second) {
              order.push_back(second == Outcome::kSucceeded ? "second" : "?");
            });
      });
  actions_.WhenIdle([&] {
    order.push_back("idle");
    loop_.Stop();
  });
  loop_.Run();
  EXPECT_THAT(order, ElementsAre("first", "second", "idle"));
}

// Also with what follows, and with what an alarm echoes.
TEST_F(LiveActionsTest, ProgramsThatWriteWhereWeDoAreTold) {
  for (const std::string text : {"true", "true", "true"}) {
    Perform(Kind::kShell, text);
  }
  RunUntilIdle();
  EXPECT_THAT(shared_, ElementsAre(true, false));
  shared_.clear();
  Perform(Kind::kPrint, "x");
  Perform(Kind::kAlarm, "a window");
  EXPECT_THAT(shared_, IsEmpty());
  ActionContext context = TheContext();
  context.environment = {"PCP_XCONFIRM_PROG="};
  context.sharing = [this](bool shared) {
    shared_.push_back(shared);
    if (!shared) loop_.Stop();
  };
  LiveActions echoing(context);
  ::testing::internal::CaptureStdout();
  echoing.Perform(ActionEvent(Kind::kAlarm, "echoed").event(), [](Outcome) {});
  EXPECT_THAT(shared_, ElementsAre(true));
  loop_.Run();
  EXPECT_THAT(shared_, ElementsAre(true, false));
  EXPECT_THAT(::testing::internal::GetCapturedStdout(),
              ::testing::HasSubstr("echoed"));
}

TEST_F(LiveActionsTest, AWebhookIsWaitedForUntilItIsDelivered) {
  tests::HttpPeer peer(&loop_);
  ActionEvent event(Kind::kWebhook, "hi");
  event.call.receiver = peer.url();
  actions_.Perform(event.event(),
                   [this](Outcome outcome) { outcome_ = outcome; });
  EXPECT_EQ(outcome_, std::nullopt);
  RunUntilIdle();
  EXPECT_EQ(outcome_, Outcome::kSucceeded);
  EXPECT_EQ(peer.requests.size(), 1u);
}

TEST_F(LiveActionsTest, WhatTellsOfItsBindingsNeedsThem) {
  engine::expr::ast::Call call;
  for (const auto& [kind, needs] :
       {std::pair(Kind::kPrint, false), std::pair(Kind::kSyslog, false),
        std::pair(Kind::kStomp, false), std::pair(Kind::kShell, true),
        std::pair(Kind::kWebhook, true), std::pair(Kind::kExec, true),
        std::pair(Kind::kJournal, true), std::pair(Kind::kMail, true)}) {
    call.kind = kind;
    EXPECT_EQ(actions_.NeedsParts(call), needs);
  }
}

TEST_F(LiveActionsTest, EachKindHasItsProgramOrDaemon) {
  for (const auto& [kind, outcome] :
       {std::pair(Kind::kExec, Outcome::kSucceeded),
        std::pair(Kind::kMail, Outcome::kNotPerformed),
        std::pair(Kind::kJournal, Outcome::kNotPerformed)}) {
    ActionEvent event(kind, "x");
    event.call.receiver = "/bin/true";
    actions_.Perform(event.event(), [this](Outcome how) { outcome_ = how; });
    RunUntilIdle();
    EXPECT_EQ(outcome_, outcome);
  }
  EXPECT_THAT(
      log_.lines,
      ElementsAre(StartsWith("Error: rule: mail: /no/such/sendmail: "),
                  StartsWith("Error: rule: journal: /no/such/journal: ")));
}

TEST_F(LiveActionsTest, SyslogThatNobodyReadsIsToldOnce) {
  Perform(Kind::kSyslog, "x");
  EXPECT_EQ(outcome_, Outcome::kNotPerformed);
  Perform(Kind::kSyslog, "x");
  EXPECT_EQ(outcome_, Outcome::kNotPerformed);
  EXPECT_THAT(
      log_.lines,
      ElementsAre(StartsWith("Error: rule: syslog: /no/such/socket: ")));
}

TEST_F(LiveActionsTest, AMessageBrokerIsToldWhereOneIsKnown) {
  Perform(Kind::kStomp, "x");
  EXPECT_EQ(outcome_, Outcome::kNotPerformed);
  ActionContext context = TheContext();
  context.stomp.emplace();
  context.stomp->host = "127.0.0.1";
  context.stomp->timeout = {};
  LiveActions telling(context);
  telling.Perform(ActionEvent(Kind::kStomp, "x").event(),
                  [this](Outcome outcome) {
                    EXPECT_EQ(outcome, Outcome::kNotPerformed);
                    loop_.Stop();
                  });
  loop_.Run();
  EXPECT_THAT(log_.lines,
              ElementsAre(StartsWith("Error: stomp: 127.0.0.1:0: "),
                          StartsWith("Error: rule: stomp: 127.0.0.1:0: ")));
}

TEST_F(LiveActionsTest, AStatementThatIsBusyIsToldOnce) {
  const ActionEvent event(Kind::kShell, "x");
  actions_.StillBusy(event.statement);
  actions_.StillBusy(event.statement);
  EXPECT_THAT(log_.lines,
              ElementsAre("Warning: rule: its action was due while it was "
                          "still being performed: left out, now and later"));
}

TEST_F(LiveActionsTest, AStatementWhoseCommandWaitsIsSaidToWait) {
  for (const std::string name : {"first", "second"}) {
    ActionEvent event(Kind::kShell, "true");
    event.statement.name = name;
    actions_.Perform(event.event(), [](Outcome) {});
  }
  for (const std::string name : {"first", "second"}) {
    ActionEvent event(Kind::kShell, "true");
    event.statement.name = name;
    actions_.StillBusy(event.statement);
  }
  EXPECT_THAT(log_.lines,
              ElementsAre("Warning: first: its action was due while it was "
                          "still being performed: left out, now and later",
                          "Warning: second: its action was due while the one "
                          "before waited for its turn: left out, now and "
                          "later"));
  RunUntilIdle();
}

// What a rule says about a failure holds then, too, as far as it is at once.
TEST_F(LiveActionsTest, WhatIsNotBegunAtTheEndHasFailed) {
  std::vector<Outcome> outcomes;
  for (const std::string text : {"true", "true", "true"}) {
    actions_.Perform(ActionEvent(Kind::kShell, text).event(),
                     [&](Outcome outcome) {
                       outcomes.push_back(outcome);
                       Perform(Kind::kPrint, "instead");
                     });
  }
  EXPECT_EQ(commands_.running, 1u);
  EXPECT_EQ(commands_.waiting, 2u);
  actions_.Abandon();
  EXPECT_THAT(outcomes,
              ElementsAre(Outcome::kNotPerformed, Outcome::kNotPerformed));
  EXPECT_EQ(printed_,
            "Sun Sep  9 01:46:40 2001: instead\n"
            "Sun Sep  9 01:46:40 2001: instead\n");
  EXPECT_THAT(log_.lines, ElementsAre("Error: rule: shell: the program ends: "
                                      "not begun: true"));
  EXPECT_EQ(commands_.running, 1u);
  EXPECT_EQ(commands_.waiting, 0u);
}

TEST_F(LiveActionsTest, AnAlarmIsNotWaitedFor) {
  Perform(Kind::kAlarm, "x");
  EXPECT_EQ(outcome_, Outcome::kSucceeded);
  bool idle = false;
  actions_.WhenIdle([&] { idle = true; });
  EXPECT_TRUE(idle);
  EXPECT_THAT(log_.lines, IsEmpty());
}

}  // namespace
}  // namespace actions
