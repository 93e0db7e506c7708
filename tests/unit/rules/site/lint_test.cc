// LintSite: what is hardly meant.
#include "rules/site/lint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rules::site {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Told(const std::string& yaml,
                              const std::vector<std::string>& hosts = {}) {
  Site site;
  site.templates.push_back(
      ReadTemplate("x.rules",
                   "---\nparameters: {n: {default: 1}, m: {default: 9}}\n---\n"
                   "some_inst (a > $n && a < $m) -> print \"x\";\n")
          .read);
  site.file = ReadSite("site.yaml", yaml);
  std::vector<std::string> told;
  for (const Findings& of : LintSite(site, hosts)) {
    for (const auto& one : of.diagnostics) {
      const int line = of.source.PositionAt(one.span.begin).line;
      told.push_back(of.source.name() + ':' + std::to_string(line) + ": " +
                     one.message);
    }
  }
  return told;
}

TEST(Lint, WhatIsMeantIsLeftAlone) {
  EXPECT_THAT(Told(""), IsEmpty());
  EXPECT_THAT(Told("site: {values: {x.n: 2}}\n"
                   "groups: {dbs: {hosts: [db*], values: {x.n: 3}}}\n"
                   "hosts: {db1: {values: {x.n: 4}}}\n"),
              IsEmpty());
}

TEST(Lint, PatternsAreOfSomebody) {
  const std::string site =
      "groups:\n  dbs:\n    hosts: [db*, pg1]\n    values: {x.n: 2}\n"
      "hosts: {web1: {}}\n";
  EXPECT_THAT(Told(site),
              ElementsAre("site.yaml:2: no host matches db* of group dbs"));
  EXPECT_THAT(Told(site, {"db1"}),
              ElementsAre("site.yaml:2: no host matches pg1 of group dbs",
                          "site.yaml:5: there is no host web1"));
  EXPECT_THAT(Told("groups: {dbs: {hosts: [db*]}}\n"), IsEmpty());
}

TEST(Lint, AValueCountsSomewhere) {
  EXPECT_THAT(Told("site: {values: {x.n: 2}}\n"
                   "groups: {all: {hosts: ['*'], values: {x.n: 3}}}\n"
                   "hosts: {a: {}}\n"),
              ElementsAre("site.yaml:1: x.n of this level counts on no host"));
  const std::string group =
      "groups:\n  one: {hosts: [db1], values: {x.n: 2}}\n"
      "  two: {hosts: [db*], values: {x.n: 3}}\n";
  EXPECT_THAT(Told(group),
              ElementsAre("site.yaml:2: x.n of this level counts on no host"));
}

TEST(Lint, RulesCanFire) {
  EXPECT_THAT(Told("hosts: {db1: {values: {x.n: 9}}}\n"),
              ElementsAre("x.rules:4: this rule cannot fire on db1"));
  EXPECT_THAT(Told("site: {values: {x.n: 9}}\n"),
              ElementsAre("x.rules:4: this rule cannot fire"));
}

TEST(Lint, RulesOfEachHostAreRead) {
  EXPECT_THAT(Told("hosts: {db1: {instances: {sda: {x.n: 2}}}}\n"), IsEmpty());
}

}  // namespace
}  // namespace rules::site
