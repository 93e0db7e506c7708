// Which value counts, what is wrong with values, and rules that have them.
#include "rules/site/resolve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rules::site {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Template& Busy() {
  static const Template busy = ReadTemplate("busy.rules", R"(---
parameters:
  busy: {type: percentage, default: 85 %}
  again: {type: duration, default: 10 min}
  disk: {type: text, default: sda}
---
x = disk.dev.total #$disk > $busy -> print $again "above $busy, $disk";
)")
                                   .read;
  return busy;
}

constexpr char kSite[] = R"(
site: {values: {busy.busy: 90 %}}
groups:
  dbs: {hosts: [db*], values: {busy.busy: 92 %, busy.again: 1 hour}}
  all: {hosts: ["*"], values: {busy.disk: "x\" ; shell \"y"}}
hosts:
  db1: {values: {busy.busy: 97 %}}
)";

std::vector<std::string> Chain(const std::string& host,
                               const std::string& parameter) {
  std::vector<std::string> links;
  const SiteFile site = ReadSite("site.yaml", kSite);
  for (const Link& one : ChainOf(Busy(), *Busy().Find(parameter), site, host)) {
    links.push_back(one.level + ": " + one.text + " " + one.Place());
  }
  return links;
}

TEST(Resolve, TheLastOneThatAppliesCounts) {
  EXPECT_THAT(
      Chain("db1", "busy"),
      ElementsAre("default: 85 % busy.rules:3", "site: 90 % site.yaml:2",
                  "group dbs: 92 % site.yaml:4", "host db1: 97 % site.yaml:7"));
  EXPECT_THAT(Chain("web", "busy"), ElementsAre("default: 85 % busy.rules:3",
                                                "site: 90 % site.yaml:2"));
  EXPECT_THAT(Chain("web", "again"),
              ElementsAre("default: 10 min busy.rules:4"));
}

std::vector<std::string> Wrong(const std::string& text) {
  const SiteFile site = ReadSite("site.yaml", text);
  std::vector<std::string> all;
  for (const auto& one : CheckSite(site, {Busy()})) {
    all.push_back(one.message + (one.hint.empty() ? "" : "; " + one.hint));
  }
  return all;
}

TEST(Resolve, WrongValuesAreTold) {
  EXPECT_THAT(Wrong(kSite), IsEmpty());
  EXPECT_THAT(Wrong("site: {values: {bsy.busy: 5}}"),
              ElementsAre("there is no template bsy; did you mean busy?"));
  EXPECT_THAT(Wrong("site: {values: {busy.bsuy: 5}}"),
              ElementsAre("template busy has no parameter bsuy; did you mean "
                          "busy?"));
  EXPECT_THAT(Wrong("site: {values: {busy.busy: 120 %}}"),
              ElementsAre("busy.busy is above 100 %, as busy.rules:3 has it"));
  EXPECT_THAT(Wrong("labels: {role=db: {values: {busy.busy: 1 %}}}"),
              ElementsAre(HasSubstr("no host has the label role=db")));
}

TEST(Resolve, AWrongValueGivesNone) {
  const SiteFile site =
      ReadSite("site.yaml", "site: {values: {busy.busy: 120 %}}");
  EXPECT_EQ(ChainOf(Busy(), *Busy().Find("busy"), site, "h").size(), 1u);
}

TEST(Resolve, InstancesHaveTheirOwnLast) {
  const SiteFile site = ReadSite("site.yaml", R"(
site:
  values: {busy.busy: 90 %}
  instances: {sd*: {busy.busy: 91 %}, nvme*: {busy.busy: 92 %}}
hosts: {db1: {values: {busy.busy: 93 %}, instances: {sda: {busy.busy: 94 %}}}}
)");
  const auto last = [&](const std::string& host, const std::string& instance) {
    const Link link =
        ChainOf(Busy(), *Busy().Find("busy"), site, host, instance).back();
    return link.level + ": " + link.text;
  };
  EXPECT_EQ(last("db1", "sda"), "host db1, sda: 94 %");
  EXPECT_EQ(last("db1", "sdb"), "site, sd*: 91 %");
  EXPECT_EQ(last("db1", "dm-0"), "host db1: 93 %");
  EXPECT_EQ(last("web", "sda"), "site, sd*: 91 %");
  EXPECT_EQ(ChainOf(Busy(), *Busy().Find("busy"), site, "db1").back().text,
            "93 %");
}

TEST(Resolve, PartsOfListsHavePlaces) {
  const Template list =
      ReadTemplate("x.rules",
                   "---\nparameters: {a: {type: list, of: percentage, "
                   "default: [1 %]}}\n---\n")
          .read;
  const SiteFile site = ReadSite("", "site: {values: {x.a: [5 %, 200 %]}}");
  const auto wrong = CheckSite(site, {list});
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_EQ(wrong[0].message,
            "x.a has an element that is above 100 %, as x.rules:2 has it");
  EXPECT_EQ(wrong[0].span.begin, 27u);
}

}  // namespace
}  // namespace rules::site
