// ClassesOf, Restrict: which instances go together, and rules about them alone.
#include "rules/site/instance_class.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grammar/parser.h"
#include "grammar/print.h"

namespace rules::site {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Classes(const std::string& globs) {
  const Template from = ReadTemplate("x.rules", "").read;
  const SiteFile site =
      ReadSite("site.yaml", "site: {instances: {" + globs + "}}");
  std::vector<std::string> all;
  for (const InstanceClass& one : ClassesOf(from, site, "db1")) {
    std::string text;
    for (const auto& glob : one.in) text += '+' + glob;
    for (const auto& glob : one.out) text += '-' + glob;
    all.push_back(text);
  }
  return all;
}

TEST(InstanceClass, EachInstanceIsInOne) {
  EXPECT_THAT(Classes(""), ElementsAre(""));
  EXPECT_THAT(Classes("sda: {x.a: 1}"), ElementsAre("-sda", "+sda"));
  EXPECT_THAT(Classes("sd*: {x.a: 1}, nvme*: {x.a: 2}"),
              ElementsAre("-sd*-nvme*", "+sd*", "+nvme*"));
  EXPECT_THAT(Classes("sd*: {x.a: 1}, '*1': {x.a: 2}, sd1: {x.a: 3}"),
              ElementsAre("-sd*-*1-sd1", "+sd*-*1-sd1", "+*1-sd*-sd1",
                          "+sd*+*1-sd1", "+sd1+sd*+*1"));
  EXPECT_THAT(Classes("sda: {other.a: 1}"), ElementsAre(""));
}

TEST(InstanceClass, ANameIsInTheSetsThatHaveIt) {
  EXPECT_THAT(Classes("nvme0n1: {x.a: 1}, 'sd[ab]': {x.a: 2}"),
              ElementsAre("-nvme0n1-sd[ab]", "+sd[ab]", "+nvme0n1"));
  EXPECT_THAT(Classes("sda: {x.a: 1}, 'sd[ab]': {x.a: 2}"),
              ElementsAre("-sda-sd[ab]", "+sd[ab]-sda", "+sda+sd[ab]"));
}

TEST(InstanceClass, ThereAreNotTooMany) {
  std::string globs;
  for (int i = 0; i < 7; ++i) {
    globs += (i == 0 ? "'*" : ", '*") + std::to_string(i) + "*': {x.a: 1}";
  }
  EXPECT_THAT(Classes(globs), ElementsAre());
}

/// The statement about sd* but sda alone; "" where that cannot be.
std::string Restricted(const std::string& text) {
  auto parsed = grammar::Parser().Parse(grammar::SourceText("rules", text));
  auto& statement = parsed.statements.at(0).statement;
  const bool done = Restrict({{"sd*"}, {"sda"}}, statement.expr.get());
  const std::string printed = grammar::Print(statement);
  return done ? printed : "";
}

constexpr char kOperand[] =
    "(nomatch_inst \"^sda\\$\" (match_inst \"^sd.*\\$\" (a > 1)))";

TEST(Restrict, PutsInstancesWhereTheyAreOneByOne) {
  const std::string operand = kOperand;
  EXPECT_EQ(Restricted("x = some_inst (a > 1) -> print \"x\";"),
            "x = some_inst " + operand + " -> print \"x\";");
  EXPECT_EQ(Restricted("b > 1 && some_inst (a > 1);"),
            "b > 1 && some_inst " + operand + ";");
  EXPECT_EQ(Restricted("a > 1 -> print \"x\";").find("nomatch_inst"), 0u);
  EXPECT_NE(Restricted("all_sample (a @0..3 > 1 + avg_sample a @0..3);"), "");
}

TEST(Restrict, LeavesWhatWouldMeanSomethingElse) {
  for (const char* text :
       {"all_inst (a > 1);", "count_inst (a > 1) > 2;", "50%_inst (a > 1);",
        "! some_inst (a > 1);", "b > 1 || some_inst (a > 1);",
        "some_inst (a > 1) && some_inst (b > 1);", "a + 1;",
        "a > 2 * avg_inst a;", "print \"x\";"}) {
    EXPECT_EQ(Restricted(text), "") << text;
  }
}

}  // namespace
}  // namespace rules::site
