// SiteFiles: control files and the rules that they name, as a plan.
#include "cli/site_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/file_tree.h"
#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class SiteFilesTest : public testing::Test {
 protected:
  SiteFilesTest()
      : files_({folder_.root() + "/control", std::nullopt},
               [this](const std::string& name) {
                 if (name == "PCP_LOG_DIR")
                   return std::optional(folder_.root());
                 if (name == "PCP_HOST")
                   return std::optional<std::string>("other");
                 if (name == "PCP_VAR_DIR") {
                   return std::optional<std::string>(folder_.root() + "/var");
                 }
                 return SmallEnvironment(name);
               }) {
    folder_.Write("/a.pmie", "x = load > 1;");
  }

  void Control(const std::string& records) {
    folder_.Write("/control", "$version=1.1\n" + records);
  }
  SitePlan Read() { return files_.Read({}); }
  std::string ToldOf(const SitePlan& plan) {
    std::string told;
    for (const auto& one : plan.diagnostics) {
      told += Render(one.diagnostic, *one.source);
    }
    for (const auto& one : plan.problems) told += one + '\n';
    return told;
  }

  tests::FileTree folder_;
  SiteFiles files_;
};

TEST_F(SiteFilesTest, ARecordIsASet) {
  Control(
      "web1 n n PCP_LOG_DIR/w.log -c a.pmie -t 5\n"
      "LOCALHOSTNAME y n PCP_LOG_DIR/l.log -c a.pmie\n");
  const SitePlan plan = Read();
  ASSERT_THAT(plan.sets, SizeIs(2));
  EXPECT_EQ(plan.sets[0].host, "web1");
  EXPECT_EQ(plan.sets[0].options.interval.ns, 5 * base::kNanosPerSecond);
  EXPECT_EQ(plan.sets[1].host, std::nullopt);
  EXPECT_EQ(plan.sets[1].title, "this host");
  EXPECT_EQ(ToldOf(plan), "");
  EXPECT_THAT(plan.paths, Contains(folder_.root() + "/a.pmie"));
  EXPECT_THAT(plan.paths, Contains(folder_.root() + "/control.d"));
}

TEST_F(SiteFilesTest, AFileThatHadRecordsAndIsEmptyIsWrong) {
  const std::string path = folder_.root() + "/control";
  folder_.Write("/control", "");
  EXPECT_EQ(ToldOf(Read()), "");
  Control("web1 n n PCP_LOG_DIR/w.log -c a.pmie\n");
  EXPECT_THAT(Read().sets, SizeIs(1));
  folder_.Write("/control", "");
  for (int times = 0; times < 2; ++times) {
    const SitePlan plan = Read();
    EXPECT_THAT(ToldOf(plan), HasSubstr(path + ": the file is empty"));
    EXPECT_THAT(plan.wrong, ElementsAre(path));
  }
  folder_.Write("/control", "# none\n");
  EXPECT_EQ(ToldOf(Read()), "");
  folder_.Write("/control", "");
  EXPECT_EQ(ToldOf(Read()), "");
}

TEST_F(SiteFilesTest, RulesOfAFileThatHadSomeAndIsEmptyCannotBeRead) {
  const std::string path = folder_.root() + "/a.pmie";
  Control("web1 n n PCP_LOG_DIR/w.log -c a.pmie\n");
  EXPECT_EQ(ToldOf(Read()), "");
  folder_.Write("/a.pmie", "");
  for (int times = 0; times < 2; ++times) {
    const SitePlan plan = Read();
    EXPECT_THAT(ToldOf(plan), HasSubstr(path + ": the file is empty"));
    EXPECT_THAT(plan.unread, SizeIs(1));
    EXPECT_EQ(plan.sets[0].rules, nullptr);
  }
  folder_.Write("/a.pmie", "// none\n");
  const SitePlan plan = Read();
  EXPECT_EQ(ToldOf(plan), "");
  ASSERT_NE(plan.sets[0].rules, nullptr);
  EXPECT_FALSE(plan.sets[0].rules->has_errors());
}

TEST_F(SiteFilesTest, AFileOfRulesMayBeEmptyFromTheStart) {
  folder_.Write("/a.pmie", "");
  Control("web1 n n PCP_LOG_DIR/w.log -c a.pmie\n");
  EXPECT_EQ(ToldOf(Read()), "");
  EXPECT_NE(Read().sets[0].rules, nullptr);
}

TEST_F(SiteFilesTest, RulesThatManyNameAreParsedOnceAndThatMayBeBefore) {
  Control(
      "a n n PCP_LOG_DIR/a.log -c a.pmie\nb n n PCP_LOG_DIR/b.log -c a.pmie\n");
  const SitePlan before = Read();
  ASSERT_THAT(before.sets, SizeIs(2));
  EXPECT_EQ(before.sets[0].rules, before.sets[1].rules);
  EXPECT_EQ(Read().sets[0].rules, before.sets[0].rules);
  folder_.Write("/a.pmie", "x = load > 2;");
  EXPECT_NE(Read().sets[0].rules, before.sets[0].rules);
}

