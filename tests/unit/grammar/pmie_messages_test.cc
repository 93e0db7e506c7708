// pmie's lines, as pmie wrote them for the same texts.
#include "grammar/pmie_messages.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

const char kNear1[] = "pmie: syntax error - near line 1 of standard input\n";
const char kNear2[] = "pmie: syntax error - near line 2 of standard input\n";
const char kAtEnd[] = "pmie: syntax error - at end of file\n";

std::string Near1(const std::string& detail) { return kNear1 + detail + "\n"; }
std::string AtEnd(const std::string& detail) { return kAtEnd + detail + "\n"; }

TEST(Pmie, WhatIsExpectedToFollow) {
  EXPECT_EQ(AsPmie("a > ;"), AtEnd("arithmetic expression expected to "
                                   "follow >"));
  EXPECT_EQ(AsPmie("a == > 1; b;"),
            Near1("arithmetic or string expression expected to follow =="));
  EXPECT_EQ(AsPmie("true && ;"),
            AtEnd("logical expression expected to follow &&"));
  EXPECT_EQ(AsPmie("a > 1 -> ;"), AtEnd("action expected to follow ->"));
  EXPECT_EQ(AsPmie("print \"x\" | ;"), AtEnd("action expected to follow |"));
  EXPECT_EQ(AsPmie("shell 5 min ;"),
            AtEnd("(time interval optional) and string expected to follow "
                  "shell"));
  EXPECT_EQ(AsPmie("rising foo ;"),
            AtEnd("logical expression expected to follow rising"));
  EXPECT_EQ(AsPmie("some_inst ;"),
            AtEnd("logical expression expected to follow quantifier"));
  EXPECT_EQ(AsPmie("count_inst ;"),
            AtEnd("logical expression expected to follow aggregation "
                  "operator"));
  EXPECT_EQ(AsPmie("sum_inst ;"),
            AtEnd("arithmetic expression expected to follow aggregation "
                  "operator"));
  EXPECT_EQ(AsPmie("- ;"), AtEnd("arithmetic expression expected to follow "
                                 "-"));
  EXPECT_EQ(AsPmie("a :5; b;"), Near1("host name expected to follow :"));
  EXPECT_EQ(AsPmie("a #; b;"), Near1("instance name expected to follow #"));
  EXPECT_EQ(AsPmie("match_inst a; b;"),
            Near1("regular expression expected to follow match_inst"));
  EXPECT_EQ(AsPmie("match_inst \"x\" ;"),
            AtEnd("logical expression expected to follow regular "
                  "expression"));
}

TEST(Pmie, WhatIsExpectedToPrecede) {
  EXPECT_EQ(AsPmie("+ 1;\n"), Near1("arithmetic expression expected to "
                                    "precede +"));
  EXPECT_EQ(AsPmie("a + + 1;\n"), Near1("arithmetic expression expected to "
                                        "precede +"));
  EXPECT_EQ(AsPmie("a foo -> print \"x\";\n"),
            Near1("logical expression expected to precede ->"));
  EXPECT_EQ(AsPmie("a && b;\n"),
            Near1("logical expression expected to precede &&"));
  EXPECT_EQ(AsPmie("%_inst a > 1;\n"),
            Near1("number expected to precede percentage quantifier"));
  EXPECT_EQ(AsPmie("print \"a\" & & print \"b\";\n"),
            Near1("action expected to precede &"));
}

TEST(Pmie, OneErrorMayHaveTwoDetails) {
  EXPECT_EQ(AsPmie("a @-1;\nb;"),
            Near1("sample number(s) expected to follow @\n"
                  "arithmetic expression expected to follow -"));
  EXPECT_EQ(AsPmie("some_inst + 1;\n"),
            Near1("arithmetic expression expected to precede +\n"
                  "logical expression expected to follow quantifier"));
}

TEST(Pmie, NoDetailWhereNothingIsOpen) {
  EXPECT_EQ(AsPmie("a foo;"), kNear1);
  EXPECT_EQ(AsPmie("a foo"), kAtEnd);
  EXPECT_EQ(AsPmie("ruleset ;"), kAtEnd);
}

// The line of the look-ahead, which may be behind the word.
TEST(Pmie, Lines) {
  EXPECT_EQ(AsPmie("a foo\n\n\n;"), kNear2);
  EXPECT_EQ(AsPmie("a + \"\nx\" ;"),
            std::string(kNear2) +
                "arithmetic expression expected to follow "
                "+\n");
  EXPECT_EQ(AsPmie("a > ;\n\n\nb;"),
            "pmie: syntax error - near line 4 of standard input\n"
            "arithmetic expression expected to follow >\n");
}

