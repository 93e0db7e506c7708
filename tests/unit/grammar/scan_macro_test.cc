// Macros: texts, numbers, truths, the clock, and what comes too late.
#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

using Strings = std::vector<std::string>;

TEST(Macro, TextsAreReadAnew) {
  EXPECT_EQ(LastDump("a=\"t.s\"; b=\"$a.gauge\"; $b + 1"),
            "(+ (fetch t.s.gauge) 1)");
  EXPECT_EQ(LastDump("h=\":hostA\"; i=\"#red\"; t.i.gauge $h $i"),
            "(fetch t.i.gauge :hostA #red)");
  EXPECT_EQ(LastDump("h = \"25 sec\"; a > 1 -> print $h \"x\""),
            "(rule (> (fetch a) 1) (print holdoff 25 \"x\"))");
  EXPECT_EQ(LastDump("x = \"a >\"; y = \"$x 1 &&\"; $y b < 2"),
            "(&& (> (fetch a) 1) (< (fetch b) 2))");
}

TEST(Macro, TextsJoinHalfWords) {
  EXPECT_EQ(LastDump("a = \"kernel.all\"; $a.load"), "(fetch kernel.all.load)");
  EXPECT_EQ(LastDump("a = \"ker\"; x + pre$a.nel"),
            "(+ (fetch x) (fetch preker.nel))");
  EXPECT_EQ(LastDump("a = \"x y\"; 'p $a' + 1"), "(+ (fetch 'p x y') 1)");
  EXPECT_EQ(LastDump("n = \"1\"; a > $n$n"), "rejected");  // two numbers
}

TEST(Macro, TextsMayHoldStatements) {
  EXPECT_EQ(Dumps("m = \"a ;;; b\"; $m; c"),
            (Strings{"constant", "(fetch a)", "(fetch b)", "(fetch c)"}));
}

TEST(Macro, EscapesAreDoneWhereDefinedAndWhereUsed) {
  EXPECT_EQ(LastDump("m=\"x\"; print \"v=$'m'x\""), "(print \"v=xx\")");
  EXPECT_EQ(LastDump("m=\"a\\\" \\\"b\"; print \"$m\""), "(print \"a\" \"b\")");
  EXPECT_EQ(LastDump("print \"\\$m\""), "(print \"\\$m\")");
}

TEST(Macro, NumbersAreOperands) {
  EXPECT_EQ(LastDump("x = 5 min; a + $x"), "(+ (fetch a) 300)");
  EXPECT_EQ(LastDump("x = 2 * 3 + 4 sec; a + $x"), "(+ (fetch a) 10)");
  EXPECT_EQ(LastDump("$'a b'; 'a b' = -3; a + $'a b'"), "(+ (fetch a) -3)");
  EXPECT_EQ(LastDump("x = 5; $x sec"), "rejected");
  EXPECT_EQ(LastDump("x = 5; a @$x"), "rejected");
  EXPECT_EQ(LastDump("x = 5; a > 1 -> print $x \"y\""), "rejected");
  EXPECT_EQ(LastDump("x = 5; print \"$x\""), "rejected");
  EXPECT_EQ(LastDump("x = 5; a$x"), "rejected");
}

TEST(Macro, TruthsAreOperandsOfArithmeticOnly) {
  EXPECT_EQ(LastDump("y = true; $y && true"), "rejected");
  EXPECT_EQ(LastDump("y = true; rising $y"), "rejected");
  EXPECT_EQ(LastDump("y = true; a + $y"), "(+ (fetch a) 1)");
  EXPECT_EQ(LastDump("y = true; x = $y; sum_inst $x"), "(sum_inst 1)");
}

// B1: pmie mixes up values of a macro that is defined again.
TEST(Macro, AReferenceTakesTheValueOfItsTime) {
  EXPECT_EQ(Dumps("x = 1; a + $x; x = 2; a + $x; x = $x + 1; a + $x"),
            (Strings{"constant", "(+ (fetch a) 1)", "constant",
                     "(+ (fetch a) 2)", "constant", "(+ (fetch a) 3)"}));
}

