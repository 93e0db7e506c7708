// ResolveHosts: which hosts share a program, against the rules that each has.
#include "rules/site/programs.h"

#include <gtest/gtest.h>

#include <map>

#include "rules/site/render.h"

namespace rules::site {
namespace {

std::vector<Template> Templates() {
  std::vector<Template> all;
  for (const char* name : {"a.rules", "b.rules"}) {
    all.push_back(
        ReadTemplate(name,
                     "---\nparameters: {n: {default: 1}, m: {default: 2}}\n"
                     "---\nsome_inst (x > $n && y < $m);\n")
            .read);
  }
  return all;
}

constexpr char kSite[] = R"(
site: {values: {a.n: 3}, instances: {sd*: {a.m: 9}}}
groups:
  dbs: {hosts: [db*], values: {a.n: 4, b.m: 5}}
  two: {hosts: [web1, db2], values: {a.m: 6}, instances: {sda: {a.m: 7}}}
labels: {role=x: {values: {b.n: 8}, instances: {sda: {a.m: 8}}}}
hosts:
  db1: {values: {b.m: 5}}
  db3: {labels: {role: x}, values: {a.n: 3}}
  web2: {labels: {role: y}}
)";

TEST(Programs, HostsShareThoseThatAreTheSame) {
  const auto templates = Templates();
  const SiteFile site = ReadSite("site.yaml", kSite);
  const std::vector<std::string> hosts{"db1",  "db2",  "db3",  "db4",
                                       "web1", "web2", "other"};
  const Programs programs = ResolveHosts(templates, site, hosts);
  ASSERT_EQ(programs.of_hosts.size(), hosts.size());
  std::map<std::uint32_t, std::string> texts;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    for (std::size_t of = 0; of < templates.size(); ++of) {
      const auto program = programs.of_hosts[i].at(of);
      EXPECT_EQ(programs.distinct.at(program).of, of);
      const std::string rules =
          StatementsText(BoundRules(templates[of], site, hosts[i]));
      const auto [at, is_new] = texts.emplace(program, rules);
      EXPECT_EQ(at->second, rules) << hosts[i];
      if (is_new) {
        EXPECT_EQ(hosts[programs.distinct[program].host], hosts[i]);
      }
    }
  }
  EXPECT_EQ(texts.size(), programs.distinct.size());
  // Of a: db1 with db4, db2, db3, web1, the others; of b: db1 with db2 and db4,
  // db3, the others.
  EXPECT_EQ(programs.distinct.size(), 8u);
}

TEST(Programs, NobodyHasNone) {
  const SiteFile site = ReadSite("site.yaml", "");
  EXPECT_TRUE(ResolveHosts(Templates(), site, {}).distinct.empty());
  EXPECT_TRUE(ResolveHosts({}, site, {"a"}).distinct.empty());
  EXPECT_EQ(ResolveHosts(Templates(), site, {"a", "b"}).distinct.size(), 2u);
}

}  // namespace
}  // namespace rules::site
