// The lines of -v, -V, -W and -X; what is expected is pmie's own output for
// such tables.
#include "cli/task_report.h"

#include <gtest/gtest.h>

#include "engine/check/checker.h"
#include "grammar/parser.h"
#include "tests/support/memory_source.h"

namespace cli {
namespace {

using engine::alarm::Detail;
using tests::Literal;

// 2001-09-09 01:46:40 UTC.
constexpr base::Timestamp kStart{1'000'000'000 * base::kNanosPerSecond};
constexpr base::Duration kStep{10 * base::kNanosPerSecond};

class NoActions : public engine::alarm::EventSink {
  void Perform(const engine::alarm::Event&, const Done& done) override {
    done(Outcome::kSucceeded);
  }
};

class TaskReportTest : public testing::Test {
 protected:
  TaskReportTest() {
    pmapi::MetricDesc desc;
    desc.type = pmapi::Type::kDouble;
    source_.AddScalar("one", desc, {1.5});
    source_.AddScalar("late", desc, {Literal()});
    desc.indom = pmapi::InDom{1};
    source_.AddInDom(desc.indom, {{1, "sda"}, {2, "sd b"}});
    source_.Add("set", desc, {{1, 2}, {{10, 21}}});
    source_.Add("gone", desc, {{1, 2}, {{}}});
    desc.semantics = pmapi::Semantics::kCounter;
    source_.Add("ops", desc, {{1, 2}, {{0, 0}}});
    source_.Add("grows", desc, {{1, 2}, {{0, {}}, {70, 0}}});
  }

  /// What is shown of `rules` after one evaluation, or the second one.
  std::string Shown(ReportStyle style, const std::string& rules,
                    bool stamped = false, bool second = false) {
    const grammar::SourceText text("rules", rules);
    grammar::Parser parser;
    engine::check::Checker checker({{"h", "h", &source_.Catalog()}});
    auto checked = checker.Check(text, parser.Parse(text), 0);
    EXPECT_TRUE(checked.diagnostics.empty());
    engine::schedule::ReplayOptions options;
    options.start = kStart;
    options.end = second ? kStart + kStep : kStart;
    options.zone = &zone_;
    options.detail = Detail::kBindings;
    NoActions no_actions;
    engine::schedule::Replay replay(std::move(checked.statements), {&source_},
                                    options, &no_actions);
    TaskReport report(style, stamped, &zone_);
    std::string shown;
    const auto append = [&](const engine::schedule::TaskResults& results) {
      shown.clear();
      report.Append(results, &shown);
    };
    EXPECT_TRUE(replay.Run({append, nullptr}).has_value());
    return shown;
  }

  tests::MemorySource source_{pmapi::TickGrid{kStart, kStep}, "h"};
  base::Zone zone_;
};

TEST_F(TaskReportTest, NothingIsShownWithoutAStyle) {
  EXPECT_EQ(Shown(ReportStyle::kNone, "a = one;"), "");
}

TEST_F(TaskReportTest, ValuesStandOnOneLine) {
  EXPECT_EQ(Shown(ReportStyle::kValues, "a = one; set; late;"),
            "a: 1.50\nexpr_1: 10 21\nexpr_2: ?\n\n");
  EXPECT_EQ(Shown(ReportStyle::kValues, "a = set > 15; b = late > 1;"),
            "a: false true\nb: unknown\n\n");
}

TEST_F(TaskReportTest, NoMemberIsUnknown) {
  EXPECT_EQ(Shown(ReportStyle::kValues, "a = gone; b = gone > 1;"),
            "a: ?\nb: ?\n\n");
  EXPECT_EQ(Shown(ReportStyle::kValues, "a = some_inst gone > 1;"),
            "a: unknown\n\n");
  EXPECT_EQ(
      Shown(ReportStyle::kMembers, "a = gone; b = gone > 1; c = gone @1;"),
      "a: \nb: ?\nc: ?\n\n");
}

// A value was fetched, though no rate is known yet.
TEST_F(TaskReportTest, WhatIsPresentIsUnknownEach) {
  const std::string shown =
      "a: ? ?\nb: unknown unknown\nc: ? ? ? ?\nd: unknown\n\n";
  const std::string rules =
      "a = ops; b = ops > 1; c = ops @0..1; d = some_inst ops > 1;";
  EXPECT_EQ(Shown(ReportStyle::kValues, rules), shown);
  EXPECT_EQ(Shown(ReportStyle::kMembers, rules), shown);
  EXPECT_EQ(Shown(ReportStyle::kApplet, "a = ops; b = ops > 1;"),
            "? ? unknown unknown \n");
  EXPECT_EQ(Shown(ReportStyle::kValues, "a = grows; b = sum_inst grows;", false,
                  true),
            "a: 7 ?\nb: 7\n\n");
  EXPECT_EQ(Shown(ReportStyle::kMembers, "a = grows;", false, true),
            "a: \n    h: [sda] 7\n    h: [sd b] ?\n\n");
}

TEST_F(TaskReportTest, RulesShowTheirVerdict) {
  const std::string rules =
      "a = one > 1 -> print \"x\"; b = late > 1 -> print \"x\";"
      "c = ruleset one > 2 -> print \"x\" else one > 3 -> print \"y\";"
      "d = print \"x\";";
  const std::string verdicts = "a: true\nb: unknown\nc: false\nd: unknown\n\n";
  EXPECT_EQ(Shown(ReportStyle::kValues, rules), verdicts);
  EXPECT_EQ(Shown(ReportStyle::kMembers, rules), verdicts);
}

TEST_F(TaskReportTest, AnAppletHasOneLine) {
  EXPECT_EQ(Shown(ReportStyle::kApplet, "a = one; b = set > 15; late;"),
            "1.50 false true ? \n");
}

TEST_F(TaskReportTest, TheTimeStandsBehindTheName) {
  EXPECT_EQ(Shown(ReportStyle::kValues, "a = one;", true),
            "a (Sun Sep  9 01:46:40 2001): 1.50\n\n");
}

TEST_F(TaskReportTest, ALineAMember) {
  EXPECT_EQ(Shown(ReportStyle::kMembers, "a = one; b = set > 15;"),
            "a: \n    h: 1.50\n"
            "b: \n    h: [sda] false\n    h: [sd b] true\n\n");
  EXPECT_EQ(Shown(ReportStyle::kMembers, "a = late; b = sum_host one;"),
            "a: ?\nb: 1.50\n\n");
}

TEST_F(TaskReportTest, AnExtremeIsNamedAfterItsMember) {
  EXPECT_EQ(Shown(ReportStyle::kMembers,
                  "a = max_inst set; b = min_inst (set * 2);"
                  "c = avg_inst set; d = max_inst set + 1;"),
            "a: \n    h: [sd b] 21\nb: \n    h: [sda] 20\n"
            "c: \n    h: 15.5\nd: \n    h: 22\n\n");
}

TEST_F(TaskReportTest, MembersThatSatisfyACondition) {
  EXPECT_EQ(Shown(ReportStyle::kSatisfied,
                  "a = set > 15; b = one > 2; c = some_inst set > 1;"),
            "a: \n    h: [sd b] 21\nb: \n"
            "c: \n    h: [sda] 10\n    h: [sd b] 21\n\n");
  EXPECT_EQ(Shown(ReportStyle::kSatisfied,
                  "a = late > 1; b = $year > 2000; c = set;"),
            "a: unknown\nb: true\n"
            "c: \n    h: [sda] 10\n    h: [sd b] 21\n\n");
}

TEST_F(TaskReportTest, MembersThatSatisfyARule) {
  EXPECT_EQ(Shown(ReportStyle::kSatisfied,
                  "a = some_inst set > 15 -> print \"x\";"
                  "b = one > 2 -> print \"x\";"),
            "a: \n    h: [sd b] 21\nb: \n\n");
  EXPECT_EQ(Shown(ReportStyle::kSatisfied,
                  "a = late > 1 -> print \"x\"; b = print \"x\";"
                  "c = $year > 2000 -> print \"x\";"),
            "a: unknown\nb: unknown\nc: true\n\n");
}

TEST_F(TaskReportTest, ARulesetShowsItsFirstRulesMembers) {
  const std::string second = " else some_inst set > 15 -> print \"x\";";
  EXPECT_EQ(Shown(ReportStyle::kSatisfied,
                  "a = ruleset one > 1 -> print \"x\"" + second +
                      "b = ruleset one > 2 -> print \"x\"" + second +
                      "c = ruleset late > 2 -> print \"x\"" + second +
                      "d = ruleset $year < 1 -> print \"x\"" + second),
            "a: \n    h: 1.50\nb: \nc:  <no bindings available>\n"
            "d: true\n\n");
}

}  // namespace
}  // namespace cli