TEST(Macro, ATextMayRedefineItselfWhileItIsRead) {
  EXPECT_EQ(Dumps("m = \"m = 7; a + \\$m; b\"; $m; $m + c"),
            (Strings{"constant", "constant", "(+ (fetch a) 7)", "(fetch b)",
                     "(+ 7 (fetch c))"}));
}

TEST(Macro, TheClockIsNoConstantUntilItIsShadowed) {
  EXPECT_EQ(LastDump("$minute + $hour"), "(+ $minute $hour)");
  EXPECT_EQ(LastDump("$day_of_week"), "$day_of_week");
  EXPECT_EQ(LastDump("x = $delta * 2; $x"), "rejected");
  EXPECT_EQ(LastDump("day = 3; a + $day"), "(+ (fetch a) 3)");
}

TEST(Macro, UnnamedConstantsAreNamedAsStatementsAre) {
  EXPECT_EQ(LastDump("a; 5; a + $expr_2"), "(+ (fetch a) 5)");
  EXPECT_EQ(LastDump("a = 1; > ; 7; a + $expr_1"), "(+ (fetch a) 7)");
}

TEST(Macro, MustBeDefinedBefore) {
  EXPECT_EQ(LastDump("a + $x"), "rejected");
  EXPECT_EQ(Dumps("a + $x; x = 1"), (Strings{"rejected", "constant"}));
  EXPECT_EQ(LastDump("x = b; a + $x"), "rejected");  // no constant
  // pmie runs this rule without the string.
  EXPECT_EQ(LastDump("a > 1 -> print \"x\" \"$nope\""), "rejected");
  // The rest of a string is not read as statements.
  EXPECT_EQ(Dumps("print \"$nope; b; \"; c"),
            (Strings{"rejected", "(fetch c)"}));
}

TEST(Macro, QuotedNames) {
  EXPECT_EQ(LastDump("'it\\'s' = 1; a + $'it\\'s'"), "(+ (fetch a) 1)");
  EXPECT_EQ(LastDump("'a-b' = 1; a + $'a\\-b'"), "(+ (fetch a) 1)");
  EXPECT_EQ(LastDump("'5' = 1; a + $'5'"), "rejected");
}

// A quote that is forgotten does not swallow all that follows.
TEST(Macro, WhatIsBehindANameThatIsTooLong) {
  const std::string name(300, 'f');
  EXPECT_EQ(Dumps("a + $" + name + " \"; b;\"; c"),
            (Strings{"rejected", "(fetch c)"}));
  EXPECT_EQ(Dumps("a + $'" + name + "' 'b; c'; d"),
            (Strings{"rejected", "(fetch d)"}));
  EXPECT_EQ(Dumps("a + $'" + name + "; c; d"),
            (Strings{"rejected", "(fetch c)", "(fetch d)"}));
}

TEST(Macro, NothingIsPutInBehindAFault) {
  EXPECT_EQ(Dumps("m = \"a; b\"; $nope + $m; c"),
            (Strings{"constant", "rejected", "(fetch c)"}));
}

TEST(Macro, CarriesOverToLaterFiles) {
  Session session;
  session.Parse(Source("one", "x = 5; delta = 3;"));
  const ParsedFile file = session.Parse(Source("two", "a + $x;"));
  ASSERT_EQ(file.statements.size(), 1u);
  EXPECT_EQ(Dump(file.statements[0].statement),
            "(statement _ every 3 (+ (fetch a) 5))");
}

TEST(Macro, ResetForgets) {
  Session session;
  session.Parse(Source("one", "x = 5; delta = 3; 7; a > 1 -> print \"x\";"));
  session.Reset();
  const ParsedFile file = session.Parse(Source("two", "8; a + $expr_1; $x;"));
  ASSERT_EQ(file.statements.size(), 3u);
  EXPECT_EQ(Dump(file.statements[1].statement),
            "(statement _ every 10 (+ (fetch a) 8))");
  EXPECT_EQ(file.statements[1].statement.arrow_line, 0);
  EXPECT_EQ(file.statements[2].outcome, ParsedStatement::Outcome::kRejected);
}

}  // namespace
}  // namespace grammar
