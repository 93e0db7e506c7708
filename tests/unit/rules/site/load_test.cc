// LoadSite: which files are templates, and where what is wrong is told.
#include "rules/site/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rules/site/bound_rules.h"
#include "tests/support/file_tree.h"

namespace rules::site {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Load : public testing::Test {
 protected:
  void SetUp() override {
    folder_.Write("/sets/a/busy.rules",
                  "---\nparameters: {most: {default: 5}}\n---\na > $most;\n");
    folder_.Write("/sets/.hidden.rules", "x x x;");
    folder_.Write("/sets/a/README.md", "x x x");
    folder_.Write("/site.yaml", "site: {values: {busy.most: 6}}\n");
  }
  base::Result<Site> Read() {
    return LoadSite({folder_.root() + "/sets", folder_.root() + "/site.yaml"});
  }
  /// What is wrong, a line each: PATH: MESSAGE.
  std::vector<std::string> Told() {
    std::vector<std::string> all;
    const auto site = Read();
    for (const Findings& of : site->findings) {
      for (const auto& one : of.diagnostics) {
        all.push_back(of.source.name().substr(folder_.root().size()) + ": " +
                      one.message);
      }
    }
    return all;
  }

  tests::FileTree folder_;
};

TEST_F(Load, TemplatesAreFilesOfRulesThatAreNotHidden) {
  const auto site = Read();
  ASSERT_TRUE(site);
  EXPECT_FALSE(site->IsWrong());
  ASSERT_EQ(site->templates.size(), 1u);
  EXPECT_EQ(site->Find("busy"), &site->templates[0]);
  EXPECT_EQ(site->Find("none"), nullptr);
  EXPECT_EQ(site->file.levels.size(), 1u);
}

TEST_F(Load, WebhooksNameTheReceiversThatAreGiven) {
  folder_.Write("/sets/hook.rules", "a > 5 -> webhook \"ops\" \"%i\";\n");
  EXPECT_THAT(Told(),
              ElementsAre(HasSubstr("there is no receiver called ops")));
  grammar::ReceiverNames receivers;
  receivers.names = {"ops"};
  const auto site = LoadSite(
      {folder_.root() + "/sets", folder_.root() + "/site.yaml"}, receivers);
  ASSERT_TRUE(site);
  EXPECT_FALSE(site->IsWrong());
  EXPECT_EQ(BoundRules(*site->Find("hook"), site->file, "db1")[0]
                .parsed.diagnostics.size(),
            0u);
}

TEST_F(Load, WhatIsWrongIsToldOfItsFile) {
  folder_.Write("/site.yaml", "site: {values: {busy.least: 6}}\n");
  folder_.Write("/sets/wrong.rules", "x = > 5;\n");
  EXPECT_TRUE(Read()->IsWrong());
  EXPECT_THAT(Told(),
              ElementsAre("/site.yaml: template busy has no parameter least",
                          HasSubstr("/sets/wrong.rules: ")));
}

TEST_F(Load, NamesAreOfOneTemplateEach) {
  folder_.Write("/sets/b/busy.rules", "a > 1;");
  const auto site = Read();
  ASSERT_FALSE(site);
  EXPECT_THAT(site.error().message,
              HasSubstr("sets/b/busy.rules: there is a template of this name"));
}

TEST_F(Load, AFileThatIsNamedIsThere) {
  folder_.Remove("/site.yaml");
  EXPECT_FALSE(Read());
}

TEST_F(Load, WhatIsAtFaultIsNamed) {
  std::string at_fault;
  const std::string sets = folder_.root() + "/sets";
  const std::string none = folder_.root() + "/none";
  EXPECT_FALSE(LoadSite({sets, none}, {}, &at_fault));
  EXPECT_EQ(at_fault, none);
  EXPECT_FALSE(LoadSite({none, none + "2"}, {}, &at_fault));
  EXPECT_EQ(at_fault, none);
}

TEST_F(Load, WhatMustBeWaitedForIsRefused) {
  const std::string fifo = folder_.root() + "/sets/fifo.rules";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(Read().error().message, fifo + ": not a regular file");
  EXPECT_EQ(LoadSite({folder_.root() + "/sets/a", fifo}).error().message,
            fifo + ": not a regular file");
}

TEST_F(Load, AFolderOfVeryMuchIsNone) {
  for (std::size_t i = 0; i <= kMostEntries; ++i) {
    const std::string link = folder_.root() + "/sets/a/" + std::to_string(i);
    ASSERT_EQ(::symlink("x", link.c_str()), 0);
  }
  EXPECT_THAT(Read().error().message,
              HasSubstr("/sets: more than 100000 files and folders are below "
                        "it: name the folder of the templates"));
}

}  // namespace
}  // namespace rules::site
