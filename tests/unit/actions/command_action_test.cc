// CommandAction: what is told of how commands end, and what is cut.
#include "actions/command_action.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "actions/shell.h"
#include "tests/support/commands.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::ActionEvent;
using Outcome = ActionSink::Outcome;

class CommandActionTest : public ::testing::Test {
 protected:
  Outcome Run(const std::string& text) {
    event_.message.text = text;
    return commands_.Run(&shell_, event_.event());
  }

  ActionEvent event_{ActionEvent::Kind::kShell, ""};
  tests::Commands commands_;
  base::Zone zone_;  // UTC
  Shell shell_{commands_.context(), &zone_, commands_.log.log()};
};

TEST_F(CommandActionTest, AFailureIsToldOnceARowAndWhereNothingFollows) {
  for (const int status : {127, 127, 3, 0, 1}) {
    Run("exit " + std::to_string(status));
  }
  EXPECT_EQ(commands_.failures.failed, 4u);
  EXPECT_THAT(
      commands_.log.lines,
      ElementsAre("Error: rule: shell: exit status 127, as of what is not "
                  "found: exit 127",
                  "Info: rule: shell: succeeded again; 3 before it not",
                  "Error: rule: shell: exit status 1: exit 1"));
}

TEST_F(CommandActionTest, NotWhereARuleAsksForIt) {
  event_.asked = true;
  EXPECT_EQ(Run("exit 1"), Outcome::kFailed);
  EXPECT_EQ(commands_.failures.failed, 0u);
  EXPECT_THAT(commands_.log.lines, IsEmpty());
}

TEST_F(CommandActionTest, AsPmieNone) {
  CommandContext context = commands_.context();
  context.tells_failures = false;
  Shell pmies(context, &zone_, commands_.log.log());
  event_.message.text = "exit 127";
  EXPECT_EQ(commands_.Run(&pmies, event_.event()), Outcome::kFailed);
  EXPECT_EQ(commands_.failures.failed, 0u);
  EXPECT_THAT(commands_.log.lines, IsEmpty());
}

TEST_F(CommandActionTest, WhatWasNotBegunIsToldWithTheRulesName) {
  commands_.queue.Abandon();
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Run("mail " + std::string(500, 'x')), Outcome::kNotPerformed);
  }
  EXPECT_THAT(
      commands_.log.lines,
      ElementsAre("Error: rule: shell: the program ends: not begun: mail " +
                  std::string(95, 'x') + "..."));
}

TEST_F(CommandActionTest, WhatIsCutIsToldOnceARow) {
  event_.parts.bindings = {{"web1", std::string(1 << 20, 'i'), {}, {}, ""}};
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Run("test ${#TOCSIN_INSTANCE} = 131055"), Outcome::kSucceeded);
  }
  event_.parts.bindings = {{"web1", "sda", {}, {}, ""}};
  EXPECT_EQ(Run("test $TOCSIN_INSTANCE = sda"), Outcome::kSucceeded);
  EXPECT_THAT(
      commands_.log.lines,
      ElementsAre("Error: rule: shell: cut: an argument or variable of 1048592 "
                  "bytes, of which 131071 fit, up to the first NUL",
                  "Info: rule: shell: whole again; 2 before it not"));
}

}  // namespace
}  // namespace actions
