// Words: numbers, names, comments, terminators.
#include "grammar/scanner.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

using testing::Test;
using Strings = std::vector<std::string>;

// Values as pmie gives them (docs/pmie.md, "Numbers"), but for "5-3" and its
// like.
TEST(Scanner, Numbers) {
  EXPECT_EQ(LastDump("a + 1."), "(+ (fetch a) 1)");
  EXPECT_EQ(LastDump("a + .5"), "(+ (fetch a) 0.5)");
  EXPECT_EQ(LastDump("a + 1.5e2"), "(+ (fetch a) 150)");
  EXPECT_EQ(LastDump("a + 1E2"), "(+ (fetch a) 100)");
  EXPECT_EQ(LastDump("a + 5e-3"), "(+ (fetch a) 0.005)");
  EXPECT_EQ(LastDump("a+1e+2"), "(+ (+ (fetch a) 1) 2)");
  EXPECT_EQ(LastDump("a+5-3"), "(- (+ (fetch a) 5) 3)");
  EXPECT_EQ(LastDump("a+2-1+1"), "(+ (- (+ (fetch a) 2) 1) 1)");
  EXPECT_EQ(LastDump("5- 3 + a"), "(+ 2 (fetch a))");
  EXPECT_EQ(LastDump("1e-x"), "(- 1 (fetch x))");
  EXPECT_EQ(LastDump("a > 1e999"), "(> (fetch a) 1e999)");
  EXPECT_EQ(LastDump("a > 1e-999"), "(> (fetch a) 0)");
  EXPECT_EQ(LastDump("a>0->print \"x\""),
            "(rule (> (fetch a) 0) (print \"x\"))");
  EXPECT_EQ(LastDump("5everything"), "rejected");
  EXPECT_EQ(LastDump("0x10"), "rejected");
  EXPECT_EQ(LastDump("1..2"), "rejected");
}

TEST(Scanner, Samples) {
  EXPECT_EQ(LastDump("a @0"), "(fetch a)");
  EXPECT_EQ(LastDump("a @3"), "(fetch a @3)");
  EXPECT_EQ(LastDump("a @1..4"), "(fetch a @1..4)");
  EXPECT_EQ(LastDump("a @4..1"), "(fetch a @1..4)");
  EXPECT_EQ(LastDump("a @1.7"), "(fetch a @1)");
  EXPECT_EQ(LastDump("a @-1"), "rejected");
}

TEST(Scanner, Names) {
  EXPECT_EQ(LastDump("kernel.all.load :'127.0.0.1:44321' #'1 minute' #re\\d"),
            "(fetch kernel.all.load :'127.0.0.1:44321' #'1 minute' #red)");
  EXPECT_EQ(LastDump("'minute' + a"), "(+ (fetch 'minute') (fetch a))");
  EXPECT_EQ(LastDump("some_foo > some_inst.x"),
            "(> (fetch some_foo) (fetch some_inst.x))");
  EXPECT_EQ(LastDump("%x + a"), "(+ (fetch %x) (fetch a))");
  EXPECT_EQ(LastDump("_x + a"), "rejected");
  EXPECT_EQ(LastDump("minute = 5"), "rejected");
  EXPECT_EQ(LastDump("'it\\'s' > 1"), "(> (fetch 'it\\'s') 1)");
  // pmie loses these quotes, and sees the operator.
  EXPECT_EQ(LastDump("a / 'sum_inst'"), "(/ (fetch a) (fetch 'sum_inst'))");
  EXPECT_EQ(LastDump("a / 'sec'"), "(/ (fetch a) (fetch 'sec'))");
}

TEST(Scanner, KeywordsWithEscapesAreKeywords) {
  EXPECT_EQ(LastDump("tru\\e"), "constant");
  EXPECT_EQ(LastDump("75 %_sample a > 1"), "(75%_sample (> (fetch a) 1))");
  EXPECT_EQ(LastDump("75%_inst a > 1"), "(75%_inst (> (fetch a) 1))");
  EXPECT_EQ(LastDump("75 % _inst a > 1"), "rejected");
}

