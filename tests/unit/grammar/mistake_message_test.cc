// What people read about their mistakes, whole.
#include "grammar/mistake_message.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

TEST(Message, ShowsTheWordAndWhatWasWanted) {
  EXPECT_EQ(Rendered("busy = some_inst (disk.dev.total > ) -> print \"x\";"),
            "rules:1:36: error: a number or a metric must follow >, not )\n"
            "  busy = some_inst (disk.dev.total > ) -> print \"x\";\n"
            "                                     ^\n");
}

TEST(Message, SlipsOfKeywords) {
  EXPECT_EQ(Rendered("a > 1 -> prnit \"x\""),
            "rules:1:10: error: an action must follow ->, not prnit\n"
            "  a > 1 -> prnit \"x\"\n"
            "           ^~~~~\n"
            "  hint: did you mean print?\n");
  EXPECT_EQ(Rendered("rat a > 1"),
            "rules:1:1: error: an operator or a ; is missing behind rat\n"
            "  rat a > 1\n"
            "  ^~~\n"
            "  hint: did you mean rate?\n");
}

TEST(Message, WordsOfOtherLanguages) {
  EXPECT_EQ(Rendered("a > 1 and b > 2"),
            "rules:1:7: error: an operator or a ; is missing before and\n"
            "  a > 1 and b > 2\n"
            "        ^~~\n"
            "  hint: write && for \"and\"\n");
  EXPECT_EQ(Rendered("a > 10 KB"),
            "rules:1:8: error: an operator or a ; is missing before KB\n"
            "  a > 10 KB\n"
            "         ^~\n"
            "  hint: the unit is Kbyte\n");
  EXPECT_EQ(Rendered("# a comment\na;"),
            "rules:1:1: error: an expression must stand here, not #\n"
            "  # a comment\n"
            "  ^\n"
            "  hint: a comment starts with //, or stands between /* and */\n");
}

TEST(Message, WhatIsMissingAtTheEndIsMissingBehindTheLastWord) {
  EXPECT_EQ(Rendered("a >\n\n // nothing\n;"),
            "rules:1:4: error: a number or a metric must follow >, not the "
            "end of the statement\n"
            "  a >\n"
            "     ^\n");
  EXPECT_EQ(Rendered("(a > 1"),
            "rules:1:7: error: ( is not closed\n"
            "  (a > 1\n"
            "        ^\n");
}

TEST(Message, AnOperandOfTheWrongKind) {
  EXPECT_EQ(Rendered("x = ! kernel.all.load"),
            "rules:1:7: error: a condition must follow !, and this is a "
            "number\n"
            "  x = ! kernel.all.load\n"
            "        ^~~~~~~~~~~~~~~\n"
            "  hint: compare it with something: > 0, for example\n");
  EXPECT_EQ(Rendered("a -> print \"x\""),
            "rules:1:3: error: a condition must stand before ->, and this is "
            "a number\n"
            "  a -> print \"x\"\n"
            "    ^~\n"
            "  hint: compare it with something: > 0, for example\n");
  EXPECT_EQ(Rendered("hinv.ncpu = 2 -> print \"x\""),
            "rules:1:15: error: a condition must stand before ->, and this is "
            "a number\n"
            "  hinv.ncpu = 2 -> print \"x\"\n"
            "                ^~\n"
            "  hint: == compares; = names a statement\n");
  EXPECT_EQ(Rendered("1 < a < 2"),
            "rules:1:7: error: a number must stand before <, and this is a "
            "condition\n"
            "  1 < a < 2\n"
            "        ^\n"
            "  hint: two comparisons are joined by && or ||\n");
  EXPECT_EQ(Rendered("sum_inst (a > 1)"),
            "rules:1:13: error: a number or a metric is wanted here, and > "
            "makes a condition\n"
            "  sum_inst (a > 1)\n"
            "              ^\n");
}

TEST(Message, Macros) {
  EXPECT_EQ(Rendered("limit = 5; a > $limt"),
            "rules:1:16: error: there is no macro $limt\n"
            "  limit = 5; a > $limt\n"
            "                 ^~~~~\n"
            "  hint: did you mean $limit?\n");
  EXPECT_EQ(Rendered("n = 5; print \"$n\""),
            "rules:1:14: error: macro $n is not a string, so it cannot be "
            "part of one\n"
            "  n = 5; print \"$n\"\n"
            "               ^~~\n");
  EXPECT_EQ(Rendered("a;\nm = \"> >\";\na $m 5;"),
            "rules:3:3: error: a number or a metric must follow >, not >\n"
            "  a $m 5;\n"
            "    ^~\n"
            "  in the expansion of $m, defined at line 2\n");
}

TEST(Message, EveryStatementHasItsOwn) {
  EXPECT_EQ(Rendered("a > ;\nb;\nminute = 5;\nc :5;\ndelta = 0;"),
            "rules:1:4: error: a number or a metric must follow >, not the "
            "end of the statement\n"
            "  a > ;\n"
            "     ^\n"
            "rules:3:1: error: minute is a unit: it cannot name a statement\n"
            "  minute = 5;\n"
            "  ^~~~~~\n"
            "  hint: in single quotes it is a name: 'minute' = ...\n"
            "rules:4:4: error: the name of a host must follow :, not a "
            "number\n"
            "  c :5;\n"
            "     ^\n"
            "  hint: names stand in single quotes: :'5'\n"
            "rules:5:9: error: delta is the interval between evaluations: a "
            "positive time\n"
            "  delta = 0;\n"
            "          ^\n"
            "  hint: for example: delta = 10 sec;\n");
}

TEST(Message, StrayBytes) {
  EXPECT_EQ(Rendered("a ~ b"),
            "rules:1:3: error: '~' means nothing in a rule\n"
            "  a ~ b\n"
            "    ^\n");
  EXPECT_EQ(Rendered(std::string("a \x01")),
            "rules:1:3: error: the character U+0001 means nothing in a rule\n"
            "  a ?\n"
            "    ^\n");
}

// pmie prints it, too.
TEST(Message, ATimeInQuotes) {
  EXPECT_EQ(Rendered("print \"5 hours\" \"x\""),
            "rules:1:7: warning: a time in quotes is a part of the text, and "
            "no holdoff\n"
            "  print \"5 hours\" \"x\"\n"
            "        ^~~~~~~~~\n"
            "  hint: a holdoff stands without quotes: print 5 min \"...\"\n");
  EXPECT_EQ(AsPmie("print \"5 hours\" \"x\""), "");
  for (const char* right :
       {"print 5 hours \"x\"", "print \"5 hours\"", "print \"5\" \"x\"",
        "print \"x\" \"5 hours\"", "print 1 min \"5 hours\" \"x\"",
        "print \"5 users\" \"x\""}) {
    EXPECT_EQ(Rendered(right), "") << right;
  }
}

}  // namespace
}  // namespace grammar