TEST(Pmie, PlacesInFilesAndMacros) {
  EXPECT_EQ(AsPmie(SourceText("dir/x.pmie", "a foo;\nb;")),
            "pmie: syntax error - near line 1 of file dir/x.pmie\n");
  EXPECT_EQ(AsPmie("m = \"foo >\"; a > 1 $m 3; b;"),
            "pmie: syntax error - near line 1 of macro $m called from "
            "standard input\n"
            "arithmetic expression expected to precede >\n");
  EXPECT_EQ(AsPmie("m = \"foo\"; a $m ; b;"), kNear1);
}

TEST(Pmie, Macros) {
  EXPECT_EQ(AsPmie("$nope > 1; b;"), "undefined macro name $nope\n");
  EXPECT_EQ(AsPmie("a > $nope; b;"),
            "undefined macro name $nope\n" +
                Near1("arithmetic expression expected to follow >"));
  EXPECT_EQ(AsPmie("print \"$5\"; b;"),
            "macro name must begin with an alphabetic (not '5')\n" +
                Near1("(time interval optional) and string expected to "
                      "follow print"));
  EXPECT_EQ(AsPmie("n = 5; print \"$n\"; b;"),
            Near1("macro $n not string valued as expected") +
                Near1("(time interval optional) and string expected to "
                      "follow print"));
  EXPECT_EQ(AsPmie("a + $'x"), "unexpected end of file in macro name: $x\n" +
                                   AtEnd("arithmetic expression expected to "
                                         "follow +"));
}

// It goes on behind the next terminator, and tells of the line of that one.
TEST(Pmie, AfterAMacroThatIsNone) {
  const std::string none = "undefined macro name $f\n";
  EXPECT_EQ(AsPmie("x = $f\n"), none + kAtEnd);
  EXPECT_EQ(AsPmie("x = $'f'"), none + kAtEnd);
  EXPECT_EQ(AsPmie("x = \"a$f\" //\n\n"), none + kAtEnd);
  EXPECT_EQ(AsPmie("x = $f;\n\n"), none + kNear1);
  EXPECT_EQ(AsPmie("x = $f\n+ 1;\n\nb;"), none + kNear2);
  EXPECT_EQ(AsPmie("m = \"\\$f 1\"; x = $m\n; b;"), none + kNear2);
  EXPECT_EQ(AsPmie("m = \"\\$f; b\"; x = $m\n; b;"),
            none +
                "pmie: syntax error - near line 1 of macro $m called from "
                "standard input\n");
  EXPECT_EQ(AsPmie("n = 5; a + b$n c\n; b;"),
            Near1("macro $n not string valued as expected") + kNear2 +
                "arithmetic expression expected to follow +\n");
}

TEST(Pmie, NamesThatMacrosCannotHave) {
  const std::string begin = "macro name must begin with an alphabetic ";
  EXPECT_EQ(AsPmie("x = $'5'; b;"), begin + "(not '5')\n" + kNear1);
  EXPECT_EQ(AsPmie("x = $''; b;"), begin + "(not ''')\n" + kNear1);
  EXPECT_EQ(AsPmie("x = $'\\f'; b;"), begin + "(not '\\')\n" + kNear1);
  EXPECT_EQ(AsPmie("x = $f"),
            std::string("unexpected end of file in macro name: $f\n") + kAtEnd);
}

TEST(Pmie, MacroNamesThatAreTooLong) {
  const std::string most(253, 'f');
  const std::string too_long =
      "macro name too long: $" + std::string(20, 'f') + "...\n" + kNear1;
  EXPECT_EQ(AsPmie("x = $" + most + "; b;"),
            "undefined macro name $" + most + "\n" + kNear1);
  EXPECT_EQ(AsPmie("x = $f" + most + " ; b;"), too_long);
  EXPECT_EQ(AsPmie("x = $'f" + most + "'; b;"), too_long);
  EXPECT_EQ(AsPmie("x = \"$f" + most + "\"; b;"), too_long);
  // Also of what is defined.
  EXPECT_EQ(AsPmie(most + " = 1; x = $" + most + ";"), "");
  EXPECT_EQ(AsPmie("f" + most + " = 1; x = $f" + most + " ;"), too_long);
}

// For those who find something wrong with operands.
TEST(PmieErrorLines, TellOfTheWordBehind) {
  const SourceText source("<stdin>", "a > b\n\n && c > 1;\n\nd > e;");
  const auto lines = [&](const std::string& end) {
    const auto at = source.text().find(end) + end.size();
    return PmieErrorLines(source, static_cast<std::uint32_t>(at), "detail");
  };
  using Lines = std::vector<std::string>;
  EXPECT_EQ(
      lines("> b"),
      (Lines{"pmie: syntax error - near line 3 of standard input", "detail"}));
  // The terminator takes the blanks behind it.
  EXPECT_EQ(
      lines("c > 1"),
      (Lines{"pmie: syntax error - near line 5 of standard input", "detail"}));
  EXPECT_EQ(lines("> e"),
            (Lines{"pmie: syntax error - at end of file", "detail"}));
}

}  // namespace
}  // namespace grammar
