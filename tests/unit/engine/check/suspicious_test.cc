// Suspicious expressions: valid, and hardly meant so.
#include "engine/check/suspicious.h"

#include <gtest/gtest.h>

#include "tests/unit/engine/check/checked.h"

namespace engine::check {
namespace {

TEST(Suspicious, WarnsOfAndAndOrWithoutParentheses) {
  const auto warnings = [](const std::string& text) {
    return World().Check(text).diagnostics.size();
  };
  EXPECT_EQ(warnings("t.s.kb > 1 || t.s.kb > 2 && t.s.kb > 3;"), 1u);
  EXPECT_EQ(warnings("(t.s.kb > 1 || t.s.kb > 2) && t.s.kb > 3;"), 0u);
  EXPECT_EQ(warnings("(t.s.kb > 1) || (t.s.kb > 2) && (t.s.kb > 3);"), 1u);
  EXPECT_EQ(warnings("t.s.kb > 1 || (t.s.kb > 2 && t.s.kb > 3);"), 0u);
  EXPECT_EQ(warnings("t.s.kb > 1 || t.s.kb > 2 || t.s.kb > 3;"), 0u);
}

TEST(Suspicious, HintForPattern) {
  EXPECT_EQ(HintForPattern("("), "it is an extended one, as of grep -E");
  EXPECT_EQ(HintForPattern("(?i)error"),
            "it is an extended one, as of grep -E, without (?...): either "
            "case is [Ee]rror");
}

TEST(Suspicious, WarnsOfAMetricThatLooksLikeAUnit) {
  const auto said = World::CheckWithoutSources("x > 10 Mbyte/s;").diagnostics;
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].message, "s is no unit: this divides by a metric");
  EXPECT_EQ(said[0].hint, "the unit is sec");
  EXPECT_EQ(said[0].pmie, std::vector<std::string>());
  EXPECT_TRUE(World::CheckWithoutSources("x > 10 / s;").diagnostics.empty());
  EXPECT_TRUE(
      World::CheckWithoutSources("x > 10 Mbyte/sec;").diagnostics.empty());
}

TEST(Suspicious, WarnsOfADashBehindAName) {
  const auto said = [](const std::string& text) {
    return World::CheckWithoutSources(text).diagnostics;
  };
  for (const char* text : {"x :web-1;", "x #sda-1 > 2;", "x :web-x;"}) {
    ASSERT_EQ(said(text).size(), 1u) << text;
    EXPECT_EQ(said(text)[0].message,
              "this subtracts: without quotes no name has a -");
  }
  for (const char* text : {"x :web - 1;", "x-1;", "x :'web-1';", "x #sda -1;",
                           "(x #sda)-1;", "x #sda+1;"}) {
    EXPECT_TRUE(said(text).empty()) << text;
  }
}

TEST(Suspicious, WarnsOfADashBetweenSamples) {
  const auto said = World::CheckWithoutSources("x @0-4;").diagnostics;
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].hint, "the last five samples are @0..4");
  EXPECT_TRUE(World::CheckWithoutSources("x @0 - y;").diagnostics.empty());
}

using Said = std::vector<std::string>;

Said WarningsOf(const Checked& checked) {
  Said said;
  for (const auto& one : checked.diagnostics) {
    EXPECT_EQ(one.severity, grammar::Severity::kWarning) << one.message;
    EXPECT_EQ(one.pmie, Said());
    said.push_back(one.message + ": " + one.hint);
  }
  return said;
}

TEST(Written, WarnsOfTheNameOfARuleThatIsAMetric) {
  EXPECT_EQ(WarningsOf(World::CheckWithoutSources("cpu: kernel.idle < 5;")),
            Said{"this is the metric cpu of the host kernel.idle: a rule is "
                 "named by a =, as in cpu = ..."});
  for (const char* text : {"cpu :kernel < 5;", "cpu:kernel < 5;"}) {
    EXPECT_EQ(WarningsOf(World::CheckWithoutSources(text)), Said()) << text;
  }
}

