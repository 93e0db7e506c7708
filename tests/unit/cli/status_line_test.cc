// A line on a terminal of the test's own, and none anywhere else.
#include "cli/status_line.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>

#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

/// Both ends of a pseudoterminal.
class Terminal {
 public:
  Terminal() : person_(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK)) {
    ::grantpt(person_);
    ::unlockpt(person_);
    program_ = ::open(::ptsname(person_), O_RDWR | O_NOCTTY);
    ::setenv("TERM", "xterm", 1);
  }
  ~Terminal() {
    ::close(program_);
    ::close(person_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void SetColumns(int columns) const {
    winsize size{};
    size.ws_col = static_cast<unsigned short>(columns);
    ::ioctl(program_, TIOCSWINSZ, &size);
  }
  /// What a program writes to.
  int descriptor() const { return program_; }
  /// What has been written since the last call. The kernel hands it over in
  /// parts, in its own time: all is there once a mark behind it is.
  std::string Take() const {
    constexpr char kMark = '\x01';
    EXPECT_EQ(::write(program_, &kMark, 1), 1);
    std::string text;
    while (!text.ends_with(kMark)) {
      pollfd something{person_, POLLIN, 0};
      if (::poll(&something, 1, kMostMillis) != 1) return text + "...";
      std::array<char, 1000> part{};
      const auto n = ::read(person_, part.data(), part.size());
      text.append(part.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
    }
    text.pop_back();
    return text;
  }

 private:
  static constexpr int kMostMillis = 10'000;

  int person_;
  int program_ = -1;
};

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
