// KeptFiles: whole texts, again and again.
#include "pmapi/linux/kept_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/file_tree.h"
#include "tests/support/open_files_limit.h"

namespace pmapi::lnx {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::FileTree;

TEST(KeptFilesTest, ReadsLongTextsWholeAndShorterOnesAfter) {
  const FileTree tree;
  KeptFiles files(tree.root());
  const std::string text(100'000, 'x');
  tree.Write("/a", text);
  EXPECT_EQ(files.Read("/a"), text);
  tree.Write("/a", "short");
  EXPECT_EQ(files.Read("/a"), "short");
  EXPECT_EQ(files.ReadOnce("/a"), "short");
}

// As /proc/net/tcp is of a host of half a million connections.
TEST(KeptFilesTest, ReadsHugeTextsWhole) {
  const FileTree tree;
  tree.Write("/a", "");
  constexpr std::size_t kHuge = std::size_t{65} << 20;
  std::filesystem::resize_file(tree.root() + "/a", kHuge);
  KeptFiles files(tree.root());
  EXPECT_EQ(files.Read("/a").size(), kHuge);
}

TEST(KeptFilesTest, WhatIsNotThereIsEmptyUntilItComes) {
  const FileTree tree;
  KeptFiles files(tree.root());
  EXPECT_EQ(files.Read("/a"), "");
  EXPECT_EQ(files.ReadOnce("/a"), "");
  tree.MakeFolder("/folder");
  EXPECT_EQ(files.Read("/folder"), "");
  tree.Write("/a", "now");
  EXPECT_EQ(files.Read("/a"), "now");
}

TEST(KeptFilesTest, ListsNamesFoldersAndNumbers) {
  const FileTree tree;
  KeptFiles files(tree.root());
  tree.Write("/d/10", "");
  tree.Write("/d/9/x", "");
  tree.Write("/d/9a", "");
  tree.Write("/d/.hidden", "");
  tree.MakeFolder("/d/99999999999999999999");
  EXPECT_THAT(files.List("/d"),
              ElementsAre("10", "9", "99999999999999999999", "9a"));
  EXPECT_THAT(files.Folders("/d"), ElementsAre("9", "99999999999999999999"));
  std::vector<int> numbers;
  files.ListNumbers("/d", &numbers);
  EXPECT_THAT(numbers, ElementsAre(9, 10));
  EXPECT_EQ(files.Count("/d"), 4u);
  EXPECT_EQ(files.Count("/none"), std::nullopt);
  EXPECT_THAT(files.List("/none"), IsEmpty());
}

TEST(KeptFilesTest, WhatIsNotThereIsNotUnreadable) {
  const FileTree tree;
  KeptFiles files(tree.root());
  tree.Write("/a", "text");
  tree.Link("/loop", "loop");
  tree.MakeFolder("/folder");
  std::vector<int> numbers;
  for (int again = 0; again < 2; ++again) {
    files.Read("/loop");
    EXPECT_TRUE(files.unreadable());
    files.Read("/none");
    EXPECT_FALSE(files.unreadable());
    files.Read("/folder");
    EXPECT_TRUE(files.unreadable());
    files.Read("/a/below");
    EXPECT_FALSE(files.unreadable());
    files.ReadOnce("/loop");
    EXPECT_TRUE(files.unreadable());
    files.ReadOnce("/a");
    EXPECT_FALSE(files.unreadable());
    files.List("/loop");
    EXPECT_TRUE(files.unreadable());
    files.List("/none");
    EXPECT_FALSE(files.unreadable());
    files.Count("/loop");
    EXPECT_TRUE(files.unreadable());
    files.Folders("/folder");
    EXPECT_FALSE(files.unreadable());
    files.ListNumbers("/loop", &numbers);
    EXPECT_TRUE(files.unreadable());
    files.Read("/a");
    EXPECT_FALSE(files.unreadable());
  }
  EXPECT_FALSE(files.shortfall());
}

TEST(KeptFilesTest, SaysWhatItHadNoDescriptorsFor) {
  const FileTree tree;
  KeptFiles files(tree.root());
  tree.Write("/a", "kept");
  tree.Write("/b", "text");
  files.Read("/a");
  {
    const tests::OpenFilesLimit limit;
    EXPECT_EQ(files.Read("/a"), "kept");
    EXPECT_EQ(files.Read("/b"), "");
    EXPECT_TRUE(files.unreadable());
    EXPECT_EQ(files.ReadOnce("/c"), "");
  }
  ASSERT_TRUE(files.shortfall());
  EXPECT_EQ(files.shortfall()->message, "cannot read /b: Too many open files");
  EXPECT_EQ(files.shortfall()->system_errno, EMFILE);
  EXPECT_EQ(files.Read("/b"), "text");
  EXPECT_TRUE(files.shortfall()) << "it was";
  files.ClearShortfall();
  EXPECT_FALSE(files.shortfall());
}

}  // namespace
}  // namespace pmapi::lnx