TEST_F(SiteFilesTest, RulesAreReadAnewForOtherReceivers) {
  folder_.Write("/a.pmie", "x = load > 1 -> webhook \"ops\" \"%i\";");
  Control("a n n PCP_LOG_DIR/a.log -c a.pmie\n");
  EXPECT_TRUE(Read().sets[0].rules->has_errors());
  grammar::ReceiverNames receivers;
  receivers.names = {"ops"};
  const SitePlan plan = files_.Read(receivers);
  EXPECT_FALSE(plan.sets[0].rules->has_errors());
  EXPECT_EQ(files_.Read(receivers).sets[0].rules, plan.sets[0].rules);
}

TEST_F(SiteFilesTest, TemplatesRunBehindTheRulesOfHosts) {
  folder_.Write("/hosts.yaml",
                "hosts: {db1: {rules: [a.pmie]}, web1: , web2: }\n");
  folder_.Write("/sets/busy.rules", "busy = load > 5;\n");
  SiteFiles files({std::nullopt,
                   folder_.root() + "/hosts.yaml",
                   {{folder_.root() + "/sets", folder_.root() + "/site.yaml"}}},
                  SmallEnvironment);
  SitePlan plan = files.Read({});
  EXPECT_EQ(plan.problems.size(), 1u);  // there is no file of a site
  EXPECT_THAT(plan.wrong, ElementsAre(folder_.root() + "/site.yaml"));
  EXPECT_EQ(plan.sets[0].rules, nullptr);
  folder_.Write("/site.yaml", "");
  plan = files.Read({});
  EXPECT_EQ(ToldOf(plan), "");
  ASSERT_THAT(plan.sets, SizeIs(3));
  EXPECT_THAT(plan.sets[0].rules->words(),
              ElementsAre("x 10.000000 load > 1", "busy 10.000000 load > 5"));
  EXPECT_EQ(plan.sets[1].rules, plan.sets[2].rules);
  EXPECT_EQ(files.Read({}).sets[1].rules, plan.sets[1].rules);
}

TEST_F(SiteFilesTest, TheFolderIsReadInItsOrderWithoutBackups) {
  Control("");
  folder_.Write("/control.d/b", "b n n PCP_LOG_DIR/b.log -c a.pmie\n");
  folder_.Write("/control.d/a", "a n n PCP_LOG_DIR/a.log -c a.pmie\n");
  folder_.Write("/control.d/c.dpkg-old", "c n n PCP_LOG_DIR/c.log -c a.pmie\n");
  const SitePlan plan = Read();
  ASSERT_THAT(plan.sets, SizeIs(2));
  EXPECT_EQ(plan.sets[0].host, "a");
}

// A link that leads to itself is nobody's to read, not even root's.
TEST_F(SiteFilesTest, AFolderThatCannotBeReadIsNotEmpty) {
  Control("");
  std::filesystem::create_symlink("control.d", folder_.root() + "/control.d");
  const SitePlan plan = Read();
  EXPECT_THAT(ToldOf(plan), HasSubstr("/control.d: Too many levels"));
  EXPECT_THAT(plan.wrong, ElementsAre(folder_.root() + "/control"));

  folder_.Write("/hosts.yaml", "rules: a.pmie\nhosts_from: found/*.json\n");
  std::filesystem::create_symlink("found", folder_.root() + "/found");
  const std::string hosts = folder_.root() + "/hosts.yaml";
  SiteFiles files({std::nullopt, hosts}, SmallEnvironment);
  const SitePlan of_hosts = files.Read({});
  EXPECT_THAT(ToldOf(of_hosts), HasSubstr("/found: Too many levels"));
  EXPECT_THAT(of_hosts.wrong, ElementsAre(hosts));
}

TEST_F(SiteFilesTest, AWrongFileSaysNothingOfHostsOfItsListsEither) {
  folder_.Write("/hosts.yaml",
                "ruels: a.pmie\nhosts_from: found/*.json\n"
                "hosts: {web1: {rules: a.pmie}}\n");
  folder_.Write("/found/one.json", "[{\"targets\": [\"c:1\"], \"rules\": 1}]");
  folder_.Write("/found/two.json", "[{\"targets\": [\"d:1\"]}]");
  const std::string hosts = folder_.root() + "/hosts.yaml";
  SiteFiles files({std::nullopt, hosts}, SmallEnvironment);
  for (const SetPlan& set : files.Read({}).sets) {
    EXPECT_EQ(set.origin, hosts) << set.title;
  }
  folder_.Write("/hosts.yaml", "rules: a.pmie\nhosts_from: found/*.json\n");
  EXPECT_EQ(files.Read({}).sets.back().origin,
            folder_.root() + "/found/two.json");
}

