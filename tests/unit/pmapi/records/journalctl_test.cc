// How journalctl is called.
#include "pmapi/records/journalctl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/file_tree.h"

namespace pmapi::records {
namespace {

using testing::ElementsAre;

class JournalctlTest : public ::testing::Test {
 protected:
  JournalctlTest() {
    tree_.Write("/x.journal", "");
    calls_ = {{"", tree_.root()}, {"/none", "/bin/sh", "/bin/true"}};
  }

  tests::FileTree tree_;
  Journalctl calls_;
};

TEST_F(JournalctlTest, TheFirstThatIsThereFollowsFromAPlace) {
  const auto at = calls_.From({"s=1;i=2", 0});
  ASSERT_TRUE(at);
  EXPECT_EQ(at->path, "/bin/sh");
  EXPECT_THAT(at->arguments,
              ElementsAre("journalctl", "--follow", "--no-tail", "--no-pager",
                          "--all", "--output=export", "--cursor=s=1;i=2",
                          "--directory=" + tree_.root(), "--merge"));
  EXPECT_THAT(at->environment, ElementsAre("LC_ALL=C", "PATH=/usr/bin:/bin"));
}

TEST_F(JournalctlTest, APlaceMayBeATime) {
  EXPECT_EQ(calls_.From({"", 5'000'007})->arguments[6], "--since=@5.000007");
  EXPECT_EQ(calls_.From({})->arguments[6], "--since=@0.000000");
}

TEST_F(JournalctlTest, TheLastEntryIsAskedForWithoutFollowing) {
  EXPECT_THAT(
      calls_.Last()->arguments,
      ElementsAre("journalctl", "--lines=1", "--quiet", "--no-pager", "--all",
                  "--output=export", "--directory=" + tree_.root(), "--merge"));
}

TEST_F(JournalctlTest, OfADirectoryWithoutFilesThereIsNone) {
  tree_.Remove("/x.journal");
  EXPECT_EQ(calls_.Last().error().code, base::ErrorCode::kNoData);
  calls_.place.path += "/gone";
  EXPECT_EQ(calls_.Last().error().code, base::ErrorCode::kSystem);
}

}  // namespace
}  // namespace pmapi::records
