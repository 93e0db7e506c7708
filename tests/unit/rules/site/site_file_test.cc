// ReadSite: levels and whom they are for.
#include "rules/site/site_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rules::site {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kSite[] = R"(
hosts:
  db1: {labels: {role: db}, values: {a.x: 4}}
  web1: {}
groups:
  dbs: {hosts: [db*], values: {a.x: 2}}
labels:
  role=db: {values: {a.x: 3}}
site:
  values: {a.x: 1, b.y: 1}
)";

std::vector<std::string> LevelsOf(const SiteFile& site,
                                  const std::string& host) {
  std::vector<std::string> levels;
  for (const Level& level : site.levels) {
    if (site.Applies(level, host)) levels.push_back(level.Text());
  }
  return levels;
}

std::string Told(const std::string& text) {
  const SiteFile site = ReadSite("site.yaml", text);
  std::string told;
  for (const auto& one : site.diagnostics) told += Render(one, site.source);
  return told;
}

TEST(SiteFile, LevelsAreInTheirOrderWhateverThatOfTheFile) {
  const SiteFile site = ReadSite("site.yaml", kSite);
  EXPECT_EQ(Told(kSite), "");
  EXPECT_THAT(LevelsOf(site, "db1"),
              ElementsAre("site", "group dbs", "label role=db", "host db1"));
  EXPECT_THAT(LevelsOf(site, "db2"), ElementsAre("site", "group dbs"));
  EXPECT_THAT(LevelsOf(site, "web1"), ElementsAre("site", "host web1"));
  EXPECT_THAT(LevelsOf(site, "other"), ElementsAre("site"));
}

TEST(SiteFile, SettingsHaveTheirPlaces) {
  const SiteFile site = ReadSite("site.yaml", kSite);
  ASSERT_EQ(site.levels[0].settings.size(), 2u);
  const Setting& one = site.levels[0].settings[1];
  EXPECT_EQ(one.rule, "b");
  EXPECT_EQ(one.parameter, "y");
  EXPECT_EQ(one.Text(), "1");
  EXPECT_EQ(site.source.PositionAt(one.value.place.begin).line, 10);
}

TEST(SiteFile, LabelsAndPatternsAreTexts) {
  const SiteFile plain = ReadSite(
      "site.yaml",
      "groups: {g: {hosts: [5, no]}}\nhosts: {h: {labels: {a: 010, b: no}}}\n");
  EXPECT_TRUE(plain.diagnostics.empty());
  EXPECT_THAT(plain.levels.at(0).hosts, ElementsAre("5", "no"));
  EXPECT_EQ(plain.labels.at("h"), (Labels{{"a", "010"}, {"b", "no"}}));
  for (const char* wrong : {"[db]", "{db: 1}"}) {
    EXPECT_THAT(
        Told("hosts:\n  h: {labels: {role: " + std::string(wrong) + "}}\n"),
        HasSubstr("site.yaml:2:22: error: the value of a label is one text"));
    EXPECT_THAT(
        Told("groups: {g: {hosts: [a*, " + std::string(wrong) + "]}}\n"),
        HasSubstr("site.yaml:1:26: error: a pattern of hosts is one text"));
  }
  EXPECT_THAT(
      Told("hosts:\n  h: {labels: {role: }}\n"),
      HasSubstr("site.yaml:2:16: error: the value of a label is empty"));
  EXPECT_THAT(Told("groups: {g: {hosts: [a*, ~, '']}}\n"),
              AllOf(HasSubstr(":26: error: a pattern of hosts is empty"),
                    HasSubstr(":29: error: a pattern of hosts is empty")));
}

TEST(SiteFile, WhatIsWrongIsTold) {
  EXPECT_EQ(Told(""), "");
  EXPECT_THAT(Told("host: {}\n"), HasSubstr("did you mean hosts?"));
  EXPECT_THAT(Told("site: {values: {x: 5}}\n"),
              HasSubstr("this names no parameter"));
  EXPECT_THAT(Told("site: {values: {a.x: }}\n"), HasSubstr("a.x has no value"));
  EXPECT_THAT(Told("site: {values: 5}\n"), HasSubstr("values is no map"));
  EXPECT_THAT(Told("groups: {dbs: {values: {a.x: 5}}}\n"),
              HasSubstr("group dbs has no hosts"));
  EXPECT_THAT(Told("groups: {dbs: {hosts: db}}\n"),
              HasSubstr("hosts is no list of names"));
  EXPECT_THAT(Told("labels: {role: {values: {a.x: 5}}}\n"),
              HasSubstr("this is no label"));
  EXPECT_THAT(Told("hosts: [db1]\n"), HasSubstr("hosts is no map of names"));
  EXPECT_THAT(Told("values: {a.x: 5}\n"), HasSubstr("stand below site:"));
}

}  // namespace
}  // namespace rules::site