TEST_F(SiteFilesTest, ARelativeNameIsOfTheLogsFolderElseOfPcps) {
  folder_.Write("/var/config/pmie/b.pmie", "y = load > 1;");
  Control("a n n PCP_LOG_DIR/a.log -c b.pmie\n");
  const SitePlan plan = Read();
  ASSERT_NE(plan.sets.at(0).rules, nullptr) << ToldOf(plan);
  EXPECT_THAT(plan.sets[0].rules->words(), ElementsAre(HasSubstr("y ")));
}

// Not from the root of the file system.
TEST_F(SiteFilesTest, ALogWithoutAFolderIsOfThatWeRunIn) {
  Control("a n n a.log -c sub/rules\n");
  EXPECT_THAT(Read().paths, Contains("sub/rules"));
}

TEST_F(SiteFilesTest, WhatASetCannotDoIsRefused) {
  for (const char* arguments :
       {"-a x -c a.pmie", "-d", "-x -c a.pmie", "-C -c a.pmie", "-v", "-t x"}) {
    Control(std::string("a n n PCP_LOG_DIR/a.log ") + arguments + '\n');
    const SitePlan plan = Read();
    EXPECT_THAT(plan.sets, SizeIs(0)) << arguments;
    EXPECT_THAT(ToldOf(plan), HasSubstr("control:2:1: error: ")) << arguments;
    EXPECT_THAT(plan.wrong, SizeIs(1));
  }
  Control(
      "a n n PCP_LOG_DIR/a.log -c a.pmie\na n n PCP_LOG_DIR/a.log -c a.pmie\n");
  EXPECT_THAT(ToldOf(Read()), HasSubstr("control:3:1: error: there is a record "
                                        "of this host and log already"));
}

TEST_F(SiteFilesTest, RulesThatCannotBeReadAreToldAndTheirSetHasNone) {
  Control("a n n PCP_LOG_DIR/a.log -c none\n");
  const SitePlan plan = Read();
  ASSERT_THAT(plan.sets, SizeIs(1));
  EXPECT_EQ(plan.sets[0].rules, nullptr);
  EXPECT_THAT(ToldOf(plan), HasSubstr("none: No such file or directory"));
  EXPECT_THAT(ToldOf(plan), HasSubstr(folder_.root() + "/control:2: a: "));
}

TEST_F(SiteFilesTest, HostsInYamlHaveTheRulesOfAllAndTheirOwn) {
  folder_.Write("/b.pmie", "y = load > 1;");
  folder_.Write("/hosts.yaml",
                "rules: a.pmie\ninterval: 5 sec\nhosts_from: found/*.json\n"
                "hosts: {web1: , db1: {address: 'db1:1', rules: b.pmie}}\n");
  folder_.Write("/found/one.json", "[{\"targets\": [\"c:1\"]}]");
  SiteFiles files({std::nullopt, folder_.root() + "/hosts.yaml"},
                  SmallEnvironment);
  const SitePlan plan = files.Read({});
  EXPECT_EQ(ToldOf(plan), "");
  ASSERT_THAT(plan.sets, SizeIs(3));
  EXPECT_EQ(plan.sets[1].host, "db1:1");
  EXPECT_EQ(plan.sets[1].title, "db1");
  EXPECT_EQ(plan.sets[1].rules->files().size(), 2u);
  EXPECT_EQ(plan.sets[2].host, "c:1");
  EXPECT_EQ(plan.sets[2].rules, plan.sets[0].rules);
  EXPECT_EQ(plan.sets[2].options.interval.ns, 5 * base::kNanosPerSecond);
  EXPECT_THAT(plan.paths, Contains(folder_.root() + "/found"));
}

TEST_F(SiteFilesTest, WhatIsWrongWithHostsInYamlIsTold) {
  folder_.Write("/hosts.yaml", "hosts_from: f/*\nhosts: [a]\n");
  folder_.Write("/f/one", "{a: b}");
  SiteFiles files({std::nullopt, folder_.root() + "/hosts.yaml"},
                  SmallEnvironment);
  const SitePlan plan = files.Read({});
  EXPECT_THAT(plan.sets, SizeIs(0));
  EXPECT_THAT(plan.wrong, SizeIs(2));
  EXPECT_THAT(ToldOf(plan), HasSubstr("f/one:1:1: error"));
  EXPECT_THAT(ToldOf(plan), HasSubstr("hosts.yaml: a: it has no rules"));
}

TEST_F(SiteFilesTest, WithoutAControlFileThatIsTold) {
  const SitePlan plan = Read();
  EXPECT_THAT(plan.sets, SizeIs(0));
  EXPECT_THAT(ToldOf(plan), HasSubstr("control: No such file or directory"));
}

}  // namespace
}  // namespace cli
