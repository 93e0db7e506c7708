// SiteTemplates: what many hosts share, and what stays over readings.
#include "cli/site_templates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/file_tree.h"

namespace cli {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class SiteTemplatesTest : public testing::Test {
 protected:
  SiteTemplatesTest()
      : templates_({folder_.root() + "/sets", folder_.root() + "/site.yaml"}) {
    folder_.Write("/sets/a/busy.rules",
                  "---\nparameters: {most: {default: 5}}\n---\n"
                  "busy = load > $most;\n");
    folder_.Write("/sets/full.rules", "full = free < 1;\n");
    Site("hosts: {db1: {values: {busy.most: 6}}}\n");
  }
  void Site(const std::string& text) { folder_.Write("/site.yaml", text); }
  SitePlan Read(const grammar::ReceiverNames& receivers = {}) {
    SitePlan plan;
    templates_.Read(receivers, &plan);
    if (templates_.is_known()) templates_.Bind({"web1", "web2", "db1"});
    return plan;
  }
  /// What a host runs.
  std::vector<std::string> Words(const std::string& host) {
    return RuleSet({}, {10 * base::kNanosPerSecond}, {}, templates_.Of(host))
        .words();
  }

  tests::FileTree folder_;
  SiteTemplates templates_;
};

TEST_F(SiteTemplatesTest, EachHostHasItsValuesAndWhatIsTheSameIsShared) {
  const SitePlan plan = Read();
  EXPECT_THAT(Words("web1"), ElementsAre("busy 10.000000 load > 5",
                                         "full 10.000000 free < 1"));
  EXPECT_THAT(Words("db1"), ElementsAre("busy 10.000000 load > 6",
                                        "full 10.000000 free < 1"));
  EXPECT_EQ(templates_.Of("web1"), templates_.Of("web2"));
  EXPECT_EQ(templates_.Of("web1")[1], templates_.Of("db1")[1]);
  EXPECT_NE(templates_.Of("web1")[0], templates_.Of("db1")[0]);
  EXPECT_THAT(templates_.Of("nobody"), IsEmpty());
  for (const char* path : {"/sets", "/sets/a", "/sets/a/busy.rules",
                           "/sets/full.rules", "/site.yaml"}) {
    EXPECT_THAT(plan.paths, Contains(folder_.root() + path));
  }
}

TEST_F(SiteTemplatesTest, WhatSaysTheSameIsTheSameAfterAReading) {
  Read();
  const auto web = templates_.Of("web1");
  const auto db = templates_.Of("db1");
  Site("# moved\nhosts: {db1: {values: {busy.most: 7}}}\n");
  Read();
  EXPECT_EQ(templates_.Of("web1"), web);
  EXPECT_NE(templates_.Of("db1")[0], db[0]);
  EXPECT_EQ(templates_.Of("db1")[1], db[1]);
  folder_.Write("/sets/full.rules", "// other\nfull = free < 1;\n");
  Read();
  EXPECT_EQ(templates_.Of("web1")[0], web[0]);
  EXPECT_NE(templates_.Of("web1")[1], web[1]);
}

TEST_F(SiteTemplatesTest, OneThatHasBecomeEmptyLeavesWhatWasRead) {
  Read();
  const auto before = templates_.Of("web1");
  const std::string path = folder_.root() + "/sets/full.rules";
  folder_.Write("/sets/full.rules", "");
  for (int times = 0; times < 2; ++times) {
    const SitePlan plan = Read();
    EXPECT_THAT(plan.problems,
                ElementsAre(HasSubstr(path + ": the file is empty")));
    EXPECT_THAT(plan.wrong, ElementsAre(path));
    EXPECT_EQ(templates_.Of("web1"), before);
  }
  folder_.Write("/sets/full.rules", "// none\n");
  EXPECT_THAT(Read().problems, IsEmpty());
  EXPECT_THAT(Words("web1"), ElementsAre("busy 10.000000 load > 5"));
}

TEST_F(SiteTemplatesTest, OnesThatAreOffAreNone) {
  Site("site: {values: {busy.enabled: no}}\n");
  Read();
  EXPECT_THAT(Words("web1"), ElementsAre("full 10.000000 free < 1"));
}

TEST_F(SiteTemplatesTest, AMistakeLeavesWhatWasRead) {
  Site("site: {values: {busy.least: 6}}\n");
  SitePlan plan = Read();
  EXPECT_FALSE(templates_.is_known());
  EXPECT_THAT(plan.wrong, ElementsAre(folder_.root() + "/site.yaml"));
  ASSERT_THAT(plan.diagnostics, SizeIs(1));
  EXPECT_EQ(plan.diagnostics[0].source->name(), folder_.root() + "/site.yaml");
  Site("");
  EXPECT_THAT(Read().wrong, IsEmpty());
  folder_.Write("/sets/full.rules", "full = free < ;\n");
  plan = Read();
  EXPECT_THAT(plan.wrong, ElementsAre(folder_.root() + "/sets/full.rules"));
  EXPECT_THAT(Words("db1"), ElementsAre("busy 10.000000 load > 5",
                                        "full 10.000000 free < 1"));
}

TEST_F(SiteTemplatesTest, AnEmptySiteLeavesWhatWasRead) {
  Read();
  Site("");
  SitePlan plan = Read();
  EXPECT_THAT(plan.wrong, ElementsAre(folder_.root() + "/site.yaml"));
  EXPECT_THAT(plan.problems,
              ElementsAre(HasSubstr("is empty, and had values")));
  EXPECT_THAT(Words("db1"), Contains("busy 10.000000 load > 6"));
  Site("# none\n");
  EXPECT_THAT(Read().wrong, IsEmpty());
  EXPECT_THAT(Words("db1"), Contains("busy 10.000000 load > 5"));
  Site("");
  EXPECT_THAT(Read().wrong, IsEmpty()) << "as before";
}

TEST_F(SiteTemplatesTest, AFolderWithoutTemplatesLeavesWhatWasRead) {
  Read();
  folder_.Remove("/sets/full.rules");
  EXPECT_THAT(Read().wrong, IsEmpty());
  folder_.Remove("/sets/a/busy.rules");
  const SitePlan plan = Read();
  EXPECT_THAT(plan.wrong, ElementsAre(folder_.root() + "/sets"));
  EXPECT_THAT(plan.problems, ElementsAre(HasSubstr("there are no templates")));
  EXPECT_THAT(Words("db1"), ElementsAre("busy 10.000000 load > 6"));
}

TEST_F(SiteTemplatesTest, WhatCannotBeReadIsAProblem) {
  SiteTemplates none({"/no/such/folder", std::nullopt});
  SitePlan plan;
  none.Read({}, &plan);
  EXPECT_FALSE(none.is_known());
  EXPECT_THAT(plan.problems, ElementsAre(HasSubstr("/no/such/folder")));
  EXPECT_THAT(plan.wrong, ElementsAre("/no/such/folder"));
}

TEST_F(SiteTemplatesTest, WhomRulesNameMayComeLater) {
  folder_.Write("/sets/full.rules",
                "full = free < 1 -> webhook \"ops\" \"%i\";\n");
  EXPECT_THAT(Read().wrong, SizeIs(1));
  grammar::ReceiverNames receivers;
  receivers.names = {"ops"};
  EXPECT_THAT(Read(receivers).wrong, IsEmpty());
  EXPECT_THAT(Words("web1"), SizeIs(2));
}

}  // namespace
}  // namespace cli
