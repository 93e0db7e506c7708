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

TEST(Checker, UnknownHostEndsPmie) {
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

TEST(Checker, TheSecondNameOfASort) {
  EXPECT_EQ(PmieTextOf(World().Check("x = t.s.kb;\nx = t.s.kb;\n;t.s.kb;")),
            "pmie: syntax error - near line 3 of standard input\n"
            "rule \"x\" multiply defined\n");
}

// The statement, then what is wrong with it after the first mistake.
TEST(Checker, AfterTheFirstMistakeNothingIsLookedUp) {
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
