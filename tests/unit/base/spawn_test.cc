// Spawn: what a program has of ours, and what it has not.
#include "base/spawn.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>

namespace base {
namespace {

/// What the shell says to `text`.
std::string Said(const std::string& text, const Program& like = {}) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  Program program = like;
  if (program.path.empty()) program.path = "/bin/sh";
  program.arguments = {"sh", "-c", text};
  const auto pid = Spawn(program, {{0, -1}, {1, ends[1]}, {2, ends[1]}});
  ::close(ends[1]);
  std::string said;
  std::array<char, 4096> buffer;
  ssize_t got = 0;
  while (pid && (got = ::read(ends[0], buffer.data(), buffer.size())) > 0) {
    said.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  if (!pid) return pid.error().message;
  int status = 0;
  EXPECT_EQ(::waitpid(*pid, &status, 0), *pid);
  return said;
}

TEST(Spawn, GivesWhatItIsToldToAndNothingElse) {
  EXPECT_EQ(Said("echo $WHERE", {"", {}, {"WHERE=here"}}), "here\n");
  EXPECT_EQ(Said("cat"), "") << "standard input is /dev/null";
  // Without O_CLOEXEC.
  const int open = ::dup(0);
  ASSERT_GE(open, 3);
  EXPECT_EQ(Said("ls /proc/self/fd | head -c 5"), "0\n1\n2");
  EXPECT_EQ(
      Said("test -e /proc/$$/fd/" + std::to_string(open) + " || echo closed"),
      "closed\n");
  ::close(open);
}

TEST(Spawn, SignalsAreAsProgramsExpectThem) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  const auto ignored = std::signal(SIGPIPE, SIG_IGN);
  const std::string said =
      Said("grep SigBlk /proc/self/status; kill -PIPE $$; echo ignored");
  std::signal(SIGPIPE, ignored);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(said, "SigBlk:\t0000000000000000\n");
}

TEST(Spawn, LooksInNoPath) {
  EXPECT_EQ(Said("", {"sh", {}, {}}), "sh: No such file or directory");
  EXPECT_EQ(Said("", {"/none", {}, {}}), "/none: No such file or directory");
}

TEST(Spawn, IsASessionOfItsOwn) {
  EXPECT_EQ(Said("test $(cut -d' ' -f6 /proc/$$/stat) = $$ && echo own"),
            "own\n");
}

}  // namespace
}  // namespace base
