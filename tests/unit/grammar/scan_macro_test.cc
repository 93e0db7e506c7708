// Macros: texts, numbers, truths, the clock, and what comes too late.
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "grammar/scanner.h"
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

// pmie reads them for ever.
TEST(Macro, NoneStandsForItself) {
  EXPECT_EQ(
      Rendered("a = \"1 + \\$a\";\nx > $a;\n"),
      "rules:2:5: error: macro $a stands for itself\n"
      "  x > $a;\n"
      "      ^~\n"
      "  in the expansion of $a, defined at line 1\n"
      "  hint: its text has \\$, which is replaced where the text is used; "
      "$ alone is replaced at once, by what it stands for there\n");
  EXPECT_EQ(AsPmie("a = \"\\$b\"; b = \"\\$a\"; x > $a;"),
            "pmie: syntax error - near line 1 of standard input\n"
            "macro $a stands for itself\n"
            "pmie: syntax error - near line 1 of standard input\n"
            "arithmetic expression expected to follow >\n");
  for (const char* text :
       {"a = \"\\$a\"; $a", "a = \"\\$a \"; $a", "a = \"; \\$a\"; $a",
        "a = \"\\$a\"; print \"$a\"", "a = \"\\$a\"; x$a > 1",
        "a = \"\\$a\"; 'x$a' > 1", "a = \"\\$a\"; a = \"$a\"",
        "a = \"x \\$b\"; b = \"y \\$c\"; c = \"\\$a\"; $a"}) {
    EXPECT_EQ(LastDump(text), "rejected") << text;
    EXPECT_EQ(Parse(text).diagnostics.size(), 1u) << text;
  }
}

// As in pmie, to which these are no loops.
TEST(Macro, WhatHasAnEndIsAccepted) {
  EXPECT_EQ(LastDump("a = \"1\"; a = \"$a\"; x > $a"), "(> (fetch x) 1)");
  EXPECT_EQ(LastDump("a = \"1\"; a = \"$a + $a\"; x > $a + $a"),
            "(> (fetch x) 4)");
  EXPECT_EQ(LastDump("a = \"\\$b\"; b = \"1\"; x > $a$a"), "rejected");
  EXPECT_EQ(LastDump("a = \"\\$b \"; b = \"1\"; x > $a - $a"),
            "(> (fetch x) 0)");
  EXPECT_EQ(LastDump("a = \"\\$a\"; x"), "(fetch x)");
  EXPECT_EQ(LastDump("a = \" // \\$a\n 1\"; x > $a"), "(> (fetch x) 1)");
  EXPECT_EQ(LastDump("a = \"/* \\$a */ 1\"; x > $a"), "(> (fetch x) 1)");
  // The macro that the second one names is another by then.
  EXPECT_EQ(Dumps("a = \"1; a = 2; x > \\$a\"; y > $a").back(),
            "(> (fetch x) 2)");
}

/// The characters that are read of `text` where `macros` stand for texts.
std::size_t Work(const std::string& text,
                 const std::map<std::string, std::string>& macros,
                 const Limits& limits) {
  MacroTable table;
  for (const auto& [name, value] : macros) {
    table.Define(name, {std::make_shared<const std::string>(value), "f", 1});
  }
  Scanner scanner(text, table, limits);
  StatementText statement;
  while (scanner.Next(&statement)) {
  }
  return scanner.input().taken();
}

TEST(Macro, TheWorkIsTheTextAndWhatItExpandsTo) {
  EXPECT_EQ(Work("a$m$m;", {{"m", "xyz"}}, {}), 12u);
  EXPECT_EQ(Work("$a;b", {{"a", "12345 $a"}}, {}), 12u) << "once, not again";
  EXPECT_EQ(Work("$a;b", {{"a", "1;$a"}}, {}), 8u);
  EXPECT_EQ(Work("$a;b", {{"a", "1;$b"}, {"b", "$a;2"}}, {}), 12u);
  // Each doubles the one before: 2^40 statements, if nothing stopped it.
  std::map<std::string, std::string> doubled{{"m0", "x;"}};
  for (int i = 1; i <= 40; ++i) {
    const std::string below = "$m" + std::to_string(i - 1) + " ";
    doubled["m" + std::to_string(i)] = below + below;
  }
  Limits limits;
  limits.text_expansion_bytes = 10'000;
  const std::size_t work = Work("$m40;", doubled, limits);
  EXPECT_LE(work, 5 + limits.text_expansion_bytes);
  EXPECT_GT(work, limits.text_expansion_bytes / 2);
}

