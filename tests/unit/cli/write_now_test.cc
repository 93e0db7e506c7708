// Pipes, sockets and terminals that are full, and files, which never are: the
// descriptors are such as wait.
#include "cli/write_now.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

namespace cli {
namespace {

/// Writes until there is no room; how much it was.
std::size_t Fill(int fd) {
  const std::string text(3000, 'x');
  std::size_t all = 0;
  for (ssize_t n = 0; n >= 0; n = WriteNow(fd, text)) {
    all += static_cast<std::size_t>(n);
  }
  EXPECT_EQ(errno, EAGAIN);
  EXPECT_EQ(::fcntl(fd, F_GETFL) & O_NONBLOCK, 0) << "it still waits";
  return all;
}

TEST(WriteNow, ToAPipe) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  EXPECT_GT(Fill(ends[1]), 0u);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(WriteNow, ToASocket) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  EXPECT_GT(Fill(ends[1]), 0u);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(WriteNow, ToATerminal) {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(master, 0);
  ASSERT_EQ(::grantpt(master), 0);
  ASSERT_EQ(::unlockpt(master), 0);
  const int slave = ::open(::ptsname(master), O_RDWR | O_NOCTTY);
  ASSERT_GE(slave, 0);
  EXPECT_GT(Fill(slave), 0u);
  ::close(slave);
  ::close(master);
}

TEST(WriteNow, ToWhatNeverWaits) {
  const int file = ::open("/dev/null", O_WRONLY);
  EXPECT_EQ(WriteNow(file, "abc"), 3);
  ::close(file);
  EXPECT_EQ(WriteNow(-1, "abc"), -1);
  EXPECT_EQ(errno, EBADF);
}

}  // namespace
}  // namespace cli
