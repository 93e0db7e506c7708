// Expand: names within texts, whose they are, and those that lead nowhere.
#include "rules/pmieconf/expand.h"

#include <gtest/gtest.h>

namespace rules::pmieconf {
namespace {

class ExpandTest : public ::testing::Test {
 protected:
  ExpandTest() {
    rule_.self.name = "a.b";
    rule_.self.value = "$rule$";
    rule_.variables = {{.name = "rule", .value = "summary $x$"},
                       {.name = "x", .value = "5"},
                       {.name = "loop", .value = "$loop$"},
                       {.name = "wide", .value = "$wider$$wider$$wider$"}};
    std::string wider;
    for (int i = 0; i < 1'000; ++i) wider += "$widest$";
    rule_.variables.push_back({.name = "wider", .value = wider});
    std::string widest;
    for (int i = 0; i < 1'000; ++i) widest += "$empty$";
    rule_.variables.push_back({.name = "widest", .value = widest});
    rule_.variables.push_back({.name = "empty", .value = ""});
    global_.self.name = "global";
    global_.variables = {{.name = "x", .value = "global"},
                         {.name = "delta", .value = "2 min"}};
  }

  std::string Of(std::string_view text) {
    const auto out = Expand(rule_, global_, text);
    return out ? *out : "wrong: " + out.error().message;
  }

  Rule rule_;
  Rule global_;
};

TEST_F(ExpandTest, NamesAreTheRulesOwnBeforeThoseOfAll) {
  EXPECT_EQ(Of("$x$ $delta$"), "5 2 min");
  EXPECT_EQ(Of("$a.b$, $default$"), "summary 5, summary 5");
  EXPECT_EQ(Of("$enabled$ $modify$"), "yes yes");
}

TEST_F(ExpandTest, AnOddSignIsLostAndAnEscapedOneStays) {
  EXPECT_EQ(Of("cost $5"), "cost 5");
  EXPECT_EQ(Of(R"(x\$y\\z)"), R"(x$y\\z)");
  EXPECT_EQ(Of(R"($x\$$)"), "wrong: variable \"$x\\$$\" in a.b is undefined");
}

TEST_F(ExpandTest, WhatNothingHasIsAnError) {
  EXPECT_EQ(Of("$y$"), "wrong: variable \"$y$\" in a.b is undefined");
  EXPECT_EQ(Of("$$"), "wrong: variable \"$$\" in a.b is undefined");
  EXPECT_EQ(Of("$help$"), "wrong: variable \"$help$\" in a.b is undefined");
}

TEST_F(ExpandTest, WhatLeadsToItselfOrHasNoEndIsGivenUp) {
  EXPECT_EQ(Of("$loop$"), "wrong: variable \"$loop$\" in a.b is undefined");
  EXPECT_EQ(Of("$wide$"),
            "wrong: a text of rule a.b has more than 100000 variables");
  rule_.Find("x")->value = std::string(1 << 20, 'x');
  EXPECT_EQ(Of("$x$$x$$x$$x$$x$$x$$x$$x$$x$$x$$x$$x$$x$$x$$x$$x$$x$"),
            "wrong: a text of rule a.b becomes longer than 16777216 bytes");
}

}  // namespace
}  // namespace rules::pmieconf
