// What a parser says of each statement besides its tree.
#include "grammar/parser.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

using Kind = ParsedStatement::Kind;

TEST(Statement, NameSpanAndOrder) {
  const ParsedFile file = Parse(" 'a b' = x > 1 ;\n y; 5; z = ;");
  ASSERT_EQ(file.statements.size(), 4u);
  EXPECT_EQ(file.statements[0].statement.name, "a b");
  EXPECT_EQ(file.statements[0].statement.span, (Span{1, 14}));
  EXPECT_EQ(file.statements[1].statement.name, "");
  EXPECT_EQ(file.statements[1].statement.span, (Span{18, 19}));
  EXPECT_EQ(file.statements[2].kind, Kind::kConstant);
  EXPECT_EQ(file.statements[2].statement.expr, nullptr);
  EXPECT_EQ(file.statements[3].kind, Kind::kRejected);
  EXPECT_EQ(file.statements[3].statement.name, "z");
}

TEST(Statement, DiagnosticsBelongToStatements) {
  const ParsedFile file = Parse("a; > 1; b; c d; e");
  ASSERT_EQ(file.statements.size(), 5u);
  ASSERT_EQ(file.diagnostics.size(), 2u);
  EXPECT_EQ(file.statements[0].last_diagnostic, 0u);
  EXPECT_EQ(file.statements[1].first_diagnostic, 0u);
  EXPECT_EQ(file.statements[1].last_diagnostic, 1u);
  EXPECT_EQ(file.statements[3].first_diagnostic, 1u);
  EXPECT_EQ(file.statements[3].last_diagnostic, 2u);
}

TEST(Statement, Interval) {
  const auto interval = [](const std::string& text) {
    return Parse(text).statements.back().statement.interval;
  };
  EXPECT_EQ(interval("a"), 10);
  EXPECT_EQ(interval("delta = 2 min; a"), 120);
  EXPECT_EQ(interval("a; delta = 1; b; delta = 0.5; c"), 0.5);
  EXPECT_EQ(interval("delta = 20 Kbyte; a"), 20480);  // A18
  EXPECT_EQ(interval("delta = 1 / 0; a"), 9e9);
  Parser parser;
  parser.set_default_interval(7);
  EXPECT_EQ(parser.Parse(SourceText("f", "a")).statements[0].statement.interval,
            7);
}

// B10: pmie spins or runs backwards.
TEST(Statement, AnAlertThatIsOverBeforeTheIntervalIsWarnedOf) {
  ReceiverNames names{true};
  names.resolved = {{"am", 60}};
  Parser parser;
  parser.set_receivers(names);
  const SourceText text("rules",
                        "a > 1 -> webhook \"am\"; delta = 2 min;\n"
                        "a > 1 -> webhook \"am\";");
  const ParsedFile file = parser.Parse(text);
  ASSERT_EQ(file.diagnostics.size(), 1u);
  EXPECT_EQ(text.PositionAt(file.diagnostics[0].span.begin).line, 2);
  EXPECT_EQ(file.diagnostics[0].hint, "a resolve_after longer than delta");
}

TEST(Statement, EachReceiverThatIsNoneIsTold) {
  ReceiverNames names{false, true, {"ops"}};
  Parser parser;
  parser.set_receivers(names);
  const SourceText text("rules",
                        "a > 1 -> webhook 0 \"opz\" \"x\" & webhook \"zzz\" | "
                        "now webhook \"nobody\" & now syslog \"x\";");
  const ParsedFile file = parser.Parse(text);
  ASSERT_EQ(file.diagnostics.size(), 4u);
  EXPECT_EQ(file.diagnostics[0].message, "there is no receiver called opz");
  EXPECT_EQ(file.diagnostics[1].message, "there is no receiver called zzz");
  EXPECT_EQ(file.diagnostics[2].message, "there is no receiver called nobody");
  EXPECT_EQ(file.diagnostics[3].message, "now stands before webhook alone");
  EXPECT_FALSE(file.diagnostics[0].pmie.empty());
}

