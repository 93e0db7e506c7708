// DiffRules: two hosts, two files.
#include "rules/site/diff.h"

#include <gtest/gtest.h>

namespace rules::site {
namespace {

Site Of(const std::string& rules, const std::string& yaml) {
  Site site;
  site.templates.push_back(ReadTemplate("x.rules", rules).read);
  site.file = ReadSite("site.yaml", yaml);
  return site;
}

constexpr char kRules[] =
    "---\nparameters: {n: {default: 1}, m: {default: 2}}\n---\n"
    "y = a > $n;\nz = b > 5;\n";

TEST(Diff, HostsHaveTheirValues) {
  const Site site =
      Of(kRules, "hosts: {db1: {values: {x.n: 3}}, db2: {values: {x.m: 2}}}\n");
  EXPECT_EQ(DiffRules({&site, "db2"}, {&site, "db1"}),
            "x\n"
            "  n: 1 (default, x.rules:2) -> 3 (host db1, site.yaml:1)\n"
            "  - y = a > 1;\n"
            "  + y = a > 3;\n");
  EXPECT_EQ(DiffRules({&site, "db2"}, {&site, "other"}), "");
}

TEST(Diff, FilesHaveTheirRules) {
  const Site before = Of(kRules, "");
  const Site after = Of(
      "---\nparameters: {n: {default: 1}}\n---\ny = a > $n;\nz = b > 6;\n", "");
  EXPECT_EQ(DiffRules({&before, "h"}, {&after, "h"}),
            "x\n"
            "  m: 2 (default, x.rules:2) -> none\n"
            "  - z = b > 5;\n"
            "  + z = b > 6;\n");
  const Site none;
  EXPECT_EQ(DiffRules({&after, "h"}, {&none, "h"}),
            "x: is gone\n  - y = a > 1;\n  - z = b > 6;\n");
  EXPECT_EQ(DiffRules({&none, "h"}, {&after, "h"}),
            "x: is new\n  + y = a > 1;\n  + z = b > 6;\n");
}

constexpr char kEach[] =
    "---\nparameters: {n: {default: 1}, m: {default: 2}}\n---\n"
    "some_inst (a > $n);\n";

/// What is other of parameters, if anything is.
std::string Changed(const std::string& before, const std::string& after) {
  const Site from = Of(kEach, before);
  const Site to = Of(kEach, after);
  std::string text = DiffRules({&from, "h"}, {&to, "h"});
  for (std::size_t at = 0; (at = text.find("\n  - ")) != text.npos ||
                           (at = text.find("\n  + ")) != text.npos;) {
    text.erase(at, text.find('\n', at + 1) - at);
  }
  return text;
}

TEST(Diff, InstancesHaveTheirValues) {
  EXPECT_EQ(Changed("site: {instances: {sd*: {x.n: 3}}}",
                    "site: {values: {x.m: 2},\n  instances: {sd*: {x.n: 4}}}"),
            "x\n  n of sd*: 3 (site, sd*, site.yaml:1) -> 4 (site, sd*, "
            "site.yaml:2)\n");
  EXPECT_EQ(Changed("site: {instances: {sd*: {x.n: 3}}}",
                    "site:\n  instances: {sd*: {x.n: 3}}"),
            "");
  EXPECT_EQ(Changed("", "site: {instances: {sd*: {x.n: 1, x.m: 3}}}"),
            "x\n  n of sd*: 1 (default, x.rules:2) -> 1 (site, sd*, "
            "site.yaml:1)\n  m of sd*: 2 (default, x.rules:2) -> 3 (site, "
            "sd*, site.yaml:1)\n");
  EXPECT_EQ(Changed("hosts: {h: {instances: {sda: {x.n: 3}}}}",
                    "site: {values: {x.n: 5}}"),
            "x\n  n: 1 (default, x.rules:2) -> 5 (site, site.yaml:1)\n"
            "  n of sda: 3 (host h, sda, site.yaml:1) -> 5 (site, "
            "site.yaml:1)\n");
}

TEST(Diff, GlobsThatMeetHaveTheirOrder) {
  EXPECT_EQ(Changed("site: {instances: {s*: {x.n: 3}, sda: {x.n: 4}}}",
                    "site: {instances: {sda: {x.n: 4}, s*: {x.n: 3}}}"),
            "x\n  n of sda and s*: 4 (site, sda, site.yaml:1) -> 3 (site, s*, "
            "site.yaml:1)\n");
  EXPECT_EQ(Changed("site: {instances: {s*: {x.n: 3}, sda: {x.m: 4}}}",
                    "site: {instances: {s*: {x.n: 5}, sda: {x.m: 4}}}"),
            "x\n  n of s*: 3 (site, s*, site.yaml:1) -> 5 (site, s*, "
            "site.yaml:1)\n");
}

TEST(Diff, WhatIsOffIsGone) {
  const Site site = Of(kRules, "hosts: {db1: {values: {x.enabled: no}}}\n");
  EXPECT_EQ(DiffRules({&site, "h"}, {&site, "db1"}),
            "x\n"
            "  enabled: yes (default, x.rules:1) -> no (host db1, "
            "site.yaml:1)\n"
            "  - y = a > 1;\n  - z = b > 5;\n");
}

}  // namespace
}  // namespace rules::site
