// Replay: which task when, until when, and what ends it. What rules mean is
// tests/script's.
#include "engine/schedule/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/memory_source.h"
#include "tests/support/run_rules.h"

namespace engine::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::Literal;
using tests::MemorySource;
using tests::RulesRun;
using tests::RunOptions;
using tests::RunRules;

// 2024-02-29 23:59:30 UTC, a Thursday.
constexpr base::Timestamp kStart{1'709'251'170 * base::kNanosPerSecond};

base::Timestamp After(double seconds) {
  return kStart + base::Duration{static_cast<std::int64_t>(
                      seconds * base::kNanosPerSecond)};
}

class ReplayTest : public ::testing::Test {
 protected:
  ReplayTest() {
    pmapi::MetricDesc desc;
    desc.type = pmapi::Type::kDouble;
    std::vector<Literal> values;
    for (int k = 0; k < 3000; ++k) values.push_back(k);
    source_.AddScalar("n", desc, values);
  }

  RulesRun Run(std::string_view rules, double seconds) {
    options_.start = kStart;
    options_.end = After(seconds);
    RulesRun run = RunRules(rules, {&source_}, options_);
    EXPECT_EQ(run.diagnostics, "");
    return run;
  }

  MemorySource source_{
      pmapi::TickGrid{kStart, base::Duration{10 * base::kNanosPerSecond}}};
  RunOptions options_;
};

// The order of docs/pmie.md, "Tasks".
TEST_F(ReplayTest, TasksThatFallOnOneInstantAlternate) {
  const RulesRun run =
      Run("delta = 10; a = n; delta = 20; b = n; delta = 10; c = n;"
          "delta = 20; d = n;",
          40);
  EXPECT_THAT(run.order, ElementsAre("0 a", "0 b", "0 c", "0 d", "10 c", "10 a",
                                     "20 a", "20 c", "20 d", "20 b", "30 c",
                                     "30 a", "40 a", "40 c", "40 b", "40 d"));
}

TEST_F(ReplayTest, NeighboursWithOneIntervalAreOneTask) {
  const RulesRun run = Run("a = n; b = n + 1; delta = 20; c = n;", 20);
  EXPECT_THAT(run.order, ElementsAre("0 a", "0 b", "0 c", "10 a", "10 b",
                                     "20 a", "20 b", "20 c"));
  EXPECT_THAT(run.row("b"), ElementsAre("1", "2", "3"));
  EXPECT_THAT(run.row("c"), ElementsAre("0", "2"));
}

TEST_F(ReplayTest, TheEndIsIncluded) {
  EXPECT_THAT(Run("a = n;", 20).row("a"), ElementsAre("0", "1", "2"));
  EXPECT_THAT(Run("a = n;", 19.999999).row("a"), ElementsAre("0", "1"));
  EXPECT_THAT(Run("a = n;", 0).row("a"), ElementsAre("0"));
  EXPECT_THAT(Run("a = n;", -0.000000001).row("a"), IsEmpty());
}

// pmie holds due times in doubles: that of 1709251174.2 plus 1.4 is above that
// of 1709251175.6.
TEST_F(ReplayTest, DueTimesAreRoundedAsPmieRounds) {
  options_.start = After(4.2);
  options_.end = After(5.6);
  const auto ticks = [&](const char* rules) {
    return RunRules(rules, {&source_}, options_).row("a").size();
  };
  EXPECT_EQ(ticks("delta = 0.7; a = n;"), 2u);
  EXPECT_EQ(ticks("delta = 1.4; a = n;"), 1u);
  EXPECT_EQ(ticks("delta = 1.399999; a = n;"), 2u);
}

// And holdoffs: 0.2 seconds after 1709251174.6 are over at 1709251174.8 by the
// clock, but not in doubles.
TEST_F(ReplayTest, HoldoffsEndAsPmieRounds) {
  options_.start = After(4.2);
  options_.end = After(5.4);
  const auto printed = [&](const char* rules) {
    return RunRules(rules, {&source_}, options_).row("a");
  };
  EXPECT_THAT(printed("delta = 0.1; a = n >= 0 -> print 0.2 sec \"x\";"),
              ElementsAre("true \"x\"", "true", "true \"x\"", "true",
                          "true \"x\"", "true", "true", "true \"x\"", "true",
                          "true \"x\"", "true", "true", "true \"x\""));
}

TEST_F(ReplayTest, IntervalsAreExact) {
  const RulesRun run = Run("delta = 0.0019; a = n @0..1;", 0.0057);
  EXPECT_EQ(run.row("a").size(), 4u);
  EXPECT_THAT(Run("delta = 7.5; a = n;", 30).row("a"),
              ElementsAre("0", "0", "1", "2", "3"));
}

TEST_F(ReplayTest, WithoutStatementsNothingHappens) {
  EXPECT_THAT(Run("a = 1; b = $a + 1;", 20).order, IsEmpty());
}

TEST_F(ReplayTest, StatementsWithoutMetricsAreEvaluatedToo) {
  EXPECT_THAT(Run("a = $delta * 2;", 10).row("a"), ElementsAre("20", "20"));
}

TEST_F(ReplayTest, TheClockIsTheTicks) {
  const RulesRun run =
      Run("a = $minute; b = $hour; c = $day; d = $month; e = $year;"
          "f = $day_of_week; g = $delta;",
          30);
  EXPECT_THAT(run.row("a"), ElementsAre("59", "59", "59", "0"));
  EXPECT_THAT(run.row("b"), ElementsAre("23", "23", "23", "0"));
  EXPECT_THAT(run.row("c"), ElementsAre("29", "29", "29", "1"));
  EXPECT_THAT(run.row("d"), ElementsAre("1", "1", "1", "2"));
  EXPECT_THAT(run.row("e"), ElementsAre("2024", "2024", "2024", "2024"));
  EXPECT_THAT(run.row("f"), ElementsAre("4", "4", "4", "5"));
  EXPECT_THAT(run.row("g"), ElementsAre("10", "10", "10", "10"));
}

TEST_F(ReplayTest, TheClockIsOfTheReportsZone) {
  options_.zone = base::Zone(5 * 3600 + 1800, {});
  const RulesRun run = Run("a = $minute; b = $hour; c = $day;", 0);
  EXPECT_THAT(run.row("a"), ElementsAre("29"));
  EXPECT_THAT(run.row("b"), ElementsAre("5"));
  EXPECT_THAT(run.row("c"), ElementsAre("1"));
}

TEST_F(ReplayTest, DamageEndsItOnceEverythingBeforeIsDone) {
  const base::Error damage{base::ErrorCode::kCorrupt, "byte 100"};
  source_.FailFrom(7, damage);
  const RulesRun run =
      Run("a = n >= 0 -> print \"%v\"; delta = 20; b = n; c = $hour;"
          "delta = 5; d = $hour;",
          1000);
  EXPECT_EQ(run.error, damage);
  EXPECT_EQ(run.row("a").size(), 7u);
  EXPECT_EQ(run.row("b").size(), 4u);
  EXPECT_EQ(run.row("c").size(), 4u);
}

TEST_F(ReplayTest, DamageAtTheFirstTick) {
  source_.FailFrom(0, {base::ErrorCode::kCorrupt, "byte 0"});
  const RulesRun run = Run("a = n;", 1000);
  ASSERT_TRUE(run.error.has_value());
  EXPECT_THAT(run.order, IsEmpty());
}

TEST_F(ReplayTest, DamageBehindTheEndIsNotReached) {
  source_.FailFrom(3, {base::ErrorCode::kCorrupt, "byte 100"});
  const RulesRun run = Run("a = n;", 20);
  EXPECT_FALSE(run.error.has_value());
  EXPECT_EQ(run.row("a").size(), 3u);
}

TEST_F(ReplayTest, StopsWhereItIsTold) {
  options_.stop = After(30);
  const RulesRun run = Run("a = n; delta = 15; b = n;", 1000);
  EXPECT_FALSE(run.error.has_value());
  EXPECT_THAT(run.row("a"), ElementsAre("0", "1", "2"));
  EXPECT_THAT(run.row("b"), ElementsAre("0", "1"));
}

// Blocks of all lengths that there are: the first is short, later ones as
// long as memory and kMaxTicks allow, or as the source has it.
TEST_F(ReplayTest, TheLengthOfBlocksDoesNotMatter) {
  const char* const rules =
      "a = sum_sample n @0..99; b = rate n; c = rising n > 1500;"
      "d = n @50; delta = 30; e = avg_sample n @0..9;";
  const RulesRun whole = Run(rules, 29'990);
  EXPECT_EQ(whole.row("a").size(), 3000u);
  // 2900 + 2901 + ... + 2999.
  EXPECT_EQ(whole.row("a").back(), "294950");
  EXPECT_EQ(whole.row("e").back(), "2984");
  for (const int limit : {1, 100, 1023}) {
    source_.set_block_limit(limit);
    EXPECT_EQ(Run(rules, 29'990).rows, whole.rows) << limit;
  }
}

}  // namespace
}  // namespace engine::schedule
