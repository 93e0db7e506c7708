// One explanation of a wrong statement: its place, our words, pmie's words.
#include "grammar/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/grammar/tokens.h"

namespace grammar {
namespace {

using testing::ElementsAre;

Explanation ExplanationOf(const std::string& text) {
  static const std::vector<std::string> no_macros;
  const SourceText source("<stdin>", text);
  return Explain(Scanned(text), PmieMessages(source, no_macros));
}

TEST(Explain, AMistakeHasItsPlaceAndBothWords) {
  const Explanation why = ExplanationOf("a > ;");
  EXPECT_EQ(why.diagnostic.severity, Severity::kError);
  EXPECT_EQ(why.diagnostic.span.begin, 3u);
  EXPECT_EQ(why.diagnostic.message,
            "a number or a metric must follow >, not the end of the "
            "statement");
  EXPECT_THAT(why.diagnostic.pmie,
              ElementsAre("pmie: syntax error - at end of file",
                          "arithmetic expression expected to follow >"));
  EXPECT_FALSE(why.takes_number);
}

TEST(Explain, WhatPmieHasTakenTakesANumber) {
  EXPECT_TRUE(ExplanationOf("a > 1 foo;").takes_number);
  EXPECT_FALSE(ExplanationOf("a foo;").takes_number);
}

TEST(Explain, AWordThatCannotBeOneIsTheMistake) {
  const Explanation why = ExplanationOf("a > $nope;");
  EXPECT_EQ(why.diagnostic.span, (Span{4, 9}));
  EXPECT_EQ(why.diagnostic.message, "there is no macro $nope");
  ASSERT_FALSE(why.diagnostic.pmie.empty());
  EXPECT_EQ(why.diagnostic.pmie[0], "undefined macro name $nope");
  EXPECT_FALSE(why.takes_number);
}

TEST(Explain, AMistakeBeforeSuchAWordComesFirst) {
  const Explanation why = ExplanationOf("a b $nope;");
  EXPECT_EQ(why.diagnostic.span, (Span{2, 3}));
  EXPECT_EQ(why.diagnostic.message, "an operator or a ; is missing before b");
  // pmie reads to the end all the same.
  EXPECT_EQ(why.diagnostic.pmie.back(), "undefined macro name $nope");
}

std::vector<std::string> Lines(const std::vector<Diagnostic>& some) {
  std::vector<std::string> lines;
  for (const Diagnostic& one : some) {
    lines.insert(lines.end(), one.pmie.begin(), one.pmie.end());
  }
  return lines;
}

// As pmie, which has read the action by then.
TEST(Explain, WarningsOfWhatIsCompleteAreNotLost) {
  const Explanation why = ExplanationOf(
      "a > 1 -> syslog \"-p bogus\" \"y\" & (syslog \"-t\" | print);");
  EXPECT_THAT(Lines(why.ahead),
              ElementsAre("pmie: warning - near line 1 of standard input",
                          "Ignoring unknown priority (bogus) for -p in syslog "
                          "action",
                          "pmie: warning - near line 1 of standard input",
                          "Missing tag after -t in syslog action"));
  EXPECT_EQ(why.ahead[0].span.begin, 16u);
  EXPECT_EQ(why.ahead[0].severity, Severity::kWarning);
  EXPECT_TRUE(why.behind.empty());
}

TEST(Explain, WarningsBehindTheMistakeAreNone) {
  const Explanation why = ExplanationOf(
      "a > 1 -> & syslog \"-p bogus\" \"y\" & syslog \"-p no\" \"y\";");
  EXPECT_TRUE(why.ahead.empty());
  EXPECT_TRUE(why.behind.empty());
}

// pmie complains of the macro first: it looks one word ahead.
TEST(Explain, AWarningThatWaitedForTheWordThatIsNoneFollowsIt) {
  const Explanation why =
      ExplanationOf("a > 1 -> syslog \"-p bogus\" \"y\" $nope;");
  EXPECT_TRUE(why.ahead.empty());
  EXPECT_THAT(Lines(why.behind),
              ElementsAre("pmie: warning - near line 1 of standard input",
                          "Ignoring unknown priority (bogus) for -p in syslog "
                          "action"));
}

// The parser is right, even if we cannot tell why.
TEST(Explain, WhatCannotBeExplainedIsNoStatement) {
  const Explanation why = ExplanationOf("a > 1;");
  EXPECT_EQ(why.diagnostic.message, "this is not a statement");
  EXPECT_EQ(why.diagnostic.span.begin, 0u);
  EXPECT_EQ(why.diagnostic.pmie.size(), 1u);
}

}  // namespace
}  // namespace grammar
