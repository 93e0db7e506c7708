// engine/check/checker.h: what is wrong, whole diagnostics, and the numbers
// that wrong statements use up (docs/pmie.md, "Statements and numbers",
// "Recovery"). pmie's lines are the oracle's; tests/oracle/check_test.py asks
// it anew.
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

/// Counts what it is asked.
class CountingCatalog : public tests::MemoryCatalog {
 public:
  base::Result<pmapi::MetricDesc> Describe(
      std::string_view name) const override {
    ++asked;
    return tests::MemoryCatalog::Describe(name);
  }
  mutable int asked = 0;
};

/// Two live hosts with the metrics `load` and, on b, `late`: a string, which
/// later is a number.
class CheckAgainTest : public testing::Test {
 protected:
  CheckAgainTest() {
    pmapi::MetricDesc desc;
    desc.type = pmapi::Type::kDouble;
    for (CountingCatalog* catalog : {&a_, &b_, &b_later_}) {
      catalog->AddMetric("load", desc);
    }
    b_later_.AddMetric("late", desc);
    desc.type = pmapi::Type::kString;
    b_.AddMetric("late", desc);
  }

  Checked Check(const std::string& text) {
    source_.emplace("rules", text);
    return checker_.Check(*source_, parser_.Parse(*source_), 7);
  }
  Rechecked CheckB() { return checker_.CheckAgain({{1, View("b", b_later_)}}); }
  static SourceView View(const char* name, const CountingCatalog& catalog) {
    return {name, name, &catalog, true, true};
  }
  static std::vector<std::string> Names(const Rechecked& rechecked) {
    std::vector<std::string> names;
    for (const auto& one : rechecked.statements) names.push_back(one.name);
    return names;
  }

  CountingCatalog a_;
  CountingCatalog b_;
  CountingCatalog b_later_;
  grammar::Parser parser_;
  std::optional<grammar::SourceText> source_;
  Checker checker_{{View("a", a_), View("b", b_)}};
};

TEST_F(CheckAgainTest, OnlyWhatAsksAChangedSource) {
  Check(
      "load; load :a; load :b; x = load :a + load :b; $hour > 1;"
      "some_host load :a :b > 1 -> print \"x\";");
  a_.asked = b_.asked = 0;
  const Rechecked of_b = CheckB();
  EXPECT_THAT(of_b.numbers, ElementsAre(2, 3, 5));
  EXPECT_THAT(Names(of_b), ElementsAre("expr_3", "x", "expr_5"));
  EXPECT_EQ(of_b.statements[0].number, 2);
  EXPECT_EQ(of_b.statements[0].file, 7);
  EXPECT_EQ(a_.asked, 0) << "what it has said still holds";
  EXPECT_EQ(b_.asked, 0);
  EXPECT_EQ(b_later_.asked, 1);
  EXPECT_THAT(checker_.CheckAgain({{0, View("a", a_)}}).numbers,
              ElementsAre(0, 1, 3, 5));
  EXPECT_THAT(checker_.CheckAgain({}).numbers, IsEmpty());
}

TEST_F(CheckAgainTest, WhatWasWrongMayBeRightAndTheOtherWayRound) {
  EXPECT_THAT(NamesOf(Check("late :b > 1; late :b == \"x\"; load :b;")),
              ElementsAre("expr_2", "expr_3"));
  const Rechecked now = CheckB();
  EXPECT_THAT(now.numbers, ElementsAre(0, 1, 2));
  EXPECT_THAT(Names(now), ElementsAre("expr_1", "expr_3"));
}

// The metrics are told of by who knows the hosts.
TEST_F(CheckAgainTest, TellsOfInstancesThatAreMissingButOfNoMetrics) {
  pmapi::MetricDesc desc;
  desc.type = pmapi::Type::kDouble;
  desc.indom = pmapi::InDom{1};
  b_later_.AddMetric("disk", desc);
  b_later_.AddInDom(desc.indom, {{0, "sda"}});
  EXPECT_THAT(Check("disk :b #sdb; gone :b;").diagnostics, testing::SizeIs(2));
  const Rechecked now = CheckB();
  ASSERT_THAT(now.diagnostics, testing::SizeIs(1));
  EXPECT_EQ(now.diagnostics[0].second.severity, Severity::kWarning);
  EXPECT_EQ(now.diagnostics[0].second.message,
            "disk has no instance \"sdb\" in pmcd b (host b)");
  EXPECT_THAT(now.statements, testing::SizeIs(2));
}

TEST_F(CheckAgainTest, ANameIsOneStatements) {
  EXPECT_THAT(NamesOf(Check("x = load :b; x = late :b;")), ElementsAre("x"));
  EXPECT_THAT(Names(CheckB()), ElementsAre("x"));
}

TEST_F(CheckAgainTest, KnowsTextsThatCameSince) {
  Check("load :b;");
  CheckB();
  const grammar::SourceText second("more", "load :b; load :a;");
  checker_.Check(second, parser_.Parse(second), 8);
  const Rechecked now = CheckB();
  EXPECT_THAT(now.numbers, ElementsAre(0, 1));
  EXPECT_EQ(now.statements[1].file, 8);
}

}  // namespace
}  // namespace engine::check
