// What of a state directory is not opened, and what becomes the owner's alone.
#include "actions/delivery/state_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "tests/support/file_tree.h"

namespace actions {
namespace {

using ::testing::HasSubstr;

class StateFilesTest : public ::testing::Test {
 protected:
  /// What is wrong; empty if nothing is.
  std::string Wrong() const {
    const auto done = SecureStateFiles(tree_.root());
    return done ? "" : done.error().message;
  }

  tests::FileTree tree_;
};

TEST_F(StateFilesTest, WhatIsNoRegularFileIsNotOpened) {
  EXPECT_EQ(Wrong(), "");
  for (const char* name : {"outbox.db", "outbox.db-wal", "outbox.db-shm",
                           "outbox.db-journal", "outbox.lock"}) {
    const std::string path = tree_.root() + '/' + name;
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    EXPECT_EQ(Wrong(), path + ": is no regular file");
    std::filesystem::remove(path);
    ASSERT_EQ(::symlink("/no/such/file", path.c_str()), 0);
    EXPECT_EQ(Wrong(), path + ": is no regular file");
    std::filesystem::remove(path);
  }
}

// SQLite would remove the file that it names.
TEST_F(StateFilesTest, AJournalThatNamesAnotherFileIsNotUsed) {
  const std::string name = "/victim";
  tree_.Write("/outbox.db-journal",
              "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + std::string(512, 'x'));
  EXPECT_EQ(Wrong(), "");
  tree_.Write("/outbox.db-journal", std::string(512, 'x') + name +
                                        "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7");
  EXPECT_THAT(Wrong(), HasSubstr("outbox.db-journal: names another database"));
}

TEST_F(StateFilesTest, WhatOthersMayReadIsTheOwnersAlone) {
  tree_.Write("/outbox.db", "");
  const std::string path = tree_.root() + "/outbox.db";
  std::filesystem::permissions(path, std::filesystem::perms(0644));
  EXPECT_EQ(Wrong(), "");
  EXPECT_EQ(std::filesystem::status(path).permissions(),
            std::filesystem::perms(0600));
}

// What is in them is believed, and run.
TEST_F(StateFilesTest, WhatOthersMayWriteIsNotUsed) {
  tree_.Write("/outbox.db", "");
  const std::string path = tree_.root() + "/outbox.db";
  for (const unsigned mode : {0777u, 0770u, 0702u}) {
    std::filesystem::permissions(tree_.root(), std::filesystem::perms(mode));
    EXPECT_THAT(Wrong(), HasSubstr(": others may write there: ")) << mode;
  }
  std::filesystem::permissions(tree_.root(), std::filesystem::perms(0755));
  for (const unsigned mode : {0666u, 0620u}) {
    std::filesystem::permissions(path, std::filesystem::perms(mode));
    EXPECT_EQ(Wrong(), path + ": others may have written it: move it away");
  }
  if (::geteuid() != 0) return;
  constexpr unsigned kNobody = 65534;
  std::filesystem::permissions(path, std::filesystem::perms(0600));
  ASSERT_EQ(::chown(path.c_str(), kNobody, kNobody), 0);
  EXPECT_EQ(Wrong(), path + ": others may have written it: move it away");
  std::filesystem::remove(path);
  ASSERT_EQ(::chown(tree_.root().c_str(), kNobody, kNobody), 0);
  EXPECT_THAT(Wrong(), HasSubstr(": others may write there: "));
}

TEST_F(StateFilesTest, ThereMustBeADirectory) {
  const auto none = SecureStateFiles(tree_.root() + "/none");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("No such file"));
}

}  // namespace
}  // namespace actions
