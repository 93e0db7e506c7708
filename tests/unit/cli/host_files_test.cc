// HostFiles: hosts of a site and of its lists, each once, and what is left out.
#include "cli/host_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/file.h"
#include "tests/support/file_tree.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class HostFilesTest : public testing::Test {
 protected:
  /// "name at address" of each, in their order.
  std::vector<std::string> Read() {
    plan_ = {};
    constexpr std::size_t kMostBytes = std::size_t{32} << 20;
    HostFiles files(
        [](const std::string& path) {
          return base::ReadRegularText(path, kMostBytes);
        },
        &plan_);
    std::vector<std::string> hosts;
    for (const auto& file : files.Read(At("hosts.yaml"))) {
      for (const auto& one : file.hosts) {
        hosts.push_back(one.name + " at " + one.address);
      }
    }
    return hosts;
  }
  std::string Told() const {
    std::string told;
    for (const auto& one : plan_.diagnostics) {
      told += Render(one.diagnostic, *one.source);
    }
    for (const auto& one : plan_.problems) told += one + '\n';
    return told;
  }
  std::string At(const std::string& name) const {
    return folder_.root() + '/' + name;
  }

  tests::FileTree folder_;
  SitePlan plan_;
};

TEST_F(HostFilesTest, AHostThatIsTwiceIsOne) {
  folder_.Write("/hosts.yaml",
                "hosts_from: [f/*, f/a]\nhosts: {a: {rules: x.pmie}, b: }\n");
  folder_.Write("/f/a", "[a, c, c]");
  folder_.Write("/f/b", "[{targets: [c, d]}, b]");
  EXPECT_THAT(Read(), ElementsAre("a at a", "b at b", "c at c", "d at d"));
  EXPECT_EQ(Told(), "");
  EXPECT_THAT(plan_.wrong, IsEmpty());
}

TEST_F(HostFilesTest, PatternsAreOfTheShell) {
  folder_.Write(
      "/hosts.yaml",
      "hosts_from: ['f[12]/a*', 'f?/.b', 'f1/x\\*', f1/none, 'no/a*']\n");
  folder_.Write("/f2/a", "[f2a]");
  folder_.Write("/f2/.a", "[hidden]");
  folder_.Write("/f1/ab", "[f1ab]");
  folder_.Write("/f1/aa", "[f1aa]");
  folder_.Write("/f1/.b", "[b]");
  folder_.Write("/f1/x*", "[star]");
  folder_.Write("/f1/xx", "[no]");
  folder_.Write("/f3/a", "[no]");
  EXPECT_THAT(Read(), ElementsAre("f1aa at f1aa", "f1ab at f1ab", "f2a at f2a",
                                  "b at b", "star at star"));
  EXPECT_EQ(Told(), "");
}

TEST_F(HostFilesTest, OneThatIsElsewhereToTwoIsToldAndTheOthersCount) {
  folder_.Write("/hosts.yaml",
                "hosts_from: f/*\nhosts:\n  a: {address: 'x:1'}\n");
  folder_.Write("/f/a", "[b,\n a, c]");
  EXPECT_THAT(Read(), ElementsAre("a at x:1", "b at b", "c at c"));
  EXPECT_THAT(Told(), HasSubstr("f/a:2:2: error: host a is at a here, and at "
                                "x:1 in " +
                                At("hosts.yaml") + ":3\n"));
  EXPECT_THAT(Told(), HasSubstr("hint: it stays at x:1; "));
  EXPECT_THAT(plan_.wrong, IsEmpty());
}

TEST_F(HostFilesTest, AnAddressThatIsNobodysIsLeftOut) {
  folder_.Write("/hosts.yaml", "hosts_from: f/*\n");
  folder_.Write("/f/a", "[a, '999.1.1.1:70000', 'b c', '',\n {targets: [d]}]");
  EXPECT_THAT(Read(), ElementsAre("a at a", "d at d"));
  EXPECT_THAT(Told(), HasSubstr("f/a:1:5: error: bad host specification "
                                "\"999.1.1.1:70000\": 999.1.1.1 is no IPv4 "));
  EXPECT_THAT(Told(), HasSubstr("f/a:1:24: error: bad host"));
  EXPECT_THAT(Told(), HasSubstr("f/a:1:31: error: bad host"));
  EXPECT_THAT(Told(), HasSubstr("hint: this host is left out, the others of "));
  EXPECT_THAT(plan_.wrong, IsEmpty());
  folder_.Write("/hosts.yaml", "hosts: {a: {address: 'x:70000'}, b: }\n");
  EXPECT_THAT(Read(), ElementsAre("b at b"));
  EXPECT_THAT(Told(), HasSubstr("hosts.yaml:1:22: error: bad host"));
  EXPECT_THAT(plan_.wrong, ElementsAre(At("hosts.yaml")));
}

TEST_F(HostFilesTest, WhatMustBeWaitedForIsNoList) {
  folder_.Write("/hosts.yaml", "hosts_from: f/*\nhosts: [a]\n");
  folder_.Write("/f/b", "[b]");
  ASSERT_EQ(::mkfifo(At("f/fifo").c_str(), 0600), 0);
  EXPECT_THAT(Read(), ElementsAre("a at a", "b at b"));
  EXPECT_EQ(Told(), At("f/fifo") + ": not a regular file\n");
}

TEST_F(HostFilesTest, APatternOfVeryMuchIsRefusedBeforeAnythingIsRead) {
  folder_.Write("/hosts.yaml", "hosts_from: [f/*]\nhosts: [a]\n");
  for (std::size_t i = 0; i <= HostFiles::kMostLists; ++i) {
    folder_.Write("/f/" + std::to_string(i), "");
  }
  EXPECT_THAT(Read(), ElementsAre("a at a"));
  EXPECT_EQ(Told(), At("hosts.yaml") +
                        ": hosts_from: f/*: more than 10000 files match it, "
                        "and none is read; name the folder of the lists, such "
                        "as /run/discovered/*.json\n");
  EXPECT_THAT(plan_.wrong, ElementsAre(At("hosts.yaml")));
}

// Links to one folder that is full are as good as a large disk.
TEST_F(HostFilesTest, FoldersAreLookedAtNoLongerThanIsSensible) {
  folder_.Write("/hosts.yaml", "hosts_from: ['*/*/none']\nhosts: [a]\n");
  for (int i = 0; i < 9'990; ++i) {
    folder_.Write("/full/" + std::to_string(i), "");
  }
  for (int i = 0; i < 12; ++i) {
    folder_.Link("/link" + std::to_string(i), "full");
  }
  EXPECT_THAT(Read(), ElementsAre("a at a"));
  EXPECT_THAT(Told(), HasSubstr("hosts_from: */*/none: more than 100000 files "
                                "and folders are to be looked at for it"));
}

}  // namespace
}  // namespace cli
