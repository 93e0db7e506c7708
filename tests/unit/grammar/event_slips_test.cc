// What is told of each slip in a condition.
#include "grammar/event_slips.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

/// The hint of the condition `condition`.
std::string Hint(const std::string& condition) {
  return Parse("count_event ( m where " + condition + " ) > 0;")
      .diagnostics.at(0)
      .hint;
}

TEST(EventSlips, SignsAndWordsOfOthers) {
  EXPECT_EQ(Hint("x = \"a\""), "== compares");
  EXPECT_EQ(Hint("x === 5"), "write == for it");
  EXPECT_EQ(Hint("x ~ \"a\""), "=~ matches a regular expression");
  EXPECT_EQ(Hint("x <> 5"), "!= is it here");
  EXPECT_EQ(Hint("x <> \"a\""), "!= is it here");
  EXPECT_EQ(Hint("x > 5 & y > 5"), "and is &&");
  for (const char* one : {"event.flags & 1", "event.flags & 4 != 0"}) {
    EXPECT_EQ(Hint(one),
              "and is &&, and there is none of bits: event.start, event.end "
              "and event.point are 1 or 0");
  }
  EXPECT_EQ(Hint("x == y & 5 < z"), "and is &&");
  EXPECT_EQ(Hint("x > 5 and y > 5"), "and is &&");
  EXPECT_EQ(Hint("x > 5 or y > 5"), "or is ||");
  EXPECT_EQ(Hint("x contain \"a\""), "did you mean contains?");
  EXPECT_EQ(Hint("x strats \"a\""), "did you mean starts?");
  EXPECT_EQ(Hint("x ends \"a\""),
            "what a text ends with is a regular expression: =~ \"x\\$\"");
}

TEST(EventSlips, Negations) {
  EXPECT_EQ(Hint("not x contains \"a\""),
            "not is !: ! ( message contains \"x\" )");
  for (const char* one : {"x !contains \"a\"", "x not contains \"a\""}) {
    EXPECT_EQ(Hint(one),
              "! stands before a whole comparison: ! ( message contains "
              "\"x\" )");
  }
}

TEST(EventSlips, TextsAndLists) {
  for (const char* one :
       {"x contains a", "x =~ 'a'", "x in (a)", "x in (\"b\", a)"}) {
    EXPECT_EQ(Hint(one), "strings stand in double quotes: \"a\"") << one;
  }
  EXPECT_EQ(Hint("x in \"a\""),
            "a list stands in parentheses: in ( \"x\", \"y\" )");
  EXPECT_EQ(Hint("x in (\"a\" \"b\")"),
            "commas stand between the members of a list");
  EXPECT_EQ(Hint("x in (500, 5xx)"),
            "members of a list are numbers, and texts in double quotes: in ( "
            "\"x\", 5 )");
  EXPECT_EQ(Hint("x starts with \"a\""),
            "starts stands alone: message starts \"x\"");
}

TEST(EventSlips, ParametersThatAreMissing) {
  for (const char* one :
       {"contains \"a\"", "x > 5 && starts \"a\"", "! contains \"a\"",
        "(=~ \"a\")", "x > 5 || !~ \"a\"", "in (\"a\")"}) {
    EXPECT_EQ(Hint(one),
              "what is looked into stands before it: message contains \"x\"")
        << one;
  }
}

TEST(EventSlips, WhatIsNotClosed) {
  const std::string list = "a list ends with ): in ( \"x\", \"y\" )";
  EXPECT_EQ(Hint("x in (\"a\", \"b\" && y > 5"), list);
  EXPECT_EQ(Hint("x in (5 && y > 5"), list);
  const std::string function =
      "a ) is missing before it: what is asked of records ends with one of its "
      "own";
  EXPECT_EQ(Hint("x in (\"a\""), function);
  EXPECT_EQ(Hint("(x > 5"), function);
}

TEST(EventSlips, APairHasNoTime) {
  for (const char* pair : {"pair m", "pair m where x > 5", "pair m by x"}) {
    EXPECT_EQ(Parse("max_event duration ( " + std::string(pair) +
                    " within 5 sec ) > 0;")
                  .diagnostics.at(0)
                  .hint,
              "a pair has no within: it lasts until a record ends it")
        << pair;
  }
}

TEST(EventSlips, ATimeThatIsMissing) {
  EXPECT_EQ(Hint("x > 1 then m where x > 2"),
            "behind then the time is missing: within 30 sec");
  EXPECT_EQ(Hint("x > 1 without m"),
            "behind without the time is missing: within 30 sec");
}

TEST(EventSlips, OfAllElseTheFormIsTold) {
  EXPECT_EQ(Hint("x > 5 7").substr(0, 20), "a condition compares");
}

}  // namespace
}  // namespace grammar