// As many looks at all macros as there are mistakes would be no bounded work.
TEST(Macro, OnlyTheFirstMistakesAreComparedWithAllNames) {
  std::string text = "limit = 1;";
  for (int i = 0; i < 51; ++i) text += "x > $limot;";
  const auto diagnostics = Parse(text).diagnostics;
  ASSERT_EQ(diagnostics.size(), 51u);
  EXPECT_EQ(diagnostics[49].hint, "did you mean $limit?");
  EXPECT_EQ(
      diagnostics[50].hint,
      R"(a macro is a constant that is defined before it is used, without the $: ... = 5; or, of an expression, its text: ... = "...";)");
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
  Parser parser;
  parser.Parse(SourceText("one", "x = 5; delta = 3;"));
  const ParsedFile file = parser.Parse(SourceText("two", "a + $x;"));
  ASSERT_EQ(file.statements.size(), 1u);
  EXPECT_EQ(Dump(file.statements[0].statement),
            "(statement _ every 3 (+ (fetch a) 5))");
}

TEST(Macro, ResetForgets) {
  Parser parser;
  parser.Parse(SourceText("one", "x = 5; delta = 3; 7; a > 1 -> print \"x\";"));
  parser.Reset();
  const ParsedFile file =
      parser.Parse(SourceText("two", "8; a + $expr_1; $x;"));
  ASSERT_EQ(file.statements.size(), 3u);
  EXPECT_EQ(Dump(file.statements[1].statement),
            "(statement _ every 10 (+ (fetch a) 8))");
  EXPECT_EQ(file.statements[1].statement.arrow_line, 0);
  EXPECT_EQ(file.statements[2].kind, ParsedStatement::Kind::kRejected);
}

/// The dump of the last statement of `text` where $p has this value.
std::string DumpWith(decltype(BoundValue::value) value,
                     const std::string& text) {
  Parser parser;
  parser.Bind("p", {std::move(value), "shown"});
  const ParsedFile file = parser.Parse(SourceText("rules", text));
  if (file.statements.empty()) return "nothing";
  const ParsedStatement& last = file.statements.back();
  if (last.kind != ParsedStatement::Kind::kEvaluated) return "rejected";
  return Dump(*last.statement.expr);
}

TEST(Parameter, NumbersAreNumbersWhereverTheseStand) {
  EXPECT_EQ(DumpWith(5.0, "a > $p"), "(> (fetch a) 5)");
  EXPECT_EQ(DumpWith(-5.0, "a - $p"), "(- (fetch a) -5)");
  EXPECT_EQ(DumpWith(600.0, "a > 1 -> print $p \"x\""),
            "(rule (> (fetch a) 1) (print holdoff 600 \"x\"))");
  EXPECT_EQ(DumpWith(3.0, "max_sample a @0..$p"),
            "(max_sample (fetch a @0..3))");
  EXPECT_EQ(DumpWith(-3.0, "a @$p"), "rejected");
  EXPECT_EQ(DumpWith(2.0, "a > $p min"), "(> (fetch a) 120)");
  EXPECT_EQ(DumpWith(2.0, "a > 1$p"), "rejected");
  EXPECT_EQ(DumpWith(2.0, "a$p > 1"), "rejected");
}

TEST(Parameter, TruthsAreTruths) {
  EXPECT_EQ(DumpWith(true, "$p && a > 1"), "(&& true (> (fetch a) 1))");
  EXPECT_EQ(DumpWith(false, "$p + 1 > a"), "rejected");
}

TEST(Parameter, TextsAreNotReadAsRules) {
  const std::string hostile = "x\" ; shell \"true\\n$q";
  EXPECT_EQ(DumpWith(hostile, "match_inst $p a > 1"),
            "(match_inst \"x\\\" ; shell \\\"true\\\\n\\$q\" (> (fetch a) 1))");
  EXPECT_EQ(DumpWith("sd a", "a #$p > 1"), "(> (fetch a #'sd a') 1)");
  EXPECT_EQ(DumpWith("shop", "a :$p > 1"), "(> (fetch a :shop) 1)");
  EXPECT_EQ(DumpWith(hostile, "$p > 1"), "rejected");
  EXPECT_EQ(DumpWith("a", "$p > 1"), "rejected");
  EXPECT_EQ(DumpWith("a", "a.$p > 1"), "rejected");
}

TEST(Parameter, InAStringItIsWhatIsShown) {
  EXPECT_EQ(DumpWith(5.0, "print \"above $p\""), "(print \"above shown\")");
  EXPECT_EQ(DumpWith("x", "print \"$'p'er\""), "(print \"showner\")");
}

TEST(Parameter, IsForgottenAtAReset) {
  Parser parser;
  parser.Bind("p", {5.0, "5"});
  parser.Reset();
  EXPECT_FALSE(parser.Parse(SourceText("rules", "a > $p")).diagnostics.empty());
}

}  // namespace
}  // namespace grammar
