// A line on a terminal of the test's own, and none anywhere else.
#include "cli/status_line.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/terminal.h"

namespace cli {
namespace {

TEST(StatusLine, IsWrittenAnewAndWiped) {
  const Terminal terminal;
  StatusLine line(terminal.descriptor(), true);
  EXPECT_TRUE(line.on_terminal());
  line.Show("one");
  EXPECT_EQ(terminal.Take(), "\r\033[Kone");
  line.Show("two");
  EXPECT_EQ(terminal.Take(), "\r\033[Ktwo");
  line.Wipe();
  EXPECT_EQ(terminal.Take(), "\r\033[K");
  line.Wipe();
  EXPECT_EQ(terminal.Take(), "") << "there is nothing to wipe";
}

// The terminal makes of them a line of its own, or nothing.
TEST(StatusLine, BeginsBelowWhatOthersHaveNotEnded) {
  const Terminal terminal;
  terminal.SetColumns(10);
  StatusLine line(terminal.descriptor(), true);
  line.BeginBelow();
  line.Show("one");
  EXPECT_EQ(terminal.Take(), std::string(10, ' ') + "\r\r\033[Kone");
  StatusLine(terminal.descriptor(), false).BeginBelow();
  EXPECT_EQ(terminal.Take(), "");
}

TEST(StatusLine, FitsTheWindowAsItIsNow) {
  const Terminal terminal;
  StatusLine line(terminal.descriptor(), true);
  line.Show(std::string(100, 'x'));
  EXPECT_EQ(terminal.Take(), "\r\033[K" + std::string(79, 'x'));
  terminal.SetColumns(10);
  line.Show("0123456789");
  EXPECT_EQ(terminal.Take(), "\r\033[K012345678");
}

TEST(StatusLine, IsCutBetweenCharactersByTheirColumns) {
  const Terminal terminal;
  terminal.SetColumns(6);
  StatusLine line(terminal.descriptor(), true);
  line.Show("b\u00fccher.example");
  EXPECT_EQ(terminal.Take(), "\r\033[Kb\u00fcche");
  line.Show("\u6771\u4eac\u6771");
  EXPECT_EQ(terminal.Take(), "\r\033[K\u6771\u4eac") << "two columns each";
}

TEST(StatusLine, IsNotShownWhereALineCannotBeCleared) {
  const Terminal terminal;
  for (const char* name : {"dumb", ""}) {
    ::setenv("TERM", name, 1);
    EXPECT_FALSE(StatusLine(terminal.descriptor(), true).on_terminal());
  }
  ::unsetenv("TERM");
  EXPECT_FALSE(StatusLine(terminal.descriptor(), true).on_terminal());
}

TEST(StatusLine, IsWipedAtTheEnd) {
  const Terminal terminal;
  StatusLine(terminal.descriptor(), true).Show("one");
  EXPECT_EQ(terminal.Take(), "\r\033[Kone\r\033[K");
}

TEST(StatusLine, IsNotShownWhereItIsNotWanted) {
  const Terminal terminal;
  StatusLine line(terminal.descriptor(), false);
  EXPECT_FALSE(line.on_terminal());
  line.Show("one");
  EXPECT_EQ(terminal.Take(), "");
}

TEST(StatusLine, IsNotShownInAFile) {
  const SmallArchive folder;
  const int fd = ::open(folder.Write("file", "").c_str(), O_RDWR);
  {
    StatusLine line(fd, true);
    EXPECT_FALSE(line.on_terminal());
    line.Show("one");
  }
  EXPECT_EQ(::lseek(fd, 0, SEEK_END), 0);
  ::close(fd);
}

}  // namespace
}  // namespace cli
