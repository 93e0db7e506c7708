// Templates as the rules of a run: which are on, with which values, and when
// they are meant at all.
#include "cli/set_rules.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/cli/set_clock.h"
#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

class SetRulesTest : public testing::Test {
 protected:
  SetRulesTest() {
    options_.sets = folder_.path();
    options_.site = folder_ / "site.yaml";
    Write("site.yaml", "");
    Write("low.rules",
          "---\nparameters: {least: {default: 5}}\n---\n"
          "low = a.b < $least -> syslog \"low: $least\";\n");
    Write("off.rules", "---\nenabled: no\n---\noff = a.b > 1;\n");
  }

  void Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  std::optional<std::vector<RuleText>> Read(const std::string& host) {
    Messages messages("tocsin", err_.out(), &clock_);
    return ReadSetRules(options_, host, {}, &messages);
  }

  tests::TemporaryFolder folder_;
  SetClock clock_{{}};
  Printed out_;
  Printed err_;
  Options options_;
};

TEST_F(SetRulesTest, AreThoseThatAreOn) {
  const auto texts = Read("web1");
  ASSERT_TRUE(texts.has_value()) << err_.Text();
  ASSERT_EQ(texts->size(), 1u);
  EXPECT_EQ(texts->front().name, folder_ / "low.rules");
  EXPECT_EQ(err_.Text(), "");
}

TEST_F(SetRulesTest, HaveTheValuesOfTheHost) {
  Write("site.yaml",
        "hosts: {web1: {values: {low.enabled: no, off.enabled: yes}}}\n");
  const auto there = Read("web1");
  const auto elsewhere = Read("web2");
  ASSERT_TRUE(there && elsewhere) << err_.Text();
  EXPECT_EQ(there->front().name, folder_ / "off.rules");
  EXPECT_EQ(elsewhere->front().name, folder_ / "low.rules");
}

TEST_F(SetRulesTest, AreOfTheHostWhoseDataTheyAreOf) {
  const std::string here = HostOfSets({}, std::nullopt);
  EXPECT_NE(here, "");
  Options of;
  of.host = "web1";
  EXPECT_EQ(HostOfSets(of, "db1"), "db1");
  for (const auto& [spec, name] :
       std::vector<std::pair<const char*, std::string>>{
           {"web1", "web1"},
           {"web1.example.com:44321@proxy", "web1.example.com"},
           {"pcps://web1?container=x", "web1"},
           {"[fe80::1]:1", "fe80::1"},
           {"@", here},
           {"local:", here},
           {"unix:/run/pcp/pmcd.socket", here},
           {"localhost:44321", here},
           {"mmv:/tmp/x", here}}) {
    of.host = spec;
    EXPECT_EQ(HostOfSets(of, std::nullopt), name) << spec;
  }
}

TEST_F(SetRulesTest, AreParsedAsTheyAreBound) {
  const auto texts = Read("web1");
  ASSERT_TRUE(texts.has_value());
  RuleFiles rules(10);
  rules.Parse(texts->front());
  EXPECT_TRUE(rules.diagnostics().empty());
  EXPECT_TRUE(rules.Needs().at("").contains("a.b"));
  EXPECT_EQ(rules.FileName(0), folder_ / "low.rules");
}

TEST_F(SetRulesTest, WhatIsWrongIsToldAndNothingRuns) {
  Write("site.yaml", "site: {values: {low.most: 1}}\n");
  EXPECT_EQ(Read("web1"), std::nullopt);
  EXPECT_NE(err_.Text().find("has no parameter most"), std::string::npos)
      << err_.Text();
}

TEST_F(SetRulesTest, WhatCannotBeReadIsTold) {
  options_.sets = folder_ / "nowhere";
  EXPECT_EQ(Read("web1"), std::nullopt);
  EXPECT_NE(err_.Text().find("nowhere"), std::string::npos) << err_.Text();
}

TEST_F(SetRulesTest, AreMeantWhereNothingElseIs) {
  EXPECT_TRUE(AreFromSets(options_, false));
  Options others;
  others.files = {"rules"};
  EXPECT_FALSE(AreFromSets(others, false));
  others = {};
  others.host = "web1";
  EXPECT_FALSE(AreFromSets(others, false));
  EXPECT_FALSE(AreFromSets({}, true));
}

}  // namespace
}  // namespace cli
