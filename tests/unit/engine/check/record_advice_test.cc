// Advice on what is asked of records: what is told of, and what is left alone.
#include "engine/check/record_advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/engine/check/event_world.h"

namespace engine::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "message: hint" of all that `advise` has to say.
template <typename Advise>
std::vector<std::string> Told(Advise advise) {
  const grammar::SourceText source("<stdin>", "x");
  std::vector<grammar::Diagnostic> diagnostics;
  Report report(source, &diagnostics);
  advise(&report);
  std::vector<std::string> told;
  for (const auto& one : diagnostics) {
    told.push_back(one.message + ": " + one.hint);
  }
  return told;
}

std::vector<std::string> OfText(const std::string& text) {
  return Told([&text](Report* report) {
    WarnOfPlainText("msg", "contains", text, {}, report);
  });
}

std::vector<std::string> OfPattern(const std::string& pattern) {
  return Told([&pattern](Report* report) {
    WarnOfEmptyAlternative(**base::Pattern::Compile(pattern), {}, report);
  });
}

std::vector<std::string> OfCount(expr::ast::BinaryOp op, double with) {
  return Told([&](Report* report) {
    WarnOfEveryCount({op, with}, {}, report);
  });
}

TEST(RecordAdvice, TellsOfTextsThatLookLikePatterns) {
  const auto said = [](const std::string& text, const std::string& pattern) {
    return "contains takes \"" + text +
           "\" as it stands, and it looks like a pattern: =~ matches a regular "
           "expression: msg =~ \"" +
           pattern + '"';
  };
  for (const char* text :
       {"a|b", "access denied|refused", "^ERR", "^[0-9]", "disk .* failed"}) {
    EXPECT_THAT(OfText(text), ElementsAre(said(text, text))) << text;
  }
  EXPECT_THAT(OfText("ali*"), ElementsAre(said("ali*", "^ali")));
  EXPECT_THAT(OfText("failed$"), ElementsAre(said("failed\\$", "failed\\$")));
}

TEST(RecordAdvice, LeavesTextsOfRealLogsAlone) {
  for (const char* text : {"",
                           "*",
                           "|",
                           "^",
                           "$",
                           "a | b",
                           "|ERROR|",
                           "CEF:0|Vendor|Product",
                           "2024-01-01 10:00:00|INFO|main",
                           "**bold**",
                           "***",
                           " * ",
                           "5 * 3",
                           "IPC$",
                           "ADMIN$",
                           "US$",
                           "costs 5$",
                           "a^b",
                           "x||y",
                           "[ERR]",
                           "SELECT * FROM t",
                           "/* comment */",
                           "count(*)",
                           "v1.2",
                           "(a)",
                           "a+b",
                           "what?",
                           "char *"}) {
    EXPECT_THAT(OfText(text), IsEmpty()) << text;
  }
}

TEST(RecordAdvice, TellsOfAlternativesThatMatchEverything) {
  for (const char* pattern : {"alice || bob", "|a", "a|", "(|a)", "(a|)",
                              "(a|b|)*", "a||b", "[|]|", "\\||", "[^]|]|"}) {
    EXPECT_THAT(OfPattern(pattern),
                ElementsAre("an alternative is empty, and so every text "
                            "matches this: a single | stands between two "
                            "alternatives: =~ \"a|b\""))
        << pattern;
  }
}

TEST(RecordAdvice, LeavesOtherAlternativesAlone) {
  for (const char* pattern :
       {"alice|bob", "error(s|)", "(|re)started", "[|]", "[]|]", "a\\|",
        "\\(|)", "x(|a)y", ".*", "^(|a)$", "a*"}) {
    EXPECT_THAT(OfPattern(pattern), IsEmpty()) << pattern;
  }
}

TEST(RecordAdvice, TellsOfWhatIsTheSameOfEveryCount) {
  using Op = expr::ast::BinaryOp;
  const std::string never =
      "a count is 0 at least: this is never true: no record at all is: "
      "count_event ( ... ) == 0";
  const std::string always =
      "a count is 0 at least: this is never false: one record at least is: "
      "count_event ( ... ) > 0";
  EXPECT_THAT(OfCount(Op::kLess, 0), ElementsAre(never));
  EXPECT_THAT(OfCount(Op::kLessEqual, -1), ElementsAre(never));
  EXPECT_THAT(OfCount(Op::kEqual, -1), ElementsAre(never));
  EXPECT_THAT(OfCount(Op::kGreaterEqual, -1), ElementsAre(always));
  EXPECT_THAT(OfCount(Op::kGreater, -1), ElementsAre(always));
  EXPECT_THAT(OfCount(Op::kNotEqual, -1), ElementsAre(always));
  EXPECT_THAT(OfCount(Op::kGreater, 0), IsEmpty());
  EXPECT_THAT(OfCount(Op::kGreaterEqual, 0), IsEmpty()) << "shows them all";
  EXPECT_THAT(OfCount(Op::kLessEqual, 0), IsEmpty());
  EXPECT_THAT(OfCount(Op::kNotEqual, 0), IsEmpty());
}

std::vector<std::string> OfWithin(const std::string& metric,
                                  const std::string& sequel) {
  return EventWorld::ToldWithoutSources("delta = 10 sec; count_event ( " +
                                        metric + ' ' + sequel + " ) > 1;");
}

TEST(RecordAdvice, TellsOfATimeThatNoTwoEvaluationsAreApart) {
  const std::string lines = "logger.perfile.app.records";
  for (const char* word : {"then ", "without "}) {
    EXPECT_THAT(
        OfWithin(lines, word + lines + " within 5 sec"),
        ElementsAre("within is shorter than the interval (delta): the time of "
                    "a line is when it was read, and so nothing follows what "
                    "an evaluation before has read: within is to be the "
                    "interval at least: look more often, or wait longer"))
        << word;
    EXPECT_THAT(OfWithin(lines, word + lines + " within 10 sec"), IsEmpty());
  }
}

TEST(RecordAdvice, OthersHaveATimeOfTheirOwn) {
  EXPECT_THAT(OfWithin("kmsg.records", "then kmsg.records within 5 sec"),
              IsEmpty());
  EXPECT_THAT(OfWithin("logger.perfile.app.records", "where x > 1"), IsEmpty());
}

}  // namespace
}  // namespace engine::check
