// Shell: pmie's environment, long commands, and what was not begun. Commands
// that run: live_actions_test.cc.
#include "actions/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "tests/support/action_event.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::ActionEvent;

// The path that was measured: docs/pmie.md, "Actions".
TEST(ShellEnvironment, PathAndFieldSeparatorsArePmies) {
  EXPECT_THAT(ShellEnvironment({"HOME=/x", "PATH=/evil", "IFS=,", "PATHS=1"}),
              ElementsAre("HOME=/x", "PATHS=1",
                          "PATH=/usr/sbin:/sbin:/usr/bin:/bin:/usr/bin:"
                          "/usr/lib/pcp/bin:/usr/bin/X11:/usr/local/bin",
                          "IFS=\t\n"));
}

TEST(ShellEnvironment, PcpsFoldersAreThoseOfTheEnvironment) {
  EXPECT_THAT(ShellEnvironment({"PCP_BIN_DIR=/b", "PCP_BINADM_DIR=/a",
                                "PCP_PLATFORM_PATHS=/p:/q"}),
              ElementsAre("PCP_BIN_DIR=/b", "PCP_BINADM_DIR=/a",
                          "PCP_PLATFORM_PATHS=/p:/q",
                          "PATH=/usr/sbin:/sbin:/usr/bin:/bin:/b:/a:/p:/q",
                          "IFS=\t\n"));
}

class ShellTest : public ::testing::Test {
 protected:
  Shell::Outcome Run(const std::string& text) {
    std::optional<Shell::Outcome> outcome;
    shell_.Perform(ActionEvent(ActionEvent::Kind::kShell, text).event(),
                   [&](Shell::Outcome how) {
                     outcome = how;
                     loop_.Stop();
                   });
    if (!outcome) loop_.Run();
    return *outcome;
  }

  base::loop::Loop loop_;
  tests::LogLines log_;
  Children children_{&loop_, &loop_};
  CommandQueue commands_{&children_, &loop_, {}, log_.log(), [] {}};
  Shell shell_{{"HOME=/x"}, &commands_, true, log_.log()};
};

// The system takes no argument of 128 KiB; pmie's command then fails. A rule
// over many instances gets there.
TEST_F(ShellTest, ALongCommandIsACommandLikeAnother) {
  for (const std::size_t size :
       {std::size_t{131'000}, std::size_t{131'072}, std::size_t{3} << 20}) {
    EXPECT_EQ(Run("x='" + std::string(size, 'y') +
                  "'; test ${#x} = " + std::to_string(size) +
                  " && test $0 = sh && test ! -e /proc/$$/fd/3"),
              Shell::Outcome::kSucceeded)
        << size;
    EXPECT_EQ(Run(": " + std::string(size, 'y') + "\nexit 3"),
              Shell::Outcome::kFailed);
  }
  EXPECT_EQ(log_.lines.size(), 5u) << "of the first, third and fifth failure";
}

TEST_F(ShellTest, AFailureIsToldOnceARowAndWhereNothingFollows) {
  for (const int status : {127, 127, 3, 0, 1}) {
    Run("exit " + std::to_string(status));
  }
  EXPECT_EQ(shell_.failed(), 4u);
  EXPECT_THAT(
      log_.lines,
      ElementsAre("Error: rule: shell: exit status 127, as of what is not "
                  "found: exit 127",
                  "Info: rule: shell: succeeded again; 3 before it not",
                  "Error: rule: shell: exit status 1: exit 1"));
}

TEST_F(ShellTest, NotWhereARuleAsksForIt) {
  const ActionEvent event(ActionEvent::Kind::kShell, "exit 1");
  engine::alarm::Event asked = event.event();
  asked.asked = true;
  shell_.Perform(asked, [&](Shell::Outcome how) {
    EXPECT_EQ(how, Shell::Outcome::kFailed);
    loop_.Stop();
  });
  loop_.Run();
  EXPECT_EQ(shell_.failed(), 0u);
  EXPECT_THAT(log_.lines, IsEmpty());
}

TEST_F(ShellTest, AsPmieNone) {
  Shell pmies{{}, &commands_, false, log_.log()};
  pmies.Perform(ActionEvent(ActionEvent::Kind::kShell, "exit 127").event(),
                [&](Shell::Outcome) { loop_.Stop(); });
  loop_.Run();
  EXPECT_EQ(pmies.failed(), 0u);
  EXPECT_THAT(log_.lines, IsEmpty());
}

TEST_F(ShellTest, WhatWasNotBegunIsToldWithTheRulesName) {
  commands_.Abandon();
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Run("mail " + std::string(500, 'x')),
              Shell::Outcome::kNotPerformed);
  }
  EXPECT_THAT(
      log_.lines,
      ElementsAre("Error: rule: shell: the program ends: not begun: mail " +
                  std::string(95, 'x') + "..."));
}

}  // namespace
}  // namespace actions
