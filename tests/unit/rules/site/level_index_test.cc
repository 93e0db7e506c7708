// LevelIndex: beside SiteFile::Applies(), which looks at a level.
#include "rules/site/level_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rules::site {
namespace {

constexpr char kSite[] = R"(
site: {values: {a.n: 3}}
groups:
  dbs: {hosts: [db*, pg1], values: {a.n: 4}, instances: {sda: {a.m: 7}}}
  two: {hosts: [web1, db2, web1]}
  all: {hosts: ["*"]}
labels: {role=x: {values: {b.n: 8}}, role=y: {}}
hosts: {db1: {}, db3: {labels: {role: x, rack: 4}}, web2: {labels: {role: y}}}
)";

TEST(LevelIndex, FindsThoseThatApply) {
  const SiteFile site = ReadSite("site.yaml", kSite);
  const LevelIndex index(site);
  for (const char* host :
       {"db1", "db2", "db3", "pg1", "web1", "web2", "", "x"}) {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < site.levels.size(); ++i) {
      if (site.Applies(site.levels[i], host)) expected.push_back(i);
    }
    EXPECT_EQ(index.For(host), expected) << host;
  }
}

TEST(LevelIndex, HostsAreThoseWithNames) {
  EXPECT_THAT(HostsOf(ReadSite("site.yaml", kSite)),
              testing::ElementsAre("db1", "db2", "db3", "pg1", "web1", "web2"));
}

}  // namespace
}  // namespace rules::site
