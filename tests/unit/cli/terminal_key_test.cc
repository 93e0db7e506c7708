// A key on a terminal of the test's own: it is not shown, no line is waited
// for, and what the terminal did before it does again.
#include "cli/terminal_key.h"

#include <gtest/gtest.h>
#include <termios.h>
#include <unistd.h>

#include "tests/unit/cli/terminal.h"

namespace cli {
namespace {

bool Never() { return false; }
void Nothing() {}

TEST(TerminalKey, EachKeyIsHandedOverAsItWasTyped) {
  const Terminal terminal;
  termios before{};
  ASSERT_EQ(::tcgetattr(terminal.descriptor(), &before), 0);
  terminal.Type("yq");
  EXPECT_EQ(ReadKey(terminal.descriptor(), Nothing, Never), 'y');
  EXPECT_EQ(ReadKey(terminal.descriptor(), Nothing, Never), 'q');
  terminal.Type("\r");
  EXPECT_EQ(ReadKey(terminal.descriptor(), Nothing, Never), '\n');
  termios after{};
  ASSERT_EQ(::tcgetattr(terminal.descriptor(), &after), 0);
  EXPECT_EQ(after.c_lflag, before.c_lflag);
}

TEST(TerminalKey, WhoAnswersAQuestionIsNotShown) {
  const Terminal terminal;
  const auto ask = [&terminal] { terminal.Type("n"); };
  EXPECT_EQ(ReadKey(terminal.descriptor(), ask, Never), 'n');
  EXPECT_EQ(terminal.Take(), "");
}

TEST(TerminalKey, ASignalEndsTheWait) {
  const Terminal terminal;
  int looks = 0;
  EXPECT_EQ(
      ReadKey(terminal.descriptor(), Nothing, [&looks] { return ++looks > 1; }),
      std::nullopt);
  EXPECT_EQ(ReadKey(terminal.descriptor(), Nothing, [] { return true; }),
            std::nullopt);
}

TEST(TerminalKey, NothingComesBehindTheEnd) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[1]);
  EXPECT_EQ(ReadKey(ends[0], Nothing, Never), std::nullopt);
  ::close(ends[0]);
}

}  // namespace
}  // namespace cli
