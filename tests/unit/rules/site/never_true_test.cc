// IsNeverTrue: what is seen, and what is left alone.
#include "rules/site/never_true.h"

#include <gtest/gtest.h>

#include "grammar/parser.h"

namespace rules::site {
namespace {

bool Never(const std::string& text) {
  grammar::Parser parser;
  parser.Bind("on", {false, "off"});
  const auto parsed = parser.Parse(grammar::SourceText("rules", text));
  const auto* expr = parsed.statements.at(0).statement.expr.get();
  return expr != nullptr && IsNeverTrue(*expr);
}

TEST(NeverTrue, LimitsThatHaveNothingBetweenThem) {
  EXPECT_TRUE(Never("a > 95 && a < 90"));
  EXPECT_TRUE(Never("a > 95 && (b > 1 && 90 > a)"));
  EXPECT_TRUE(Never("a > 5 && a <= 5"));
  EXPECT_TRUE(Never("a == 5 && a == 6"));
  EXPECT_TRUE(Never("some_inst (match_inst \"x\" (rate a > 2 && rate a < 1))"));
  EXPECT_TRUE(Never("(a > 2 && a < 1) || (b > 2 && b < 1)"));
  EXPECT_FALSE(Never("a >= 5 && a <= 5"));
  EXPECT_FALSE(Never("a > 90 && a < 95"));
  EXPECT_FALSE(Never("a > 95 && b < 90"));
  EXPECT_FALSE(Never("a > 95 || a < 90"));
  EXPECT_FALSE(Never("a #x > 95 && a #y < 90"));
  EXPECT_FALSE(Never("a != 5 && a == 6"));
}

TEST(NeverTrue, AFlagThatIsOff) {
  EXPECT_TRUE(Never("$on && a > 5"));
  EXPECT_FALSE(Never("$on || a > 5"));
  EXPECT_FALSE(Never("! $on && a > 5"));
}

TEST(NeverTrue, WhatAllMayBeTrueOfNothing) {
  EXPECT_FALSE(Never("all_inst (a > 95 && a < 90)"));
  EXPECT_FALSE(Never("! (a > 95 && a < 90)"));
}

}  // namespace
}  // namespace rules::site
