// engine/check/checker.h: what is wrong, whole diagnostics, and the numbers
// that wrong statements use up (reference, 2.3 and 2.5). pmie's lines are the
// oracle's; tests/oracle/check_test.py asks it anew.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/check/checked.h"

namespace engine::check {
namespace {

using grammar::Diagnostic;
using grammar::Severity;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Diagnostics, UnknownMetric) {
  EXPECT_THAT(
      World().Check("t.s.guage > 1;").diagnostics,
      ElementsAre(Diagnostic{
          Severity::kError,
          {0, 9},
          "no metric t.s.guage in archive archives/a (host hostA)",
          "did you mean \"t.s.gauge\"?",
          {"pmie: metric t.s.guage not in namespace for archive archives/a "
           "(host hostA)",
           "pmLookupName failed: Unknown metric name"}}));
}

TEST(Diagnostics, BeginningOfMetrics) {
  EXPECT_THAT(
      World().Check("t.i;").diagnostics,
      ElementsAre(Diagnostic{
          Severity::kError,
          {0, 3},
          "t.i is not a metric, only the beginning of some",
          "it is a group of metrics: t.i.cnt, t.i.gauge, t.i.str",
          {"pmie: metric t.i not in namespace for archive archives/a (host "
           "hostA)",
           "pmLookupName failed: Metric name is not a leaf in PMNS"}}));
}

TEST(Diagnostics, UnknownInstancesEachOnTheFirstHostThatLacksThem) {
  EXPECT_THAT(
      World().Check("t.i.gauge :hostB :hostA #read #green #x;").diagnostics,
      ElementsAre(
          Diagnostic{Severity::kError,
                     {0, 39},
                     "t.i.gauge has no instance \"read\" in archive b (host "
                     "hostB)",
                     "did you mean \"red\"?",
                     {"Error: metric t.i.gauge from archive b (host hostB) "
                      "does not (currently) have instance \"read\""}},
          Diagnostic{Severity::kError,
                     {0, 39},
                     "t.i.gauge has no instance \"x\" in archive b (host "
                     "hostB)",
                     "",
                     {"Error: metric t.i.gauge from archive b (host hostB) "
                      "does not (currently) have instance \"x\""}}));
}

TEST(Diagnostics, UnknownHostEndsPmie) {
  const Checked checked = World().Check("t.s.gauge :hostC; t.s.kb;");
  EXPECT_THAT(
      checked.diagnostics,
      ElementsAre(Diagnostic{Severity::kError,
                             {0, 16},
                             "no archive of host \"hostC\" is open",
                             "did you mean \"hostA\"?",
                             {"pmie: cannot open archive unknown archive",
                              "pmNewContext: No such file or directory"}}));
  EXPECT_EQ(checked.unknown_host, 0u);
}

TEST(Diagnostics, InstancesOfWhatHasNone) {
  EXPECT_EQ(PmieTextOf(World().Check("t.s.gauge #red;")),
            "pmie: metric t.s.gauge has no instances\n");
}

TEST(Diagnostics, TypesThatAreNoValues) {
  EXPECT_EQ(PmieTextOf(World().Check("t.s.event;")),
            "pmie: metric t.s.event has inappropriate type\n");
  EXPECT_EQ(PmieTextOf(World().Check("t.s.none > 1;")), "");
}

TEST(Diagnostics, DomainThatTheArchiveDoesNotHave) {
  EXPECT_EQ(PmieTextOf(World().Check("t.x.gauge > 1;")),
            "Metric t.x.gauge from archive archives/a (host hostA) - instance "
            "domain not available in archive\n"
            "pmGetInDomArchive failed: Instance domain identifier not defined "
            "in the PCP archive log\n");
}

TEST(Diagnostics, ConditionThatIsNoSingleTruth) {
  EXPECT_THAT(
      World().Check("t.i.gauge @0..1 > 1 -> print \"x\";\n").diagnostics,
      ElementsAre(
          Diagnostic{Severity::kError,
                     {0, 32},
                     "the condition of a rule must be a single truth",
                     "put some_sample some_inst (or all_...) before it",
                     {"pmie: syntax error - at end of file",
                      "rule condition must have a single boolean value"}}));
}

TEST(Diagnostics, StringsInArithmetic) {
  EXPECT_THAT(World().Check("t.s.kb;\nt.s.str + 1 > 2;\n").diagnostics,
              ElementsAre(Diagnostic{
                  Severity::kError,
                  {8, 19},
                  "\"+\" cannot be used with strings",
                  "strings can be compared with == and !=",
                  {"pmie: syntax error - near line 2 of standard input",
                   "arithmetic (not STRING) operand required for +"}}));
}

TEST(Diagnostics, TheSecondNameOfASort) {
  EXPECT_EQ(PmieTextOf(World().Check("x = t.s.kb;\nx = t.s.kb;\n;t.s.kb;")),
            "pmie: syntax error - near line 3 of standard input\n"
            "rule \"x\" multiply defined\n");
}

TEST(Diagnostics, IllegalRegularExpression) {
  EXPECT_THAT(
      World().Check("match_inst \"(\" t.i.gauge > 1;").diagnostics,
      ElementsAre(Diagnostic{Severity::kError,
                             {0, 28},
                             "illegal regular expression: a ( without its )",
                             "it is an extended one, as of grep -E",
                             {"illegal regular expression \"(\""}}));
}

TEST(Diagnostics, AStringOnOneHostANumberOnAnother) {
  const Checked checked = World().Check("t.mix :hostA :hostB;");
  ASSERT_EQ(checked.diagnostics.size(), 1u);
  EXPECT_EQ(checked.diagnostics[0].message,
            "t.mix is a string on one host and a number on another");
  EXPECT_THAT(World().Check("t.mix; t.mix :hostB > 1;").diagnostics, IsEmpty());
}

TEST(Diagnostics, WarnsOfDomainsPairedByPosition) {
  const Checked checked = World().Check(
      "t.i.gauge + t.d.gauge #d0 #d1 #d2; "
      "t.i.gauge + t.i.gauge :hostB;");
  ASSERT_EQ(checked.diagnostics.size(), 1u);
  EXPECT_EQ(checked.diagnostics[0].severity, Severity::kWarning);
  EXPECT_EQ(checked.statements.size(), 2u);
}

TEST(Diagnostics, WarnsOfAndAndOrWithoutParentheses) {
  const auto warnings = [](const std::string& text) {
    return World().Check(text).diagnostics.size();
  };
  EXPECT_EQ(warnings("t.s.kb > 1 || t.s.kb > 2 && t.s.kb > 3;"), 1u);
  EXPECT_EQ(warnings("(t.s.kb > 1 || t.s.kb > 2) && t.s.kb > 3;"), 0u);
  EXPECT_EQ(warnings("(t.s.kb > 1) || (t.s.kb > 2) && (t.s.kb > 3);"), 1u);
  EXPECT_EQ(warnings("t.s.kb > 1 || (t.s.kb > 2 && t.s.kb > 3);"), 0u);
  EXPECT_EQ(warnings("t.s.kb > 1 || t.s.kb > 2 || t.s.kb > 3;"), 0u);
}

// The statement, then what is wrong with it after the first mistake.
TEST(Diagnostics, AfterTheFirstMistakeNothingIsLookedUp) {
  EXPECT_EQ(PmieTextOf(World().Check("t.s.no > 1 && t.s.no2 > 1;")),
            "pmie: metric t.s.no not in namespace for archive archives/a "
            "(host hostA)\npmLookupName failed: Unknown metric name\n");
  EXPECT_EQ(PmieTextOf(World().Check(
                "t.i.gauge > t.d.gauge && (t.s.no > 3); t.s.kb;")),
            "pmie: syntax error - near line 1 of standard input\n"
            "instance domains have different size (3 and 4)\n");
  EXPECT_EQ(PmieTextOf(
                World().Check("t.i.gauge > t.d.gauge -> print \"x\"; t.s.kb;")),
            "pmie: syntax error - near line 1 of standard input\n"
            "instance domains have different size (3 and 4)\n"
            "pmie: syntax error - near line 1 of standard input\n"
            "rule condition must have a single boolean value\n");
}

struct Numbered {
  const char* statement;
  const char* next;  // the name of the t.s.kb behind it
};

class Numbers : public testing::TestWithParam<Numbered> {};

TEST_P(Numbers, AreUsedUpAsInPmie) {
  const std::string text = std::string(GetParam().statement) + " t.s.kb;";
  EXPECT_EQ(NamesOf(World().Check(text)).back(), GetParam().next) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Checker, Numbers,
    testing::Values(
        Numbered{"t.s.no > 1;", "expr_1"}, Numbered{"t.s.gauge #x;", "expr_1"},
        Numbered{"t.i.gauge #no;", "expr_1"},
        Numbered{"sum_inst t.s.str;", "expr_1"},
        Numbered{"sum_host 5;", "expr_1"},
        Numbered{"match_inst \"(\" t.s.gauge > 1;", "expr_1"},
        Numbered{"t.s.gauge + t.s.no;", "expr_1"},
        Numbered{"t.s.no > 1 && t.s.gauge > 1;", "expr_1"},
        Numbered{"sum_host 5 > 1 && t.s.gauge > 1;", "expr_1"},
        Numbered{"t.s.gauge > 1 && t.s.no > 1;", "expr_2"},
        Numbered{"t.i.gauge > t.d.gauge;", "expr_2"},
        Numbered{"t.s.gauge == \"x\";", "expr_2"},
        Numbered{"t.i.gauge > 1 -> print \"x\";", "expr_2"},
        Numbered{"t.s.no > 1 -> print \"x\";", "expr_2"},
        Numbered{"some_inst t.i.gauge #no > 1 -> print \"x\";", "expr_2"},
        Numbered{"5;", "expr_2"}, Numbered{"\"a\";", "expr_2"},
        Numbered{"a = 5;", "expr_1"}, Numbered{"print \"x\";", "expr_2"},
        Numbered{"expr_2 = t.s.gauge; t.s.ms == t.s.ms;", "expr_1"}));

}  // namespace
}  // namespace engine::check
