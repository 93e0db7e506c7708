// Every construct of Rules.g4 becomes its node, with its place in the text.
#include "grammar/tree_reader.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

using Kind = ParsedStatement::Kind;

TEST(Tree, Operands) {
  EXPECT_EQ(LastDump("a.b :h1 :h2 #i #'j k' @2..4"),
            "(fetch a.b :h1 :h2 #i #'j k' @2..4)");
  EXPECT_EQ(LastDump("a.b @4..2"), "(fetch a.b @2..4)");
  EXPECT_EQ(LastDump("a + 2 min"), "(+ (fetch a) 120)");
  EXPECT_EQ(LastDump("a > 2 Kbyte / sec"), "(> (fetch a) 2048)");
  EXPECT_EQ(LastDump("a > 2 sec^2"), "(> (fetch a) 2)");
  EXPECT_EQ(LastDump("$hour + a"), "(+ $hour (fetch a))");
  EXPECT_EQ(LastDump("(a)"), "(fetch a)");
}

TEST(Tree, ALiteralKeepsItsDimension) {
  const auto units = [](const std::string& text) {
    const ParsedStatement parsed = First("a * " + text);
    const auto& times = std::get<ast::Binary>(parsed.statement.expr->node);
    return pmapi::UnitsText(std::get<ast::Number>(times.right->node).units);
  };
  EXPECT_EQ(units("2 Kbyte / sec"), "Kbyte / sec");
  EXPECT_EQ(units("(2 min)"), "min");
  EXPECT_EQ(units("2"), "");
  EXPECT_EQ(units("(2 min + 1 sec)"), "");
  EXPECT_EQ(units("- 2 min"), "");
}

TEST(Tree, Operators) {
  EXPECT_EQ(LastDump("rate -instant a"), "(rate (- (instant (fetch a))))");
  EXPECT_EQ(LastDump("! rising falling (a > 1)"),
            "(! (rising (falling (> (fetch a) 1))))");
  EXPECT_EQ(LastDump("min_host max_sample avg_inst a"),
            "(min_host (max_sample (avg_inst (fetch a))))");
  EXPECT_EQ(LastDump("count_sample (a > 1) > 2"),
            "(> (count_sample (> (fetch a) 1)) 2)");
  EXPECT_EQ(LastDump("all_host some_inst 20%_sample a > 1"),
            "(all_host (some_inst (20%_sample (> (fetch a) 1))))");
  EXPECT_EQ(LastDump("match_inst \"x\" nomatch_inst \"y\" a > 1"),
            "(match_inst \"x\" (nomatch_inst \"y\" (> (fetch a) 1)))");
  EXPECT_EQ(LastDump("\"x\" == a"), "(== \"x\" (fetch a))");
}

TEST(Tree, RulesAndRulesets) {
  EXPECT_EQ(LastDump("((a > 1 -> print \"x\"))"),
            "(rule (> (fetch a) 1) (print \"x\"))");
  EXPECT_EQ(LastDump("ruleset a > 1 -> print \"x\" else b > 1 -> print \"y\" "
                     "unknown -> print \"u\" otherwise -> print \"o\""),
            "(ruleset (rule (> (fetch a) 1) (print \"x\")) "
            "(rule (> (fetch b) 1) (print \"y\")) "
            "(unknown (print \"u\")) (otherwise (print \"o\")))");
}

TEST(Tree, Actions) {
  EXPECT_EQ(LastDump("shell 2 min \"a\" \"b\""),
            "(shell holdoff 120 \"a\" \"b\")");
  EXPECT_EQ(LastDump("print \"a\" & (alarm \"b\" | stomp \"c\")"),
            "(& (print \"a\") (| (alarm \"b\") (stomp \"c\")))");
  EXPECT_EQ(LastDump("print \"a\" | print \"b\" & print \"c\""),
            "(& (| (print \"a\") (print \"b\")) (print \"c\"))");
}

TEST(Tree, AHoldoffThatIsNoTimeIsWarnedOf) {
  EXPECT_EQ(Rendered("print 5 min \"x\""), "");
  const std::string warning = Rendered("print 5 Kbyte \"x\"");
  EXPECT_NE(warning.find("rules:1:7: warning: "), std::string::npos) << warning;
  EXPECT_EQ(LastDump("print 5 Kbyte \"x\""), "(print holdoff 5120 \"x\")");
}

TEST(Tree, SpansOfExpressions) {
  const ParsedStatement parsed = First("(a + 1) * b > 2 -> print \"x\"");
  const auto& rule = std::get<ast::Rule>(parsed.statement.expr->node);
  EXPECT_EQ(parsed.statement.expr->span, (Span{0, 28}));
  EXPECT_EQ(rule.condition->span, (Span{0, 15}));
  EXPECT_EQ(rule.action->span, (Span{19, 28}));
  const auto& greater = std::get<ast::Binary>(rule.condition->node);
  EXPECT_EQ(greater.left->span, (Span{0, 11}));
  const auto& times = std::get<ast::Binary>(greater.left->node);
  EXPECT_EQ(times.left->span, (Span{0, 7}));
  EXPECT_EQ(times.right->span, (Span{10, 11}));
}

TEST(Tree, WhatAMacroBringsHasTheSpanOfItsUse) {
  const ParsedFile file = Parse("m = \"b > 1\"; n = \"$m\"; a > 2 && $n;");
  const auto& both =
      std::get<ast::Binary>(file.statements[2].statement.expr->node);
  EXPECT_EQ(both.left->span, (Span{23, 28}));
  const Span use = both.right->span;
  EXPECT_EQ(use, (Span{32, 34, use.first_expansion, use.first_expansion}));
  EXPECT_EQ(file.expansions.Trace(use),
            (std::vector<MacroOrigin>{{"n", "<stdin>", 1}}));
}

}  // namespace
}  // namespace grammar
