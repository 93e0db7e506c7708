// Files and folders of definitions.
#include "pmapi/derived/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/file_tree.h"

namespace pmapi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Names(const std::string& paths) {
  std::vector<std::string> names;
  const auto config = LoadDerived(paths);
  for (const auto& definition : config.definitions()) {
    names.push_back(definition.name);
  }
  return names;
}

TEST(LoadDerived, FilesInTheOrderGiven) {
  const tests::FileTree tree;
  tree.Write("/one", "a = x\n");
  tree.Write("/two", "b = x\na = y\n");
  const std::string one = tree.root() + "/one";
  const std::string two = tree.root() + "/two";
  EXPECT_THAT(Names(one), ElementsAre("a"));
  EXPECT_THAT(Names(two + ':' + one), ElementsAre("b", "a"));
  EXPECT_THAT(Names(':' + one + "::" + tree.root() + "/none:"),
              ElementsAre("a"));
  EXPECT_THAT(Names(""), IsEmpty());
}

TEST(LoadDerived, FoldersByNameWithAllThatIsBelow) {
  const tests::FileTree tree;
  tree.Write("/c", "c = x\n");
  tree.Write("/b/late", "b.late = x\n");
  tree.Write("/b/deep/file", "b.deep = x\n");
  tree.Write("/.hidden", "hidden = x\n");
  tree.Link("/b/up", tree.root());
  EXPECT_THAT(Names(tree.root()),
              ElementsAre("hidden", "b.deep", "b.late", "c"));
}

// Two links up would double what is read with every level.
TEST(LoadDerived, NoFolderIsReadTwice) {
  const tests::FileTree tree;
  tree.Write("/d/file", "a = x\n");
  tree.Link("/d/one", tree.root() + "/d");
  tree.Link("/d/two", ".");
  tree.Link("/another", "d");
  const auto config = LoadDerived(tree.root());
  EXPECT_EQ(config.definitions().size(), 1u);
  EXPECT_THAT(config.diagnostics(), IsEmpty()) << "a is defined once";
}

TEST(LoadDerived, FoldersAreNotReadWithoutEnd) {
  const tests::FileTree tree;
  for (std::size_t i = 0; i < kMostEntries; ++i) {
    const std::string name = "m" + std::to_string(10'000 + i);
    tree.Write("/d/sub/" + name, name + " = x\n");
  }
  tree.Write("/d/z", "z = x\n");
  std::vector<base::Error> unread;
  const auto config =
      LoadDerived(tree.root() + "/d:" + tree.root() + "/d/z", &unread);
  EXPECT_EQ(config.definitions().size(), kMostEntries) << "sub is one, z named";
  ASSERT_EQ(unread.size(), 1u);
  EXPECT_EQ(unread[0].message,
            tree.root() +
                "/d/sub/m10999: too much lies in these folders; from "
                "here on it is not read");
}

}  // namespace
}  // namespace pmapi
