// What people wrote who know other languages: where the caret stands, what is
// advised, and that what is advised is a rule.
#include "grammar/slips.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/grammar/parse_text.h"
#include "tests/unit/grammar/slip_case.h"

namespace grammar {
namespace {

constexpr SlipCase kCases[] = {
    {"x > 1 => print \"y\"", "=>", "=> means nothing in a rule",
     "write -> for it", "x > 1 -> print \"y\""},
    {"x > 1 => (print \"y\")", "=>", "=> means", "write -> for it",
     "x > 1 -> (print \"y\")"},
    {"x => 1", "=>", "=> means", "write >= for it", "x >= 1"},
    {"(x) => 1", "=>", "=> means", "write >= for it", "(x) >= 1"},
    {"x =< 1", "=<", "=< means", "write <= for it", "x <= 1"},
    {"x <> 1", "<>", "<> means", "write != for it", "x != 1"},
    {"x === 1", "===", "=== means", "write == for it", "x == 1"},
    {"x !== 1", "!==", "!== means", "write != for it", "x != 1"},
    {"x > 1 --> print \"y\"", "-->", "--> means", "write -> for it",
     "x > 1 -> print \"y\""},
    {"x := 1", ":=", ":= means", "write = for it", "x = 1"},

    {"x > 1 -> print \"y;\nx > 1 -> print \"z\";\nx > 1 -> print \"u",
     "\"y;\nx > 1 -> print \"", "this string runs over the end of its line",
     "is the quote at its end missing?",
     "x > 1 -> print \"y\";\nx > 1 -> print \"z\";\nx > 1 -> print \"u\""},

    {"filter bad: a > 1", "bad", "an operator", "filter bad = CONDITION;",
     "filter bad = a > 1"},
    {"filter bad a > 1", "bad", "an operator", "filter bad = CONDITION;",
     "filter bad = a > 1"},

    {"x > 1 and y > 1", "and", "an operator", "write && for", "x > 1 && y > 1"},
    {"x > 1 or y > 1", "or", "an operator", "write || for", "x > 1 || y > 1"},
    {"x > 1 & y > 1", "&", "an action must stand before &",
     "& joins actions; conditions are joined by &&", "x > 1 && y > 1"},
    {"x > 1 | y > 1", "|", "an action must stand before |",
     "conditions are joined by ||", "x > 1 || y > 1"},
    {"x > 1 -> print \"y\" and print \"z\"", "and", "an operator",
     "write & between actions", "x > 1 -> print \"y\" & print \"z\""},
    {"x > 1 -> shell \"y\" or print \"z\"", "or", "an operator",
     "write | between actions", "x > 1 -> shell \"y\" | print \"z\""},
    {"x > 1 -> print \"y\" && print \"z\"", "&&", "", "actions are joined by &",
     "x > 1 -> print \"y\" & print \"z\""},
    {"print \"y\" && print \"z\"", "&&", "", "actions are joined by &",
     "print \"y\" & print \"z\""},
    {"x > 1 -> print \"y\" print \"z\"", "print", "", "actions are joined by &",
     "x > 1 -> print \"y\" & print \"z\""},
    {"x > 1 -> print \"y\", print \"z\"", ",", "", "actions are joined by &",
     "x > 1 -> print \"y\" & print \"z\""},

    {"rate = 5", "rate", "rate is a keyword: it cannot name a statement",
     "in single quotes it is a name: 'rate' = ...", "'rate' = 5"},
    {"print = x", "print", "print is a keyword", "'print' = ...",
     "'print' = x"},
    {"min = x", "min", "min is a unit", "'min' = ...", "'min' = x"},
    {"sum_inst = x", "sum_inst", "sum_inst is a keyword", "'sum_inst' = ...",
     "'sum_inst' = x"},
    {"otherwise = x", "otherwise", "otherwise is a keyword",
     "'otherwise' = ...", "'otherwise' = x"},
    {"my-rule = x > 1", "my-rule", "this is no name", "'my-rule' = ...",
     "'my-rule' = x > 1"},
    {"job:load-5m = x", "job:load-5m", "this is no name", "'job:load-5m' = ...",
     "'job:load-5m' = x"},
    {"5min_load = x", "5min_load", "this is no name", "'5min_load' = ...",
     "'5min_load' = x"},
    {"my rule = x", "rule", "an operator", "stands in single quotes",
     "'my rule' = x"},
    {"n = 5; $n = 6", "$n", "", "it is defined without: n = ...",
     "n = 5; n = 6"},
    {"$n = 6", "$n", "there is no macro $n", "without the $", "n = 6"},

    {"any_inst x > 1", "any_inst", "missing behind any_inst",
     "write some_inst for it", "some_inst x > 1"},
    {"every_host (x > 1)", "every_host", "missing behind every_host",
     "write all_host for it", "all_host (x > 1)"},
    {"mean_sample x > 1", "mean_sample", "", "write avg_sample for it",
     "avg_sample x > 1"},
    {"no_inst (x > 1)", "no_inst", "", "write ! some_inst for it",
     "! some_inst (x > 1)"},

    {"x @5min > 1", "5min", "@ counts evaluations, not time",
     "@5 is the value 5 evaluations ago", "x @5 > 1"},
    {"x @5m > 1", "5m", "@ counts evaluations", "@0..4", "x @0..4 > 1"},
    {"x @0..10 min > 1", "10 min", "@ counts evaluations", "@5", "x @5 > 1"},
    {"x @-1 > 1", "-", "a sample's number", "counted back without a sign",
     "x @1 > 1"},
    {"x[5m] > 1", "[", "'[' means nothing", "metric @0..4", "x @0..4 > 1"},
    {"x > 1 for 5 minutes -> print \"y\"", "for", "an operator",
     "all_sample (metric @0..4 > 1)",
     "all_sample (x @0..4 > 1) -> print \"y\""},

    {"[ x > 1 ] -> print \"y\"", "[", "'['", "parentheses group",
     "(x > 1) -> print \"y\""},
    {"x > 1 -> [print \"y\"]", "[", "'['", "parentheses group",
     "x > 1 -> (print \"y\")"},
    {"some_inst x =~ \"sd\" -> print \"y\"", "=~", "=~ means nothing",
     "match_inst \"regular",
     "some_inst match_inst \"sd\" x > 1 -> print \"y\""},
    {"x =~ \"sd\"", "=~", "=~ means nothing", "match_inst \"regular",
     "match_inst \"sd\" x > 1"},
    {"some_inst x !~ \"sd\" -> print \"y\"", "!~", "!~ means nothing",
     "nomatch_inst \"regular",
     "some_inst nomatch_inst \"sd\" x > 1 -> print \"y\""},
    {"absent(x) -> print \"y\"", "absent", "there is no function absent",
     "unknown -> ACTION",
     "ruleset x > 0 -> print \"z\" unknown -> print \"y\""},
    {"absent_over_time(x) -> print \"y\"", "absent_over_time",
     "there is no function", "unknown -> ACTION", "x > 0"},
    {"max(x) > 3", "max", "there is no function max",
     "max_inst (metric) goes over instances, max_host over hosts, max_sample "
     "(metric @0..4) over time",
     "max_sample (x @0..4) > 3"},
    {"1 + sum (x) > 3", "sum", "there is no function sum",
     "sum_inst (metric) goes", "1 + sum_inst (x) > 3"},
    {"avg_over_time(x) > 3", "avg_over_time", "there is no function",
     "avg_sample (metric @0..4)", "avg_sample (x @0..4) > 3"},
    {"min(x) > 3", "min", "there is no function min", "min_inst (metric)",
     "min_inst (x) > 3"},
    {"x > min(y)", "min", "there is no function min", "min_inst (metric)",
     "x > min_inst (y)"},
    {"count(x) > 3", "count", "there is no function count",
     "count_inst (metric > 1) goes", "count_inst (x > 1) > 3"},
    {"any(x > 3) -> print \"y\"", "any", "there is no function any",
     "some_inst (metric > 1) goes over instances, some_host over hosts, "
     "some_sample (metric @0..4 > 1) over time",
     "some_inst (x > 3) -> print \"y\""},
    {"p95(x) > 3", "p95", "there is no function p95", "p95_inst (metric)",
     "p95_inst (x) > 3"},
    {"AVG(x) > 3", "AVG", "there is no function AVG", "avg_inst (metric)",
     "avg_inst (x) > 3"},
    {"stddev(x) > 3", "stddev", "there is no function", "stddev_inst (metric)",
     "stddev_inst (x) > 3"},
    {"median(x) > 3", "median", "there is no function", "p50_inst (metric)",
     "p50_inst (x) > 3"},
    {"irate(x) > 3", "irate", "there is no function irate",
     "is its rate by itself", "rate x > 3"},
    {"abs(x - y) > 3", "abs", "there is no function abs",
     "metric > 5 || metric < -5", "x - y > 3 || x - y < -3"},
    {"now() > 3", "now", "there is no function now", "$hour", "$hour > 3"},
    {"round(x) > 3", "round", "there is no function round", "there are + - * /",
     "x > 3"},
    {"rat(x) > 3", "rat", "an operator", "did you mean rate?", "rate (x) > 3"},
    {"x.y(z) > 3", "(", "an operator", "", "x.y > 3"},
    {"sec(x) > 3", "sec", "an expression", "sec is a unit", "x > 3"},

    {"x between 1 and 5", "between", "an operator",
     "metric >= 1 && metric <= 5", "x >= 1 && x <= 5"},
    {"x in (1, 2)", "in", "an operator", "metric == 1 || metric == 2",
     "x == 1 || x == 2"},
    {"y = x > 1 ? 1 : 2", "?", "'?' means nothing in a rule",
     "ruleset RULE else RULE",
     "ruleset x > 1 -> print \"1\" else x > 0 -> print \"2\""},
    {"x is 3", "is", "an operator", "write ==", "x == 3"},
    {"x gt 3", "gt", "an operator", "write >", "x > 3"},
    {"x like \"a\"", "like", "an operator", "match_inst",
     "match_inst \"a\" x > 1"},
    {"IF x > 1 THEN print \"y\"", "IF", "missing behind IF", "then ->",
     "x > 1 -> print \"y\""},
    {"avg by (host) (x) > 1", "by", "an operator", "avg_host",
     "avg_host (x) > 1"},
    {"x > 1 -> print(\"y\")", "(", "a string must follow print",
     "without parentheses: print \"...\"", "x > 1 -> print \"y\""},
    {"x ** 2 > 1", "**", "** means nothing", "metric * metric", "x * x > 1"},
    {"x ^ 2 > 1", "^", "^ cannot follow", "metric * metric", "x * x > 1"},
    {"x > 1 unless y > 1", "unless", "an operator", "&& ! (...)",
     "x > 1 && ! (y > 1)"},
    {"ruleset { x > 1 -> print \"y\"", "{", "a condition must follow ruleset",
     "a ruleset has no braces", "ruleset x > 1 -> print \"y\""},
    {"x > 1 -> { print \"y\"", "{", "an action must follow",
     "parentheses group", "x > 1 -> (print \"y\")"},

    {"x > 512M", "M", "an operator", "the unit is Mbyte of bytes",
     "x > 512 Mbyte"},
    {"x > 10 Mbps", "Mbps", "an operator", "1 Mbps is 125000 of it",
     "x > 1250000 byte/sec"},
    {"x > 10 MB/s", "MB", "an operator", "the unit is Mbyte/sec",
     "x > 10 Mbyte/sec"},
    {"x > 10MBps", "MBps", "an operator", "the unit is Mbyte/sec",
     "x > 10 Mbyte/sec"},

    {"x #/dev/sda1 > 1", "/dev/sda1", "the name of an instance must follow",
     "#'/dev/sda1'", "x #'/dev/sda1' > 1"},
    {"x #1 minute > 1", "1 minute", "the name of an instance", "#'1 minute'",
     "x #'1 minute' > 1"},
    {"x :10.0.0.1 > 1", "10.0.0.1", "the name of a host", ":'10.0.0.1'",
     "x :'10.0.0.1' > 1"},
};

TEST(Slip, HasAPlaceAndAnAdviceThatWorks) { ExpectSlips(kCases); }

TEST(Slip, OfAMacroShowsNoTextThatIsNotThere) {
  const std::string said = Rendered("m = \"/dev/sda1\"; x #$m > 1");
  EXPECT_NE(said.find("hint: names stand in single quotes: #'...'\n"),
            said.npos)
      << said;
}

TEST(Slip, WhatIsShownSteersNoTerminal) {
  const std::string said = Rendered("x #/dev\x1b > 1");
  EXPECT_EQ(said.find('\x1b'), said.npos) << said;
}

// Every word of it would be wrong; pmie's words are what they were.
TEST(Slip, ATextInUtf16IsOneMistake) {
  for (const std::string mark : {"\xff\xfe", "\xfe\xff"}) {
    const std::string text =
        mark + std::string("x\0 \0>\0 \0001\0;\0\n\0y\0;\0", 18);
    EXPECT_EQ(Parse(text).diagnostics.size(), 1u);
    EXPECT_EQ(Parse(text).statements.size(), 3u);
    EXPECT_NE(Rendered(text).find("1:1: error: this text is UTF-16\n"),
              std::string::npos);
    EXPECT_NE(Rendered(text).find("hint: save the file as UTF-8"),
              std::string::npos);
    EXPECT_EQ(AsPmie(text).find("pmie: syntax error - near line 1"), 0u);
  }
}

}  // namespace
}  // namespace grammar
