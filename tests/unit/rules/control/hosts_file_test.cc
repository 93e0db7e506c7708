// ReadHosts, ReadHostList: hosts in YAML.
#include "rules/control/hosts_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rules::control {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

std::string Told(const HostsFile& file) {
  std::string told;
  for (const auto& one : file.diagnostics) told += Render(one, file.source);
  return told;
}

std::vector<std::string> NamesOf(const HostsFile& file) {
  std::vector<std::string> names;
  for (const SiteHost& one : file.hosts) names.push_back(one.name);
  return names;
}

TEST(HostsFile, AHostHasWhatAllHaveAndItsOwn) {
  const HostsFile file = ReadHosts("hosts.yaml", R"(
rules: base.pmie
interval: 30 sec
hosts_from: [found/*.json]
hosts:
  web1:
  db1: {address: 'db1:44322', rules: [db.pmie, disk.pmie], interval: 5 sec}
)");
  EXPECT_EQ(Told(file), "");
  EXPECT_THAT(file.rules, ElementsAre("base.pmie"));
  EXPECT_EQ(file.interval.ns, 30 * base::kNanosPerSecond);
  EXPECT_THAT(file.lists, ElementsAre("found/*.json"));
  ASSERT_THAT(file.hosts, SizeIs(2));
  EXPECT_EQ(file.hosts[0].address, "web1");
  EXPECT_EQ(file.hosts[1].address, "db1:44322");
  EXPECT_THAT(file.hosts[1].rules, ElementsAre("db.pmie", "disk.pmie"));
  EXPECT_EQ(file.hosts[1].interval.ns, 5 * base::kNanosPerSecond);
  EXPECT_EQ(file.source.PositionAt(file.hosts[1].place.begin).line, 7);
}

TEST(HostsFile, HostsMayBeAListAndThereMayBeNone) {
  EXPECT_THAT(NamesOf(ReadHosts("h", "hosts: [a, b]")), ElementsAre("a", "b"));
  EXPECT_EQ(Told(ReadHosts("h", "hosts: {}\n")), "");
}

// A write in place onto a full disk leaves nothing of a file.
TEST(HostsFile, AnEmptyFileIsNoSite) {
  for (const char* text : {"", " \n\n", "# web1\n", "---\n", "~\n"}) {
    EXPECT_THAT(Told(ReadHosts("h", text)),
                HasSubstr("error: the file says nothing of hosts"))
        << text;
    EXPECT_THAT(Told(ReadHosts("h", text)),
                HasSubstr("hosts: {} is a site without hosts"))
        << text;
  }
}

TEST(HostsFile, WhatIsWrongHasItsPlace) {
  for (const auto& [text, told] :
       std::vector<std::pair<std::string, std::string>>{
           {"hosts: {a: {rule: x}}", "h:1:13: error"},
           {"rules: {a: b}", "h:1:1: error: rules is no list of paths"},
           {"rules: []", "rules is no list"},
           {"interval: soon", "interval"},
           {"hosts: 5", "this is no list of hosts"},
           {"hosts: {\"\": {address: a}}", "h:1:9: error: a host has a name"},
           {"hosts_from: [a, /**/*]", "h:1:17: error: ** is no more than *"},
           {"hosts_from: f/**", "h:1:13: error: ** is no more than *"},
           {"hosts: [{a: b}]", "this is neither a host nor targets"},
           {"x: [", "h:"}}) {
    EXPECT_THAT(Told(ReadHosts("h", text)), HasSubstr(told)) << text;
  }
}

TEST(HostsFile, AnAddressHasItsPlace) {
  const HostsFile file = ReadHosts("h", "hosts: {a: {address: b}, c: }");
  EXPECT_EQ(file.hosts.at(0).address_place.begin, 21u);
  EXPECT_EQ(file.hosts.at(1).address_place.begin, 25u);
}

TEST(HostsFile, AListIsOfNamesOrOfTargets) {
  const HostsFile file = ReadHostList(
      "h", R"([{"targets": ["a:1", "b"], "labels": {"job": "x"}}, "c"])");
  EXPECT_EQ(Told(file), "");
  EXPECT_THAT(NamesOf(file), ElementsAre("a:1", "b", "c"));
  EXPECT_EQ(Told(ReadHostList("h", "[]\n")), "");
  EXPECT_THAT(Told(ReadHostList("h", "\n")), HasSubstr("h:1:1: error: the file "
                                                       "is empty"));
  EXPECT_THAT(Told(ReadHostList("h", "{a: b}")),
              HasSubstr("this is no list of hosts"));
}

}  // namespace
}  // namespace rules::control
