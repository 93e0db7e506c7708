// Paths that are to be followed: what is wrong with them, and with which not.
#include "cli/followed_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/archive_image.h"

namespace cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class FollowedPaths : public testing::Test {
 protected:
  std::string File(const std::string& name) {
    const std::string path = folder_ / name;
    std::ofstream(path) << "x";
    return path;
  }

  tests::TemporaryFolder folder_;
};

TEST_F(FollowedPaths, AFileThatIsThereIsRight) {
  EXPECT_EQ(WrongLogFile({"app", File("log")}), "");
  EXPECT_EQ(WrongJournal(std::filesystem::path(File("x")).parent_path()), "");
}

TEST_F(FollowedPaths, OneMayCome) {
  const std::string none = folder_ / "none";
  EXPECT_EQ(WrongLogFile({"app", none}),
            "--follow app: there is no such file on this host: it has no lines "
            "until there is one");
  EXPECT_EQ(WrongLogFile({"app", File("x") + "/none"}),
            WrongLogFile({"app", none}));
  EXPECT_THAT(WrongJournal(none), HasSubstr("no such directory"));
}

TEST_F(FollowedPaths, APatternIsNoFile) {
  for (const char* pattern : {"*.log", "app?.log", "app[12].log"}) {
    EXPECT_THAT(WrongLogFile({"app", folder_ / pattern}),
                EndsWith("; a PATH is of one file, and no pattern of several"))
        << pattern;
  }
  EXPECT_EQ(WrongLogFile({"app", File("a[1].log")}), "") << "it is there";
}

TEST_F(FollowedPaths, WhatCannotBeReadIsToldWithWhy) {
  const std::string loop = folder_ / "loop";
  ASSERT_EQ(::symlink("loop", loop.c_str()), 0);
  EXPECT_THAT(WrongLogFile({"app", loop}),
              HasSubstr("--follow app: it cannot be read: Too many levels"));
  EXPECT_THAT(WrongJournal(loop), HasSubstr("cannot be read: Too many levels"));
  EXPECT_EQ(WrongJournal(File("x")), "--journal: it is no directory");
}

}  // namespace
}  // namespace cli
