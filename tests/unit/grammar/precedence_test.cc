// What binds tighter: the table of docs/pmie.md, "Precedence", by tree.
#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

struct Case {
  const char* text;
  const char* tree;
};

class Precedence : public testing::TestWithParam<Case> {};

TEST_P(Precedence, Tree) {
  EXPECT_EQ(LastDump(GetParam().text), GetParam().tree) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Arithmetic, Precedence,
    testing::Values(
        Case{"a - b - c", "(- (- (fetch a) (fetch b)) (fetch c))"},
        Case{"a + b * c", "(+ (fetch a) (* (fetch b) (fetch c)))"},
        Case{"a / b * c", "(* (/ (fetch a) (fetch b)) (fetch c))"},
        Case{"-a * b", "(* (- (fetch a)) (fetch b))"},
        Case{"a - -b", "(- (fetch a) (- (fetch b)))"},
        Case{"rate a * b", "(* (rate (fetch a)) (fetch b))"},
        Case{"instant rate a + b", "(+ (instant (rate (fetch a))) (fetch b))"},
        Case{"sum_inst a * 2 + 1", "(+ (* (sum_inst (fetch a)) 2) 1)"},
        Case{"sum_inst -a * b", "(* (sum_inst (- (fetch a))) (fetch b))"},
        Case{"-sum_host max_sample a", "(- (sum_host (max_sample (fetch a))))"},
        Case{"(a + b) * c", "(* (+ (fetch a) (fetch b)) (fetch c))"},
        Case{"5 - a", "(- 5 (fetch a))"}, Case{"5-a", "(- 5 (fetch a))"},
        Case{"a+5-3", "(- (+ (fetch a) 5) 3)"}));

INSTANTIATE_TEST_SUITE_P(
    Logic, Precedence,
    testing::Values(
        Case{"a > 1 || b > 2 && c > 3",
             "(&& (|| (> (fetch a) 1) (> (fetch b) 2)) (> (fetch c) 3))"},
        Case{"a > 1 || (b > 2 && c > 3)",
             "(|| (> (fetch a) 1) (&& (> (fetch b) 2) (> (fetch c) 3)))"},
        Case{"!a > 1", "(! (> (fetch a) 1))"},
        Case{"!a > 1 && b > 2", "(&& (! (> (fetch a) 1)) (> (fetch b) 2))"},
        Case{"some_inst a > 1 && b > 2",
             "(&& (some_inst (> (fetch a) 1)) (> (fetch b) 2))"},
        Case{"rising all_host 75 %_sample a > 1",
             "(rising (all_host (75%_sample (> (fetch a) 1))))"},
        Case{"some_inst !a > 1", "(some_inst (! (> (fetch a) 1)))"},
        Case{"match_inst \"sd\" a > 1 || b < 2",
             "(|| (match_inst \"sd\" (> (fetch a) 1)) (< (fetch b) 2))"},
        Case{"nomatch_inst \"sd\" falling a > 1",
             "(nomatch_inst \"sd\" (falling (> (fetch a) 1)))"},
        Case{"a + 1 > b * 2", "(> (+ (fetch a) 1) (* (fetch b) 2))"}));

INSTANTIATE_TEST_SUITE_P(
    Count, Precedence,
    testing::Values(
        Case{"count_inst a > 5", "(count_inst (> (fetch a) 5))"},
        Case{"count_inst a > 5 > 1", "(> (count_inst (> (fetch a) 5)) 1)"},
        Case{"count_inst (a > 5) > 1", "(> (count_inst (> (fetch a) 5)) 1)"},
        Case{"count_inst (a > 5) * 2", "(* (count_inst (> (fetch a) 5)) 2)"},
        Case{"count_inst a > 0 + 1", "(count_inst (> (fetch a) 1))"},
        Case{"count_inst (a) > 5", "(count_inst (> (fetch a) 5))"},
        Case{"count_inst ! (a > 0) > 1",
             "(> (count_inst (! (> (fetch a) 0))) 1)"},
        Case{"count_host count_inst a > 1 > 2 > 3",
             "(> (count_host (> (count_inst (> (fetch a) 1)) 2)) 3)"},
        Case{"count_inst a > 1 && b > 2", "rejected"}));

INSTANTIATE_TEST_SUITE_P(
    Actions, Precedence,
    testing::Values(
        Case{"a > 1 -> print \"x\" | shell \"y\" & alarm \"z\"",
             "(rule (> (fetch a) 1) (& (| (print \"x\") (shell \"y\")) "
             "(alarm \"z\")))"},
        Case{"a > 1 -> print \"x\" | (shell \"y\" & alarm \"z\")",
             "(rule (> (fetch a) 1) (| (print \"x\") (& (shell \"y\") "
             "(alarm \"z\"))))"},
        Case{"(a > 1 -> print \"x\")", "(rule (> (fetch a) 1) (print \"x\"))"},
        Case{"print 5 min \"a\" \"b\"", "(print holdoff 300 \"a\" \"b\")"},
        Case{"ruleset a > 1 -> print \"x\" else a > 2 -> print \"y\" "
             "unknown -> print \"u\" otherwise -> print \"o\"",
             "(ruleset (rule (> (fetch a) 1) (print \"x\")) "
             "(rule (> (fetch a) 2) (print \"y\")) (unknown (print \"u\")) "
             "(otherwise (print \"o\")))"}));

// Not chainable, and nothing of the wrong kind.
INSTANTIATE_TEST_SUITE_P(
    Rejected, Precedence,
    testing::Values(
        Case{"a > b > c", "rejected"}, Case{"(a > b) == (c > d)", "rejected"},
        Case{"(a > b) + 1", "rejected"}, Case{"a && b", "rejected"},
        Case{"!a", "rejected"}, Case{"a > \"x\"", "rejected"},
        Case{"\"x\" < \"y\"", "rejected"}, Case{"\"x\" + 1", "rejected"},
        Case{"a -> print \"x\"", "rejected"},
        Case{"a > 1 -> print", "rejected"},
        Case{"(a > 1 -> print \"x\") & print \"y\"", "rejected"},
        Case{"a #x :h", "rejected"}, Case{"a @1 #x", "rejected"},
        Case{"a > 1 KB", "rejected"}, Case{"a Kbyte", "rejected"},
        Case{"ruleset", "rejected"},
        Case{"ruleset a > 1 -> print \"x\" otherwise -> print \"o\" "
             "unknown -> print \"u\"",
             "rejected"}));

}  // namespace
}  // namespace grammar
