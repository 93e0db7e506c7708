// tocsin conf why and its kin: what is printed, and how it ends.
#include "cli/conf_site.h"

#include <gtest/gtest.h>

#include "tests/support/file_tree.h"
#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

using Verb = ConfSiteOptions::Verb;

class ConfSiteTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_.Write("/sets/a/busy.rules",
                  "---\nsummary: a disk\nparameters:\n"
                  "  busy: {type: percentage, default: 85 %}\n---\n"
                  "delta = 1 min;\nx = a > $busy;\n");
    folder_.Write("/sets/.hidden.rules", "x x x;");
    folder_.Write("/site.yaml", "site: {values: {busy.busy: 90 %}}\n");
  }
  /// "status: what is printed".
  std::string Run(Verb verb, const std::string& parameter = "") {
    options_.verb = verb;
    options_.site = folder_.root() + "/site.yaml";
    options_.sets = folder_.root() + "/sets";
    options_.host = "db1";
    options_.parameter = parameter;
    Printed out;
    Printed err;
    auto process = SmallProcess(&out, &err);
    if (environment_) process.environment = environment_;
    const int status = RunConfSite(options_, process);
    std::string text = out.Text() + err.Text();
    const std::string root = folder_.root() + '/';
    for (auto at = text.find(root); at != text.npos; at = text.find(root)) {
      text.erase(at, root.size());
    }
    return std::to_string(status) + ": " + text;
  }

  tests::FileTree folder_;
  ConfSiteOptions options_;
  Environment environment_;
};

TEST_F(ConfSiteTest, SaysWhoGaveAValue) {
  EXPECT_EQ(Run(Verb::kWhy, "busy.busy"),
            "0: busy.busy on db1 is 90 %\n"
            "  default  85 %  sets/a/busy.rules:4\n"
            "  site     90 %  site.yaml:1\n");
  EXPECT_EQ(Run(Verb::kWhy, "busy"),
            "0: busy.enabled on db1 is yes\n"
            "  default  yes  sets/a/busy.rules:1\n"
            "busy.busy on db1 is 90 %\n"
            "  default  85 %  sets/a/busy.rules:4\n"
            "  site     90 %  site.yaml:1\n");
  EXPECT_EQ(Run(Verb::kWhy, "busy.none"),
            "2: tocsin: conf: template busy has no such parameter, but these: "
            "enabled busy\n");
  EXPECT_EQ(Run(Verb::kWhy, "none.busy"),
            "2: tocsin: conf: there is no template none\n");
}

TEST_F(ConfSiteTest, SaysWhoGivesInstancesOtherValues) {
  folder_.Write("/site.yaml",
                "site:\n  instances: {sd*: {busy.busy: 91 %}}\n"
                "groups:\n  dbs:\n    hosts: [db*]\n"
                "    instances: {sda: {busy.busy: 92 %}}\n"
                "hosts:\n  db1:\n    values: {busy.busy: 93 %}\n"
                "    instances: {nvme*: {busy.busy: 94 %}}\n"
                "  db2: {instances: {dm-*: {busy.busy: 95 %}}}\n");
  const std::string told =
      "busy.busy on db1 is 93 %\n"
      "  default          85 %  sets/a/busy.rules:4\n"
      "  host db1         93 %  site.yaml:9\n"
      "and of instances by the last of these globs that matches:\n"
      "  site, sd*        91 %  site.yaml:2\n"
      "  group dbs, sda   92 %  site.yaml:6\n"
      "  host db1, nvme*  94 %  site.yaml:10\n";
  EXPECT_EQ(Run(Verb::kWhy, "busy.busy"), "0: " + told);
  EXPECT_EQ(Run(Verb::kWhy, "busy"),
            "0: busy.enabled on db1 is yes\n"
            "  default  yes  sets/a/busy.rules:1\n" +
                told);
  options_.instance = "sdb";
  EXPECT_EQ(Run(Verb::kWhy, "busy.busy"),
            "0: busy.busy of sdb on db1 is 91 %\n"
            "  default    85 %  sets/a/busy.rules:4\n"
            "  host db1   93 %  site.yaml:9\n"
            "  site, sd*  91 %  site.yaml:2\n");
}

TEST_F(ConfSiteTest, RendersTheRulesOfAHost) {
  EXPECT_EQ(Run(Verb::kRender),
            "0: // busy: a disk\n"
            "// busy: 90 % (site, site.yaml:1)\n"
            "delta = 60;\nx = a > 90;\ndelta = 10;\n");
}

TEST_F(ConfSiteTest, WhatIsWrongIsToldAndNothingElse) {
  folder_.Write("/site.yaml", "site: {values: {busy.busy: 900 %}}\n");
  EXPECT_EQ(Run(Verb::kRender)
                .rfind("1: site.yaml:1:28: error: busy.busy is "
                       "above 100 %, as sets/a/busy.rules:4",
                       0),
            0u);
  folder_.Write("/site.yaml", "");
  folder_.Write("/sets/wrong.rules", "x = > 5;\n");
  EXPECT_EQ(Run(Verb::kLint).rfind("1: sets/wrong.rules:1:5: error: ", 0), 0u);
}

