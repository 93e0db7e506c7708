// Every limit, at it and one beyond.
#include "grammar/limits.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

std::string Repeat(const std::string& text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

std::string Nested(std::size_t depth) {
  return Repeat("(", depth) + "a > 1" + Repeat(")", depth);
}

bool Accepts(const std::string& text, const Limits& limits = {}) {
  return LastDump(text, limits) != "rejected";
}

TEST(Limits, NestingOfParentheses) {
  EXPECT_EQ(LastDump(Nested(500)), "(> (fetch a) 1)");
  EXPECT_EQ(LastDump(Nested(501)), "rejected");
  EXPECT_EQ(LastDump(Nested(100'000)), "rejected");
  EXPECT_EQ(Rendered(Nested(501)),
            "rules:1:501: error: more than 500 operators and parentheses "
            "inside one another\n  " +
                Repeat("(", 81) + "a > 1" + Repeat(")", 74) + "\n  " +
                Repeat(" ", 80) + "^\n");
}

TEST(Limits, NestingOfPrefixOperators) {
  EXPECT_TRUE(Accepts(Repeat("! ", 500) + "a > 1"));
  EXPECT_FALSE(Accepts(Repeat("! ", 501) + "a > 1"));
  EXPECT_TRUE(Accepts(Repeat("- ", 500) + "a"));
  EXPECT_FALSE(Accepts(Repeat("- ", 501) + "a"));
  EXPECT_TRUE(Accepts(Repeat("5 %_inst ", 500) + "a > 1"));
  EXPECT_FALSE(Accepts(Repeat("5 %_inst ", 501) + "a > 1"));
}

// What ends is not inside what follows.
TEST(Limits, NestingIsNotLength) {
  EXPECT_TRUE(Accepts("! a > 1" + Repeat(" && ! a > 1", 900)));
  EXPECT_TRUE(Accepts("-a" + Repeat(" + -a", 900)));
  EXPECT_TRUE(Accepts("(a)" + Repeat(" - (1 - a)", 900)));
  EXPECT_TRUE(Accepts("5%_inst a > 1" + Repeat(" && 5%_inst a > 1", 900)));
}

TEST(Limits, WhatHasEndedDoesNotNestWhatFollows) {
  EXPECT_TRUE(Accepts("sum_inst (a)" + Repeat(" + sum_inst (a)", 900)));
  EXPECT_TRUE(
      Accepts("! (a > 1)" + Repeat(" && some_inst ! (- (a) > 1)", 900)));
}

TEST(Limits, NestingOfCounts) {
  EXPECT_TRUE(Accepts("1" + Repeat(" < count_inst a", 50) + " > 1"));
  EXPECT_FALSE(Accepts("1" + Repeat(" < count_inst a", 51) + " > 1"));
  EXPECT_TRUE(Accepts("count_inst a > 1 > 2" +
                      Repeat(" && count_inst (a > 1) > 2", 200)));
}

/// Filters, each of two of the one before.
std::string Doubled(int filters) {
  std::string text = "filter f0 = a > 1;";  // 6 tokens, with its end
  for (int i = 1; i < filters; ++i) {
    const std::string before = " f" + std::to_string(i - 1);
    text +=
        "filter f" + std::to_string(i) + " =" + before + " &&" + before + ";";
  }
  return text + "count_event (m where f" + std::to_string(filters - 1) + ")";
}

TEST(Limits, FiltersThatUseFilters) {
  EXPECT_TRUE(Accepts(Doubled(13)));
  EXPECT_FALSE(Accepts(Doubled(14)));
  EXPECT_FALSE(Accepts(Doubled(100))) << "and it takes no time";
}

TEST(Limits, HeightOfTrees) {
  // The chain's operators and one operand stand above each other.
  EXPECT_TRUE(Accepts("a" + Repeat(" + a", 999)));
  EXPECT_FALSE(Accepts("a" + Repeat(" + a", 1000)));
  EXPECT_FALSE(Accepts("a" + Repeat(" + a", 20'000)));
  EXPECT_TRUE(Accepts("a > 1" + Repeat(" && a > 1", 998)));
  EXPECT_FALSE(Accepts("a > 1" + Repeat(" && a > 1", 999)));
  EXPECT_TRUE(Accepts("print \"x\"" + Repeat(" & print \"x\"", 999)));
  EXPECT_FALSE(Accepts("print \"x\"" + Repeat(" & print \"x\"", 1000)));
  // Constants have no height.
  EXPECT_TRUE(Accepts("a + 1" + Repeat(" * 1", 5000)));
}

TEST(Limits, Samples) {
  EXPECT_TRUE(Accepts("a @1000000"));
  EXPECT_FALSE(Accepts("a @1000001"));
  EXPECT_FALSE(Accepts("a @0..1e300"));
}

TEST(Limits, Text) {
  Limits limits;
  limits.text_bytes = 5;
  EXPECT_EQ(Dumps("a > 1", limits).size(), 1u);
  EXPECT_EQ(Dumps("a > 1;", limits).size(), 0u);
  EXPECT_EQ(Rendered("a > 1;", limits),
            "rules:1:1: error: the text has more than 5 bytes\n"
            "  a > 1;\n"
            "  ^\n");
}

TEST(Limits, Statements) {
  Limits limits;
  limits.statements = 3;
  EXPECT_EQ(Dumps("a; b; c;", limits).size(), 3u);
  EXPECT_EQ(Rendered("a; b; c;", limits), "");
  EXPECT_EQ(Dumps("a; b; c; d; e", limits).size(), 3u);
  EXPECT_EQ(Rendered("a; b; c; d; e", limits),
            "rules:1:10: error: the text has more than 3 statements\n"
            "  a; b; c; d; e\n"
            "           ^\n");
}

TEST(Limits, WordsOfAStatement) {
  Limits limits;
  limits.statement_tokens = 5;
  EXPECT_TRUE(Accepts("a + b + c", limits));
  EXPECT_FALSE(Accepts("a + b + - c", limits));
}

TEST(Limits, BytesOfAWord) {
  Limits limits;
  limits.token_bytes = 10;
  const std::string ten(10, 'x');
  EXPECT_TRUE(Accepts(ten + " > 1", limits));
  EXPECT_FALSE(Accepts(ten + "x > 1", limits));
  EXPECT_TRUE(Accepts("print \"" + ten + "\"", limits));
  EXPECT_FALSE(Accepts("print \"" + ten + "x\"", limits));
  EXPECT_EQ(Dumps("print \"" + ten + "x;\"; b", limits).size(), 2u);
  for (const char* ten_digits : {"1234567890", "12345.6789", "1e12345678"}) {
    EXPECT_TRUE(Accepts(std::string("x > ") + ten_digits, limits));
    EXPECT_FALSE(Accepts(std::string("x > ") + ten_digits + '0', limits));
  }
}

TEST(Limits, ExpandedBytes) {
  Limits limits;
  limits.expansion_bytes = 8;
  EXPECT_TRUE(Accepts("m = \"aaaa\"; $m + $m", limits));
  EXPECT_FALSE(Accepts("m = \"aaaa\"; $m + $m + $m", limits));
  // Of one statement, not of all.
  EXPECT_TRUE(Accepts("m = \"aaaa\"; $m + $m; $m + $m", limits));
}

// In one statement or in many, as a macro may hold terminators.
TEST(Limits, ExpandedBytesOfAText) {
  Limits limits;
  limits.text_expansion_bytes = 40;
  EXPECT_TRUE(Accepts("m = \"aaaaaaaaaa\"; $m;$m;$m;$m", limits));
  limits.text_expansion_bytes = 39;
  EXPECT_FALSE(Accepts("m = \"aaaaaaaaaa\"; $m;$m;$m;$m", limits));
}

// As in pmie, for which they are but one text after the other.
TEST(Limits, MacrosInsideMacrosHaveNone) {
  std::string chain = "a0 = \"(x)\";";
  std::string ends = "b0 = \"x\";";
  for (int i = 1; i < 2000; ++i) {
    const std::string at = std::to_string(i), below = std::to_string(i - 1);
    chain += "a" + at + " = \"\\$a" + below + " \";";
    ends += "b" + at + " = \"\\$b" + below + "\";";
  }
  EXPECT_EQ(LastDump(chain + "$a1999"), "(fetch x)");
  EXPECT_EQ(LastDump(ends + "$b1999"), "(fetch x)");
}

TEST(Limits, MacrosOfThemselvesEnd) {
  EXPECT_FALSE(Accepts("a = \"\\$a\"; $a"));
  EXPECT_FALSE(Accepts("a = \"\\$a \\$a\"; $a"));
  EXPECT_FALSE(Accepts("a = \"x \\$b\"; b = \"y \\$a\"; $a"));
  std::string laughs = "a0 = \"ha\";";
  for (int i = 1; i < 60; ++i) {
    const std::string before = "$a" + std::to_string(i - 1);
    laughs += "a" + std::to_string(i) + " = \"" + before + before + "\";";
  }
  EXPECT_FALSE(Accepts(laughs + "print \"$a59\""));
}

}  // namespace
}  // namespace grammar
