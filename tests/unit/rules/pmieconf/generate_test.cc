// Generate: rules in pmie's language, byte for byte as the real pmieconf's but
// where docs/pmie-differences.md says otherwise.
#include "rules/pmieconf/generate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/pmieconf/rules_file.h"

namespace rules::pmieconf {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kGlobals[] =
    "#pmieconf-rules 1\n"
    "string global.delta default = \"2 min\";\n"
    "string global.holdoff default = \"10 min\";\n"
    "hostlist global.hosts default = \"\";\n"
    "syslog global.tell default = \"$rule$^ %v\";\n";

class GenerateTest : public ::testing::Test {
 protected:
  std::string Of(const std::string& rules) {
    Catalog catalog;
    EXPECT_TRUE(ReadRules(kGlobals + rules, "f", &catalog));
    const auto text = GenerateRules(catalog, &warnings_);
    return text ? *text : "wrong: " + text.error().message;
  }

  std::vector<std::string> warnings_;
};

TEST_F(GenerateTest, ARuleHasItsIntervalItsPredicateAndItsActions) {
  EXPECT_EQ(Of("rule a.b default = \"high\" predicate = \"x $hosts$ > $t$\";\n"
               "percent t default = \"5%\"; string rule default = Rule;\n"
               "print own enabled = no default = x;\n"),
            "// 1 a.b\ndelta = 2 min;\na.b = \nx  > 5 -> syslog 10 min "
            "\"Rule\" \" %v\";\n\n");
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(GenerateTest, ARulesOwnActionStandsInForTheOneOfAll) {
  EXPECT_EQ(Of("rule a.b predicate = p;\n"
               "syslog tell enabled = no;\n"),
            "// 1 a.b\ndelta = 2 min;\na.b = \np;\n\n");
  EXPECT_EQ(Of("rule a.b predicate = p;\n"
               "print one default = \"a^b/^c^\"; string holdoff default = 0;\n"
               "syslog tell default = x;\n"),
            "// 1 a.b\ndelta = 2 min;\na.b = \np -> print 0 \"a\" \"b/^c\" \"\""
            "\n  & syslog 0 \"x\";\n\n");
}

TEST_F(GenerateTest, EachCombinationOfElementsIsARule) {
  EXPECT_EQ(Of("rule a.b predicate = \"m $hosts$ $i$ $all$\" enumerate = "
               "\" hosts i \";\n"
               "hostlist hosts default = \"h1 'h 2'\";\n"
               "instlist i default = \"p q\"; instlist all default = \"r s\";\n"
               "syslog tell enabled = no;\n"),
            "// 1 a.b\ndelta = 2 min;\n"
            "a.b = \nm :'h1' #'p' #'r' #'s';\n\n"
            "a.b1 = \nm :'h1' #'q' #'r' #'s';\n\n"
            "a.b2 = \nm :'h 2' #'p' #'r' #'s';\n\n"
            "a.b3 = \nm :'h 2' #'q' #'r' #'s';\n\n");
}

TEST_F(GenerateTest, ALengthlessListIsStillARule) {
  EXPECT_THAT(Of("rule a.b predicate = \"m $hosts$\" enumerate = hosts;\n"),
              HasSubstr("a.b = \nm  -> syslog"));
}

TEST_F(GenerateTest, WhatCannotBeWrittenIsToldAndNothingIs) {
  EXPECT_EQ(Of("rule a.b predicate = \"$none$\";"),
            "wrong: variable \"$none$\" in a.b is undefined");
  EXPECT_EQ(Of("rule a.b predicate = x enumerate = none;"),
            "wrong: variable \"none\" undefined for enumerated rule a.b");
  EXPECT_EQ(Of("rule a.b predicate = x enumerate = help;"),
            "wrong: cannot enumerate rule a.b using attribute \"help\"");
  EXPECT_EQ(Of("rule a.b predicate = x enumerate = delta;"),
            "wrong: rules file error - \"$delta$\" in \"enumerate\" clause of "
            "rule a.b is not of type hostlist or instlist");
  std::string hosts;
  for (int i = 0; i < 400; ++i) hosts += " h";
  EXPECT_EQ(Of("rule a.b predicate = x enumerate = \"hosts hosts2\";\n"
               "hostlist hosts default = \"" +
               hosts +
               "\";\n"
               "hostlist hosts2 default = \"" +
               hosts + "\";\n"),
            "wrong: rule a.b would be written more than 100000 times");
}

TEST_F(GenerateTest, AnActionWhoseTextIsNotToBeHadIsEmptyAndTold) {
  EXPECT_THAT(Of("rule a.b predicate = x;"),
              HasSubstr("x -> syslog 10 min \"\";"));
  EXPECT_THAT(warnings_,
              ElementsAre("Warning - failed to expand action for rule a.b\n"
                          "  string: \"$rule$^ %v\""));
}

}  // namespace
}  // namespace rules::pmieconf
