// What becomes of a process that is a daemon. What only root may do, and the
// order of it all: tests/script.
#include "cli/daemon.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include "tests/support/archive_image.h"
#include "tests/support/file_size_limit.h"

namespace cli {
namespace {

std::string Text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(BecomeUser, WhoIsNotThereIsRefused) {
  const auto become = BecomeUser("no such user");
  ASSERT_FALSE(become);
  EXPECT_EQ(become.error().message,
            "cannot find the no such user user to switch to");
}

/// In a process of its own: 0 if it leads a session as `own_session` says, and
/// does not stop for a terminal's sake.
int Leave(bool own_session) {
  LeaveTerminal(own_session);
  const bool leads = ::getsid(0) == ::getpid();
  ::raise(SIGTTOU);
  ::raise(SIGTTIN);
  ::raise(SIGTSTP);
  return leads == own_session ? 0 : 1;
}

TEST(LeaveTerminalDeathTest, HasASessionOfItsOwnIfItIsTo) {
  EXPECT_EXIT(std::_Exit(Leave(true)), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(std::_Exit(Leave(false)), testing::ExitedWithCode(0), "");
}

TEST(PidFile, IsThereAsLongAsItsOwner) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "pmie.pid";
  std::ofstream(path) << "old";
  {
    PidFile file;
    ASSERT_TRUE(file.Write(path, 42));
    EXPECT_EQ(Text(path), "42");
  }
  EXPECT_NE(::access(path.c_str(), F_OK), 0);
}

TEST(PidFile, AnothersStays) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "pmie.pid";
  std::optional<PidFile> first(std::in_place);
  std::optional<PidFile> second(std::in_place);
  ASSERT_TRUE(first->Write(path, 42));
  ASSERT_TRUE(second->Write(path, 43));
  first.reset();
  EXPECT_EQ(Text(path), "43");
  second.reset();
  EXPECT_NE(::access(path.c_str(), F_OK), 0);
}

TEST(PidFile, WhoElseRunsIsRead) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "pmie.pid";
  EXPECT_EQ(OtherIn(path), std::nullopt);
  for (const std::string text :
       {"", "x", "0", "-1", "99999999999", "4194305"}) {
    std::ofstream(path) << text;
    EXPECT_EQ(OtherIn(path), std::nullopt) << text;
  }
  std::ofstream(path) << ::getpid();
  EXPECT_EQ(OtherIn(path), std::nullopt);
  std::ofstream(path) << 1 << '\n';
  EXPECT_EQ(OtherIn(path), 1);
}

// Rather than a file that says nothing; and it can be tried again.
TEST(PidFile, WhatWasNotWrittenIsNotThere) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "pmie.pid";
  PidFile file;
  {
    const tests::FileSizeLimit limit(0);
    const auto written = file.Write(path, 42);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().system_errno, EFBIG);
  }
  EXPECT_NE(::access(path.c_str(), F_OK), 0);
  ASSERT_TRUE(file.Write(path, 42));
  EXPECT_EQ(Text(path), "42");
}

TEST(PidFile, WhatCannotBeWrittenIsAnError) {
  const tests::TemporaryFolder folder;
  PidFile file;
  const auto written = file.Write(folder / "none/pmie.pid", 42);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().system_errno, ENOENT);
}

}  // namespace
}  // namespace cli
