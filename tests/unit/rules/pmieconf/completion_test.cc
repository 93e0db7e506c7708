// Completion: what may follow at each place of a line, and where nothing may.
#include "rules/pmieconf/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/pmieconf/rules_file.h"

namespace rules::pmieconf {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CompletionTest : public ::testing::Test {
 protected:
  CompletionTest() {
    EXPECT_TRUE(ReadRules(
        "#pmieconf-rules 1\n"
        "string global.delta default = \"2 min\";\n"
        "syslog global.tell default = x;\n"
        "rule a.b.c default = one; percent limit default = 5;\n"
        "rule a.d default = two; percent limit default = 5;\n"
        "string text default = \"a \\\" b\"; double own default = 1;\n"
        "rule all2 default = three; percent limit default = 6;\n",
        "f", &catalog_));
  }

  std::vector<std::string> Words(std::string_view line) {
    return Complete(line, catalog_, last_).words;
  }

  Catalog catalog_;
  std::string last_;
};

TEST_F(CompletionTest, TheFirstWordIsACommand) {
  EXPECT_THAT(Words("v"), ElementsAre("verbose"));
  EXPECT_THAT(Words("  a"), ElementsAre("abort"));
  EXPECT_THAT(Words("x"), IsEmpty());
  EXPECT_EQ(Words("").size(), 12u);
}

TEST_F(CompletionTest, TheWordBeginsBehindTheLastBlank) {
  EXPECT_EQ(Complete("list a.", catalog_, "").begin, 5u);
  EXPECT_EQ(Complete("list ", catalog_, "").begin, 5u);
  EXPECT_EQ(Complete("li", catalog_, "").begin, 0u);
}

TEST_F(CompletionTest, ATargetIsARuleAGroupOrAll) {
  EXPECT_THAT(Words("list "),
              ElementsAre("a", "a.b", "a.b.c", "a.d", "all", "all2", "global"));
  EXPECT_THAT(Words("l a."), ElementsAre("a.b", "a.b.c", "a.d"));
  EXPECT_THAT(Words("7 al"), ElementsAre("all", "all2"));
  EXPECT_THAT(Words("enable g"), IsEmpty()) << "global cannot be switched";
  EXPECT_THAT(Words("help g"), ElementsAre("global"));
}

TEST_F(CompletionTest, SomeCommandsHaveWordsOfTheirOwn) {
  EXPECT_THAT(Words("rules "), ElementsAre("disabled", "enabled"));
  EXPECT_THAT(Words("v o"), ElementsAre("off", "on"));
  for (const char* line : {"groups ", "status ", "quit ", "none ",
                           "rules enabled ", "enable a ", "list a b "}) {
    EXPECT_THAT(Words(line), IsEmpty()) << line;
  }
}

TEST_F(CompletionTest, AVariableIsOneOfTheTargetsOrOfAll) {
  EXPECT_THAT(Words("modify a.d "),
              ElementsAre("delta", "enabled", "limit", "own", "tell", "text"));
  EXPECT_THAT(Words("undo a.b "),
              ElementsAre("delta", "enabled", "limit", "tell"));
  EXPECT_THAT(Words("m global "), ElementsAre("delta", "tell"));
  EXPECT_THAT(Words("list a.d pre"), ElementsAre("predicate"));
  EXPECT_THAT(Words("help a.d h"), ElementsAre("help"));
  EXPECT_THAT(Words("modify none "), IsEmpty());
}

TEST_F(CompletionTest, ADotIsTheLastTarget) {
  EXPECT_THAT(Words("list . li"), IsEmpty());
  last_ = "a.d";
  EXPECT_THAT(Words("list . o"), ElementsAre("own"));
}

TEST_F(CompletionTest, AValueIsWhatItIsSetTo) {
  EXPECT_THAT(Words("modify a limit "), ElementsAre("5%"));
  EXPECT_THAT(Words("modify all limit "), IsEmpty()) << "they differ";
  EXPECT_THAT(Words("modify a.d delta "), ElementsAre("\"2 min\""));
  EXPECT_THAT(Words("modify a.d text "), ElementsAre("\"a \\\" b\""));
  EXPECT_THAT(Words("modify a enabled "), ElementsAre("no", "yes"));
  EXPECT_THAT(Words("modify global tell y"), ElementsAre("yes"));
  EXPECT_THAT(Words("modify a own "), IsEmpty()) << "a.b.c has none";
  EXPECT_THAT(Words("modify a.d limit 5% "), IsEmpty());
}

TEST_F(CompletionTest, NothingWithinQuotesAndRemarks) {
  for (const char* line :
       {"list \"a", "list \"a\"", "list # a", "# li", "list #", "x #list a"}) {
    EXPECT_THAT(Words(line), IsEmpty()) << line;
  }
  EXPECT_THAT(Words("list \"a.d\" o"), ElementsAre("own"));
}

}  // namespace
}  // namespace rules::pmieconf
