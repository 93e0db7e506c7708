// ConfFile: replaced whole or not at all, and who runs by it.
#include "cli/conf_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "cli/statistics_file.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/file_tree.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ConfFileTest : public ::testing::Test {
 protected:
  std::string At(const std::string& name) const {
    return tree_.root() + '/' + name;
  }
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& one : std::filesystem::directory_iterator(tree_.root())) {
      names.push_back(one.path().filename());
    }
    return names;
  }

  tests::FileTree tree_;
};

TEST_F(ConfFileTest, AMissingOneIsEmpty) {
  const auto text = ReadConfFile(At("none"));
  ASSERT_TRUE(text);
  EXPECT_THAT(*text, IsEmpty());
  EXPECT_THAT(ReadConfFile(tree_.root()).error().message,
              HasSubstr("cannot open " + tree_.root() + ": "));
}

TEST_F(ConfFileTest, WhatMustBeWaitedForIsRefused) {
  ASSERT_EQ(::mkfifo(At("fifo").c_str(), 0600), 0);
  EXPECT_EQ(ReadConfFile(At("fifo")).error().message,
            "cannot open " + At("fifo") + ": it is no regular file");
}

TEST_F(ConfFileTest, DirectoriesAreMade) {
  ASSERT_TRUE(WriteConfFile(At("a/b/file"), "text"));
  EXPECT_EQ(*ReadConfFile(At("a/b/file")), "text");
  EXPECT_EQ(WriteConfFile(At("a/b/file/c"), "").error().message,
            '"' + At("a/b/file") + "\" exists and is not a directory");
}

TEST_F(ConfFileTest, WhatIsReplacedKeepsItsRightsAndItsLinks) {
  tree_.Write("/file", "old");
  tree_.Link("/link", "file");
  ASSERT_EQ(::chmod(At("file").c_str(), 0640), 0);
  ASSERT_TRUE(WriteConfFile(At("link"), "new"));
  EXPECT_EQ(*ReadConfFile(At("file")), "new");
  struct stat status {};
  ASSERT_EQ(::lstat(At("link").c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
  ASSERT_EQ(::stat(At("file").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST_F(ConfFileTest, OnAFullDiskTheOldOneStays) {
  tree_.Write("/file", "old");
  {
    const tests::FileSizeLimit limit(1);
    EXPECT_FALSE(WriteConfFile(At("file"), "longer"));
  }
  EXPECT_EQ(*ReadConfFile(At("file")), "old");
  EXPECT_THAT(Names(), ElementsAre("file"));
}

TEST_F(ConfFileTest, APathThatIsNotThereIsMadeWholeAsFarAsItIs) {
  tree_.MakeFolder("/real");
  tree_.Link("/link", "real");
  EXPECT_EQ(*CanonicalPath(At("link/new/file")), At("real/new/file"));
}

TEST_F(ConfFileTest, ProcessesTellWhichFileIsTheirs) {
  const std::string pid = std::to_string(::getpid());
  tree_.Write("/" + pid, StatisticsBytes({At("file"), "log"}, "host", {}));
  tree_.Write("/1", StatisticsBytes({At("other"), "log"}, "host", {}));
  tree_.Write("/4194305", StatisticsBytes({At("file"), "log"}, "host", {}));
  tree_.Write("/name", StatisticsBytes({At("file"), "log"}, "host", {}));
  tree_.Write("/2", "short");
  EXPECT_THAT(ProcessesBy(At("file"), tree_.root()), ElementsAre(::getpid()));
  EXPECT_THAT(ProcessesBy(At("file"), At("none")), IsEmpty());
}

}  // namespace
}  // namespace cli