TEST(Statement, IntervalMustBePositive) {
  for (const char* text : {"delta = 0", "delta = -5", "delta = \"abc\"",
                           "delta = true", "delta = 0/0", "delta = 1e-10"}) {
    EXPECT_EQ(First(text).kind, Kind::kRejected) << text;
  }
  EXPECT_EQ(LastDump("delta = -5; $delta"), "$delta");
}

TEST(Statement, DeltaIsAConstantOnceItIsSet) {
  EXPECT_EQ(LastDump("delta = 5; a + $delta"), "(+ (fetch a) 5)");
  EXPECT_EQ(LastDump("delta = a; b + $delta"), "(+ (fetch b) $delta)");
}

TEST(Statement, ArrowLine) {
  const ParsedFile file = Parse(
      "a;\nb > 1\n-> print \"x\";\nprint \"y\";\n"
      "ruleset c > 1 -> print \"x\"\nelse d > 1 -> print \"y\";\n");
  ASSERT_EQ(file.statements.size(), 4u);
  EXPECT_EQ(file.statements[0].statement.arrow_line, 0);
  EXPECT_EQ(file.statements[1].statement.arrow_line, 3);
  EXPECT_EQ(file.statements[2].statement.arrow_line, 3);
  EXPECT_EQ(file.statements[3].statement.arrow_line, 6);
}

// The table of docs/pmie.md, "Statements and numbers", as far as no metric is
// asked.
TEST(Statement, TakesANumber) {
  for (const char* text :
       {"a", "5", "\"x\"", "\"a\" == 5", "a > 1 -> print", "a > 1 -> print 5",
        "a > 1 -> print \"a\" & ", "a > 1 KB", "print \"a\" foo",
        "a > 1 -> print \"x\" foo", "a > 1 || b >", "a > 1 -> print \"$nope\"",
        "a > 1 $nope"}) {
    EXPECT_TRUE(First(text).takes_number) << text;
  }
  for (const char* text :
       {"a >", "a foo", "a + 1 foo", "a > 1 ->", "a > 1 -> foo", "a -> print",
        "print", "$nope", "a > $nope", "(a > 1 -> print \"x\"", "! a"}) {
    EXPECT_FALSE(First(text).takes_number) << text;
  }
}

TEST(Statement, RoundAnEventFunctionTheMistakeIsTold) {
  const auto told = [](const std::string& text) {
    const Diagnostic diagnostic = Parse(text).diagnostics.at(0);
    return diagnostic.message + "; " + diagnostic.hint;
  };
  for (const char* function :
       {"count_event ( m )", "max_event 5 min code ( m where a > 1 )"}) {
    EXPECT_EQ(told(std::string(function) + " -> print \"x\";"),
              "a condition must stand before ->, and this is a number; compare "
              "it with something: > 0, for example");
  }
  for (const char* text :
       {"(some_event ( m )) > 0;", "20%_event ( m ) > 0 -> print \"x\";"}) {
    EXPECT_EQ(told(text),
              "a number must stand before >, and this is a condition; it is "
              "true or false by itself: compare nothing")
        << text;
  }
  EXPECT_EQ(told("count_event ( m ) > 0 -> print \"x\" 5;"),
            told("a > 0 -> print \"x\" 5;"));
}

// Every diagnostic can be traced, however the text ends.
TEST(Parser, ATextThatIsGivenUpHasItsExpansions) {
  Limits limits;
  limits.statements = 3;
  const SourceText source("rules", "m = \"> \"; $m; $m; $m; $m;");
  const ParsedFile file = Parser(limits).Parse(source);
  ASSERT_EQ(file.diagnostics.size(), 3u);
  EXPECT_EQ(file.diagnostics.back().message,
            "the text has more than 3 statements");
  for (const Diagnostic& diagnostic : file.diagnostics) {
    EXPECT_EQ(diagnostic.macros.size(), 1u);
  }
}

}  // namespace
}  // namespace grammar