TEST(Scanner, Comments) {
  EXPECT_EQ(Dumps("a /* x ; y */ > 1; // b;\nc; /* */ d"),
            (Strings{"(> (fetch a) 1)", "(fetch c)", "(fetch d)"}));
  EXPECT_EQ(Dumps("a / b // c"), (Strings{"(/ (fetch a) (fetch b))"}));
}

TEST(Scanner, ACommentThatRunsOverCarriageReturnsIsWarnedOf) {
  EXPECT_EQ(
      Rendered("a; // b\rc;\rd;\r"),
      "rules:1:4: warning: this comment runs on behind a carriage return, "
      "which ends no line\n"
      "  a; // b?c;?d;\n"
      "     ^\n"
      "  hint: save the file with the ends of lines that Unix has\n");
  for (const char* right :
       {"a; // b\r\nc; // d\r\r\n", "a; // b\r", "a;\rb;"}) {
    EXPECT_EQ(Rendered(right), "") << right;
  }
}

// The place where what is not closed begins is told before what comes of it.
TEST(Scanner, WhatIsToldStandsInTheOrderOfTheText) {
  const std::string said =
      Rendered("a = x > 1 -> print \"open;\nb = y > 1 -> print \"x\";");
  const std::size_t opened = said.find("rules:1:20: error: this string runs");
  const std::size_t last = said.find("rules:2:22: warning: this string is not");
  ASSERT_NE(last, said.npos) << said;
  EXPECT_LT(opened, last) << said;
}

TEST(Scanner, Terminators) {
  EXPECT_EQ(Dumps("; ;; a } b; c"),
            (Strings{"(fetch a)", "(fetch b)", "(fetch c)"}));
  EXPECT_EQ(Dumps(""), Strings());
  EXPECT_EQ(Dumps(" \n // x"), Strings());
}

TEST(Scanner, DotBehindATerminatorEndsAll) {
  EXPECT_EQ(Dumps("a; . b; garbage((("), Strings{"(fetch a)"});
  EXPECT_EQ(Dumps("a;\n\n.5 > 1; b"), Strings{"(fetch a)"});
  EXPECT_EQ(Dumps("m = \"a; . b\"; $m; c"), (Strings{"constant", "(fetch a)"}));
  // Only blanks may stand between.
  EXPECT_EQ(Dumps("a; /* */ . b; c"),
            (Strings{"(fetch a)", "rejected", "(fetch c)"}));
}

TEST(Scanner, SlashBeforeAUnitBelongsToIt) {
  EXPECT_EQ(LastDump("a > 10 Kbyte / sec"), "(> (fetch a) 10240)");
  EXPECT_EQ(LastDump("a > 10 Kbyte / /* per */ sec"), "(> (fetch a) 10240)");
  EXPECT_EQ(LastDump("a > 10 Kbyte / 2"), "(> (fetch a) 5120)");
  EXPECT_EQ(LastDump("a/sec"), "rejected");
  EXPECT_EQ(LastDump("a / b"), "(/ (fetch a) (fetch b))");
  EXPECT_EQ(LastDump("s = \"sec\"; a > 10 Kbyte / $s"), "rejected");
  EXPECT_EQ(LastDump("s = \"10 Kbyte /\"; a > $s sec"), "(> (fetch a) 10240)");
}

TEST(Scanner, RecoversAtTheTerminator) {
  // In pmie a missing operand takes the next statement with it.
  EXPECT_EQ(
      Dumps("a > ; b = c; (; d }e}"),
      (Strings{"rejected", "(fetch c)", "rejected", "(fetch d)", "(fetch e)"}));
}

TEST(Scanner, ACommentOverTheBeginningOfAnotherIsWarnedOf) {
  EXPECT_EQ(Rendered("/* x\na;\n /* y */ b;"),
            "rules:1:1: warning: this comment runs over the beginning of "
            "another one\n"
            "  /* x\n"
            "  ^\n"
            "  hint: is the */ at its end missing?\n");
  EXPECT_EQ(Rendered("/* of /var/log/*.log\n and in /tmp/*\n */ b;"), "");
  EXPECT_EQ(Rendered("/* /* */ b; /* c */"), "");
}

}  // namespace
}  // namespace grammar