TEST_F(ConfSiteTest, WhatIsHardlyMeantIsWarnedOf) {
  folder_.Write("/site.yaml", "groups: {g: {hosts: [a*]}}\nhosts: {b: {}}\n");
  const std::string told = Run(Verb::kLint);
  EXPECT_NE(told.find("warning: no host matches a* of group g"), told.npos);
  EXPECT_NE(told.find("0: 1 template, with warnings\n"), told.npos);
  options_.hosts = {"a1", "b"};
  EXPECT_EQ(Run(Verb::kLint), "0: 1 template is right\n");
}

TEST_F(ConfSiteTest, HostsOfServeAreKnownToLint) {
  folder_.Write("/site.yaml", "groups: {g: {hosts: [a*, f1]}}\n");
  folder_.Write("/hosts.yaml", "hosts_from: f/*\nhosts: {a1: , b: }\n");
  folder_.Write("/f/one", "[f1]");
  options_.hosts_file = folder_.root() + "/hosts.yaml";
  EXPECT_EQ(Run(Verb::kLint), "0: 1 template is right\n");
  folder_.Write("/f/one", "[f2]");
  EXPECT_NE(Run(Verb::kLint).find("warning: no host matches f1 of group g"),
            std::string::npos);
  folder_.Write("/f/one", "[f1, 999.1.1.1]");
  EXPECT_EQ(Run(Verb::kLint).rfind("1: f/one:1:6: error: ", 0), 0u)
      << "a host that is left out";
  folder_.Write("/hosts.yaml", "host: [a]\n");
  EXPECT_EQ(Run(Verb::kLint).rfind("1: hosts.yaml:1:1: error: ", 0), 0u);
  folder_.Remove("/hosts.yaml");
  EXPECT_EQ(Run(Verb::kLint),
            "2: tocsin: conf: hosts.yaml: No such file or directory\n");
}

TEST_F(ConfSiteTest, DiffersByHostsAndByFiles) {
  folder_.Write("/site.yaml", "hosts: {db2: {values: {busy.busy: 90 %}}}\n");
  options_.hosts = {"db1", "db2"};
  EXPECT_EQ(Run(Verb::kDiff),
            "1: busy\n  busy: 85 % (default, sets/a/busy.rules:4) -> 90 % "
            "(host db2, site.yaml:1)\n  - x = a > 85;\n  + x = a > 90;\n");
  options_.hosts = {"db1", "db3"};
  EXPECT_EQ(Run(Verb::kDiff), "0: ");
  folder_.Write("/new.yaml", "hosts: {db3: {values: {busy.busy: 90 %}}}\n");
  options_.to_site = folder_.root() + "/new.yaml";
  options_.hosts = {};
  EXPECT_EQ(Run(Verb::kDiff),
            "1: On db2:\nbusy\n  busy: 90 % (host db2, site.yaml:1) -> 85 % "
            "(default, sets/a/busy.rules:4)\n  - x = a > 90;\n  + x = a > "
            "85;\nOn db3:\nbusy\n  busy: 85 % (default, sets/a/busy.rules:4) "
            "-> 90 % (host db3, new.yaml:1)\n  - x = a > 85;\n  + x = a > "
            "90;\n");
  folder_.Write("/new.yaml", "x: 5\n");
  EXPECT_EQ(Run(Verb::kDiff).rfind("2: new.yaml:1:1: error: ", 0), 0u);
}

TEST_F(ConfSiteTest, WhatIsToBeImportedIsThere) {
  const std::string none =
      "2: tocsin: conf: cannot stat none: No such file or directory";
  options_.rules = folder_.root() + "/none";
  EXPECT_EQ(Run(Verb::kImport), none + '\n');
  options_.rules.reset();
  environment_ = [this](const std::string&) {
    return std::optional(folder_.root() + "/none");
  };
  EXPECT_EQ(Run(Verb::kImport),
            none +
                ": --rules names the rules that the file was made by, as "
                "its first line says; tocsin's own are in a checkout's "
                "rules/pmieconf/sets\n");
}

TEST_F(ConfSiteTest, NamesAreOfOneTemplateEach) {
  folder_.Write("/sets/b/busy.rules", "a > 1;");
  EXPECT_EQ(Run(Verb::kLint),
            "2: tocsin: conf: sets/b/busy.rules: there is a template of this "
            "name: sets/a/busy.rules\n");
}

TEST_F(ConfSiteTest, ASiteThatIsNamedIsThere) {
  folder_.Remove("/site.yaml");
  EXPECT_EQ(Run(Verb::kLint).rfind("2: tocsin: conf: ", 0), 0u);
}

}  // namespace
}  // namespace cli
