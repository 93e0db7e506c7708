// Shell: long commands, and what a command knows of its event.
#include "actions/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/commands.h"

namespace actions {
namespace {

using ::testing::IsEmpty;
using tests::ActionEvent;

class ShellTest : public ::testing::Test {
 protected:
  Shell::Outcome Run(const std::string& text) {
    event_.message.text = text;
    return commands_.Run(&shell_, event_.event());
  }

  ActionEvent event_{ActionEvent::Kind::kShell, ""};
  tests::Commands commands_;
  base::Zone zone_;  // UTC
  Shell shell_{commands_.context(), &zone_, commands_.log.log()};
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
  EXPECT_EQ(commands_.log.lines.size(), 5u)
      << "of the first, third and fifth failure";
}

TEST_F(ShellTest, KnowsItsEvent) {
  event_.parts.bindings = {{"web1", "$(exit 9)\n'\"", "/a", {}, "95"}};
  EXPECT_EQ(Run("test \"$TOCSIN_RULE,$TOCSIN_HOST,$TOCSIN_VALUE\" = "
                "rule,web1,95 && test \"$TOCSIN_INSTANCE\" = "
                "'$(exit 9)\n'\\''\"' && test \"$HOME\" = /x"),
            Shell::Outcome::kSucceeded);
  EXPECT_THAT(commands_.log.lines, IsEmpty());
}

}  // namespace
}  // namespace actions