TEST(Written, WarnsOfTheRateOfACounter) {
  EXPECT_EQ(WarningsOf(World().Check("rate t.s.cnt > 1;")),
            Said{"t.s.cnt is a counter and is read as its rate: this is how "
                 "fast that rate changes: leave rate away"});
  for (const char* text :
       {"rate t.s.gauge > 1;", "rate (instant t.s.cnt) > 1;", "t.s.cnt > 1;"}) {
    EXPECT_EQ(WarningsOf(World().Check(text)), Said()) << text;
  }
}

TEST(Written, WarnsOfAnAggregateOverOneSample) {
  for (const char* text :
       {"all_sample (t.s.gauge > 8);", "all_sample (t.s.gauge @4 > 8);",
        "count_sample (t.s.gauge < 8) > 2;", "avg_sample t.s.gauge;"}) {
    EXPECT_EQ(WarningsOf(World().Check(text)),
              Said{"this goes over one sample: there is no range of them: the "
                   "last five samples of a metric are METRIC @0..4"})
        << text;
  }
  EXPECT_EQ(WarningsOf(World().Check("all_sample (t.s.gauge @0..4 > 8);")),
            Said());
}

TEST(Written, WarnsOfAShareThatIsRoundedToNone) {
  const auto said = [](const std::string& condition) {
    return WarningsOf(World().Check(condition + ";"));
  };
  EXPECT_EQ(said("16%_inst t.i.gauge > 1"),
            Said{"16% of 3 is rounded to none: this is always true: some_inst "
                 "asks for one at least"});
  EXPECT_EQ(said("20%_inst t.i.gauge #red #green > 1"),
            Said{"20% of 2 is rounded to none: this is always true: some_inst "
                 "asks for one at least"});
  EXPECT_EQ(said("20%_host t.s.gauge :hostA :hostB > 1"),
            Said{"20% of 2 is rounded to none: this is always true: some_host "
                 "asks for one at least"});
  EXPECT_EQ(said("20%_sample t.s.gauge @0..1 > 1"),
            Said{"20% of 2 is rounded to none: this is always true: "
                 "some_sample asks for one at least"});
  for (const char* condition :
       {"17%_inst t.i.gauge > 1", "25%_inst t.i.gauge #red #green > 1",
        "25%_host t.s.gauge :hostA :hostB > 1", "20%_inst t.late.i > 1",
        "p50_inst t.i.gauge > 1", "20%_inst t.i.gauge :hostA :hostB > 1"}) {
    EXPECT_EQ(said(condition), Said()) << condition;
  }
}

TEST(Written, WarnsOfADigitThatIsALetter) {
  EXPECT_EQ(
      WarningsOf(World::CheckWithoutSources(R"(match_inst "^eth\\d" x > 1;)")),
      Said{R"(\d in a regular expression is the letter d: )"
           "a digit is [0-9]"});
  EXPECT_EQ(WarningsOf(
                World::CheckWithoutSources(R"(match_inst "^eth\\\\d" x > 1;)")),
            Said())
      << "a backslash and a d";
}

TEST(Written, WarnsOfABackspaceThatIsMeantForAnEndOfAWord) {
  EXPECT_EQ(
      WarningsOf(World::CheckWithoutSources(R"(nomatch_inst "\\bsd" x > 1;)")),
      Said());
  EXPECT_EQ(
      WarningsOf(World::CheckWithoutSources(R"(nomatch_inst "\bsd\b" x > 1;)")),
      Said{R"(\b in a string is a backspace, and no end of a word: )"
           R"(a \ in a string is written twice: \\b)"});
}

TEST(Written, WarnsOfASetThatHasOneInstanceNow) {
  const auto said = [](const std::string& condition) {
    return WarningsOf(World().CheckWaiting(condition + " -> print \"x\";"));
  };
  EXPECT_EQ(said("t.o.gauge > 1"),
            Said{"there is one instance now, and the rule is about it alone: "
                 "with more it is refused: put some_inst (or all_inst) before "
                 "it"});
  for (const char* condition :
       {"some_inst t.o.gauge > 1", "t.o.gauge #only > 1", "t.s.gauge > 1"}) {
    EXPECT_EQ(said(condition), Said()) << condition;
  }
  EXPECT_EQ(WarningsOf(World().Check("t.o.gauge > 1 -> print \"%i\";")), Said())
      << "an archive has no more";
}

}  // namespace
}  // namespace engine::check
