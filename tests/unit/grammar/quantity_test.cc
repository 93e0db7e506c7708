// Numbers with units: the table of docs/pmie.md, "Unit literals", and what is
// odd.
#include "grammar/quantity.h"

#include <gtest/gtest.h>

#include "grammar/parser.h"
#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

double Value(const std::string& text) {
  const ParsedFile file = Parser().Parse(SourceText("f", "a + " + text));
  const ast::ExprPtr& expr = file.statements.at(0).statement.expr;
  if (!expr) return -1;
  const auto& sum = std::get<ast::Binary>(expr->node);
  return std::get<ast::Number>(sum.right->node).value;
}

TEST(Quantity, EveryWordAndItsPlural) {
  EXPECT_EQ(Value("1 byte"), 1);
  EXPECT_EQ(Value("1 Kbyte"), 1024);
  EXPECT_EQ(Value("3 Mbytes"), 3.0 * 1024 * 1024);
  EXPECT_EQ(Value("1 Gbyte"), 1073741824);
  EXPECT_EQ(Value("1 Tbyte"), 1099511627776);
  EXPECT_EQ(Value("1 nsec"), 1e-9);
  EXPECT_EQ(Value("1 nanosec"), Value("1 nanoseconds"));
  EXPECT_EQ(Value("1 usec"), 1e-6);
  EXPECT_EQ(Value("1 microsec"), Value("1 microseconds"));
  EXPECT_EQ(Value("1 msec"), 1e-3);
  EXPECT_EQ(Value("1 millisec"), Value("1 milliseconds"));
  EXPECT_EQ(Value("1 sec"), 1);
  EXPECT_EQ(Value("7 seconds"), 7);
  EXPECT_EQ(Value("2 min"), 120);
  EXPECT_EQ(Value("2 minutes"), 120);
  EXPECT_EQ(Value("2 hours"), 7200);
  EXPECT_EQ(Value("1 count"), 1);
  EXPECT_EQ(Value("1 Kcount"), 1000);
  EXPECT_EQ(Value("1 Mcounts"), 1e6);
  EXPECT_EQ(Value("1 Pbyte"), -1);  // unknown to pmie
  EXPECT_EQ(Value("1 secss"), -1);
}

TEST(Quantity, DimensionsAndPowers) {
  EXPECT_DOUBLE_EQ(Value("1 Kbyte/hour"), 1024.0 / 3600);
  EXPECT_DOUBLE_EQ(Value("1 / min"), 1.0 / 60);
  EXPECT_DOUBLE_EQ(Value("1 Kcount/hour"), 1000.0 / 3600);
  EXPECT_EQ(Value("1 Kbyte^2"), 1048576);
  EXPECT_EQ(Value("1 Kbyte^0"), 1);
  EXPECT_EQ(Value("1 Kbyte^1.9"), 1024);
  EXPECT_DOUBLE_EQ(Value("1 count/msec^2"), 1e6);
  EXPECT_EQ(Value("1 Mbyte count"), 1048576);
}

TEST(Quantity, TheLastWordOfADimensionCounts) {
  EXPECT_EQ(Value("3 min sec"), 3);
  EXPECT_EQ(Value("10 Kbyte Mbyte"), 10485760);
  EXPECT_EQ(Value("1 min / sec"), 1);
}

TEST(Quantity, AWordToThePowerOfNoneTakesTheCountAway) {
  EXPECT_EQ(Value("1 Kbyte Mbyte^0"), 1024);
  EXPECT_EQ(Value("1 Kcount hour sec^0"), 3600);
  EXPECT_EQ(Value("1 Kcount Kbyte^16"), 1);  // 16 is 0 in four bits
  EXPECT_EQ(Value("1 sec^0 Kcount"), 1000);
}

TEST(Quantity, PowersHaveFourBits) {
  EXPECT_EQ(Value("1 Kbyte^100"), 1099511627776);  // 100 is 4 in four bits
  EXPECT_DOUBLE_EQ(Value("1 Kbyte^15"), 1.0 / 1024);
  EXPECT_EQ(Value("1 Kbyte^1e99"), 1.0 / 1024);  // the largest integer
}

// A18: pmie accepts every dimension for a time.
TEST(Quantity, WhatShouldBeATimeIsWarnedOf) {
  EXPECT_EQ(Rendered("print 5 Kbyte \"x\";"),
            "rules:1:7: warning: the holdoff of an action is a time, but has "
            "other units\n  print 5 Kbyte \"x\";\n        ^~~~~~~\n"
            "  hint: bytes and counts are taken for seconds\n");
  EXPECT_EQ(Rendered("delta = 20 Kbyte;"),
            "rules:1:9: warning: delta is a time, but has other units\n"
            "  delta = 20 Kbyte;\n          ^~~~~~~~\n"
            "  hint: bytes and counts are taken for seconds\n");
  EXPECT_NE(Rendered("print 5 count / sec \"x\";"), "");
  EXPECT_NE(Rendered("print 5 / sec \"x\";"), "");
  for (const char* right :
       {"print 5 \"x\";", "print 5 min \"x\";", "delta = 5;",
        "delta = 5 min + 2;", "x = 5 Kbyte;"}) {
    EXPECT_EQ(Rendered(right), "") << right;
  }
  EXPECT_EQ(AsPmie("print 5 Kbyte \"x\"; delta = 20 Kbyte;"), "");
}

TEST(TimeTextTest, TakesTheGreatestUnitThatLeavesAWholeNumber) {
  EXPECT_EQ(TimeText(7200), "2 hour");
  EXPECT_EQ(TimeText(5400), "90 min");
  EXPECT_EQ(TimeText(90), "90 sec");
  EXPECT_EQ(TimeText(0.5), "0.5 sec");
}

}  // namespace
}  // namespace grammar
