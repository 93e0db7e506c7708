// Listing: what is printed of rules, byte for byte as the real pmieconf's.
#include "rules/pmieconf/listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/pmieconf/rules_file.h"

namespace rules::pmieconf {
namespace {

using ::testing::EndsWith;

class ListingTest : public ::testing::Test {
 protected:
  ListingTest() {
    EXPECT_TRUE(ReadRules(
        "#pmieconf-rules 1\n"
        "string global.delta default = \"2 min\" help = \"how\n\noften\";\n"
        "string global.hidden default = x display = no;\n"
        "rule a.b default = \"$rule$\" help = \"one\ntwo\" version = 7\n"
        "  predicate = \"x > $t$\n\n  && y\" enumerate = hosts;\n"
        "string rule default = High display = no;\n"
        "percent t default = 5;\n"
        "rule a.c default = \"$none$\";\n",
        "f", &catalog_));
  }

  const Rule& rule(const char* name) { return *catalog_.Find(name); }
  std::string Variable(const char* name, const char* variable) {
    const auto text = VariableListing(rule(name), catalog_.global, variable);
    return text ? *text : text.error().message;
  }
  std::string Help(const char* name, const char* variable) {
    const auto text = VariableHelp(rule(name), catalog_.global, variable);
    return text ? *text : text.error().message;
  }

  Catalog catalog_;
};

TEST_F(ListingTest, ARuleIsItsHelpItsPredicateAndItsVariables) {
  EXPECT_EQ(RuleListing(rule("a.b"), catalog_.global, false),
            "  rule: a.b  [High]\n  help: one\n\ttwo\n"
            "\tpredicate = \n\t  x > $t$\n\t    && y\n"
            "  vars: enabled = yes\n\tt = 5%\n");
  EXPECT_THAT(RuleListing(rule("a.b"), catalog_.global, true),
              EndsWith("  vars: enabled = yes\n\tt = 5%\n"
                       "\tdelta = \"2 min\" (*)\n\thidden = \"x\" (*)\n"));
}

TEST_F(ListingTest, TheGlobalOneHasNoPredicate) {
  EXPECT_EQ(
      RuleListing(catalog_.global, catalog_.global, true),
      "  rule: global  [generic variables applied to all rules]\n"
      "  help: The global variables are used by all rules, but their values "
      "can "
      "be\n\toverridden at the level of an individual rule or group of rules.\n"
      "  vars: delta = \"2 min\"\n");
}

TEST_F(ListingTest, AVariableIsTheRulesOwnOrOneOfAll) {
  const std::string head = "  rule: a.b  [High]\n";
  EXPECT_EQ(Variable("a.b", "t"), head + "\tt = 5%\n");
  EXPECT_EQ(Variable("a.b", "delta"), head + "\tdelta = \"2 min\"\n");
  EXPECT_EQ(Variable("a.b", "enabled"), head + "\tenabled = yes\n");
  EXPECT_EQ(Variable("a.b", "default"), head + "\tdefault = $rule$\n");
  EXPECT_EQ(Variable("a.b", "version"), head + "\tversion = 7\n");
  EXPECT_EQ(Variable("a.b", "enumerate"), head + "\tenumerate = hosts\n");
  EXPECT_EQ(Variable("a.b", "none"),
            "variable \"none\" is undefined for rule a.b");
  EXPECT_EQ(Variable("global", "enabled"),
            "variable \"enabled\" is undefined for rule global");
}

TEST_F(ListingTest, HelpIsThatOfTheVariable) {
  const std::string head = "  rule: a.b  [High]\n";
  EXPECT_EQ(Help("a.b", "delta"),
            head + "   var: delta\n  help: how\n\toften\n");
  EXPECT_EQ(Help("a.b", "t"), head + "   var: t\n  help: No help available.\n");
  EXPECT_EQ(Help("a.b", "version"),
            head + "   var: version\n  help: No help available.\n");
  EXPECT_EQ(Help("a.b", "help"), head + "  help: one\n\ttwo\n");
  EXPECT_EQ(Help("a.b", "none"), "variable \"none\" is undefined for rule a.b");
}

TEST_F(ListingTest, ASummaryThatLeadsNowhereIsNotPrinted) {
  EXPECT_EQ(SummaryLine(rule("a.c"), catalog_.global), "");
  EXPECT_EQ(SummaryLine(rule("a.b"), catalog_.global), "  a.b  [High]\n");
}

}  // namespace
}  // namespace rules::pmieconf
