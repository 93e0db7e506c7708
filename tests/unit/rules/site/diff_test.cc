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
