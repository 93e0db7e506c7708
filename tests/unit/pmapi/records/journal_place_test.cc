// Where a journal is: of this host, in a directory, and what may not be read.
#include "pmapi/records/journal_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <string>

#include "tests/support/file_tree.h"

namespace pmapi::records {
namespace {

using testing::ElementsAre;

constexpr char kId[] = "0123456789abcdef0123456789abcdef";

class JournalPlaceTest : public ::testing::Test {
 protected:
  std::string Why(const std::string& path = "") const {
    const auto arguments = JournalArguments({tree_.root(), path});
    return arguments ? "none" : arguments.error().message;
  }
  std::string Path(const std::string& name) const {
    return tree_.root() + name;
  }

  tests::FileTree tree_;
};

TEST_F(JournalPlaceTest, OfThisHostThereAreTwoFolders) {
  tree_.Write("/etc/machine-id", std::string(kId) + "\n");
  const std::string id = kId;
  EXPECT_EQ(Why(), "this host has no journal: neither " +
                       Path("/run/log/journal/" + id) + " nor " +
                       Path("/var/log/journal/" + id) +
                       " has files: does systemd-journald run?");
  for (const char* folder : {"/run", "/var"}) {
    const std::string file =
        folder + ("/log/journal/" + id + "/system.journal");
    tree_.Write(file, "");
    const auto arguments = JournalArguments({tree_.root(), ""});
    ASSERT_TRUE(arguments) << arguments.error().message;
    EXPECT_THAT(*arguments, ElementsAre("_MACHINE_ID=" + id,
                                        "--root=" + tree_.root(), "--merge"));
    tree_.Remove(file);
  }
}

TEST_F(JournalPlaceTest, AHostHasANumber) {
  EXPECT_EQ(Why(), "this host has no journal: " + Path("/etc/machine-id") +
                       ": No such file or directory");
  tree_.Write("/etc/machine-id", "uninitialized\n");
  EXPECT_EQ(Why(), "this host has no journal: " + Path("/etc/machine-id") +
                       " has no number");
}

TEST_F(JournalPlaceTest, ADirectoryHasFilesOrThoseOfMachines) {
  EXPECT_EQ(Why("/j"), Path("/j") + ": No such file or directory");
  tree_.Write("/j/system.journal~", "");
  tree_.Write("/j/other/system.journal", "");
  EXPECT_EQ(Why("/j"), Path("/j") + ": has no files of a journal");
  tree_.Write("/j/" + std::string(kId) + "/system.journal", "");
  const auto arguments = JournalArguments({tree_.root(), "/j"});
  ASSERT_TRUE(arguments);
  EXPECT_THAT(*arguments, ElementsAre("--directory=" + Path("/j"), "--merge"));
  tree_.Write("/k/x.journal", "");
  EXPECT_EQ(Why("/k"), "none");
}

TEST_F(JournalPlaceTest, ItsFoldersAreKnownBeforeTheyAreThere) {
  EXPECT_THAT(JournalFolders({"/host", ""}),
              ElementsAre("/host/run/log/journal", "/host/var/log/journal"));
  EXPECT_THAT(JournalFolders({"/host", "/j"}), ElementsAre("/host/j"));
}

TEST_F(JournalPlaceTest, WhatMayNotBeReadIsTold) {
  // Nobody can read through a link to itself, whoever that is.
  tree_.MakeFolder("/j");
  tree_.Link("/j/system.journal", Path("/j/system.journal"));
  EXPECT_EQ(Why("/j"), "cannot read the journal, " + Path("/j/system.journal") +
                           ": Too many levels of symbolic links");
}

}  // namespace
}  // namespace pmapi::records
