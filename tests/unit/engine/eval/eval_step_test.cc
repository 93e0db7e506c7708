// rate, delay, retain: each in one block and tick by tick.
#include "engine/eval/eval_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/eval/both_ways.h"

namespace engine::eval {
namespace {

using ::testing::ElementsAre;
using tests::BlockOf;
using tests::InstancesOf;
using tests::RowsOf;

class RateTest : public ::testing::Test {
 protected:
  Rows Run(const Ids& ids, const Rows& rows, bool open) {
    return BothWays(
        ids, rows, [=] { return Rate(0, 1, open); },
        [this](Rate* rate, const pmapi::Block& in, pmapi::Block* out) {
          Step(rate, in, out);
        });
  }
  void Step(Rate* rate, const pmapi::Block& in, pmapi::Block* out) {
    std::vector<base::Timestamp> stamps;
    for (int t = 0; t < in.ticks(); ++t) {
      stamps.push_back({(now_ += 10) * base::kNanosPerSecond});
    }
    Run(rate, in, stamps, out);
  }
  static void Run(Rate* rate, const pmapi::Block& in,
                  std::span<const base::Timestamp> stamps, pmapi::Block* out) {
    rate->Run(in, {&stamps, 1}, out);
  }
  std::int64_t now_ = 1'000'000'000;
};

TEST_F(RateTest, IsTheDifferenceASecond) {
  EXPECT_THAT(Run({0}, {"5", "15", "10", "10"}, false),
              ElementsAre("?", "1", "-0.5", "0"));
}

TEST_F(RateTest, NeedsTwoValuesInARow) {
  EXPECT_THAT(Run({0}, {"5", "?", "10", "20", "inf", "inf"}, false),
              ElementsAre("?", "?", "?", "1", "inf", "nan"));
}

TEST_F(RateTest, AnOpenLaneNeedsToBeAMemberTwice) {
  EXPECT_THAT(
      Run({0, 1}, {"5 -", "15 10", "+ 20", "5 -", "15 ?", "- 30"}, true),
      ElementsAre("+ -", "1 +", "+ 1", "+ -", "1 +", "- ?"));
}

TEST_F(RateTest, LanesMayMoveBetweenBlocks) {
  Rate rate(0, 1, true);
  EXPECT_THAT(Each({{{0, 2}, {"0 100"}},
                    {{2, 3}, {"110 7"}},
                    {{0, 2, 3}, {"50 120 17"}}},
                   [&](const auto& in, auto* out) { Step(&rate, in, out); }),
              ElementsAre("+ +", "1 +", "+ 1 1"));
}

// Of what was fetched two ticks ago: the time between the fetches then.
TEST_F(RateTest, TimePassesBetweenTheFetches) {
  Rate rate(2, 1, false);
  const std::vector<base::Timestamp> stamps = {{10 * base::kNanosPerSecond},
                                               {20 * base::kNanosPerSecond},
                                               {22 * base::kNanosPerSecond},
                                               {27 * base::kNanosPerSecond},
                                               {29 * base::kNanosPerSecond}};
  EXPECT_THAT(
      Each({{{0}, {"?", "?", "1", "11", "12"}}},
           [&](const auto& in, auto* out) { Run(&rate, in, stamps, out); }),
      ElementsAre("?", "?", "?", "1", "0.5"));
}

TEST_F(RateTest, BeforeTheFirstFetchTimePassesBetweenTheTicks) {
  Rate rate(2, 1, false);
  const std::vector<base::Timestamp> stamps = {{10 * base::kNanosPerSecond},
                                               {20 * base::kNanosPerSecond},
                                               {22 * base::kNanosPerSecond},
                                               {27 * base::kNanosPerSecond}};
  EXPECT_THAT(
      Each({{{0}, {"0", "1", "3", "13"}}},
           [&](const auto& in, auto* out) { Run(&rate, in, stamps, out); }),
      ElementsAre("?", "0.1", "1", "1"));
}

TEST_F(RateTest, EachHostHasFetchesOfItsOwn) {
  Rate rate(0, 2, false);
  const base::Timestamp a[] = {{0}, {10 * base::kNanosPerSecond}};
  const base::Timestamp b[] = {{0}, {20 * base::kNanosPerSecond}};
  const std::span<const base::Timestamp> stamps[] = {a, b};
  const pmapi::LaneSet lanes = tests::LaneSetOf({{0, 1}, {1, 1}, {-1, 1}});
  pmapi::Block out;
  out.Reset(2, lanes);
  rate.Run(BlockOf(lanes, {"0 0 0", "10 10 10"}), stamps, &out);
  EXPECT_THAT(RowsOf(out), ElementsAre("? ? ?", "1 0.5 1"));
}

TEST_F(RateTest, BlocksMayHaveNoLanes) {
  Rate rate(0, 1, true);
  EXPECT_THAT(Each({{{}, {"", ""}}, {{}, {""}}, {{0}, {"1", "11"}}},
                   [&](const auto& in, auto* out) { Step(&rate, in, out); }),
              ElementsAre("", "", "", "+", "1"));
}

Rows Delays(int ticks, bool open, const Ids& ids, const Rows& rows) {
  return BothWays(
      ids, rows, [=] { return Delayed(ticks, open); },
      [](Delayed* delayed, const pmapi::Block& in, pmapi::Block* out) {
        delayed->Run(in, out);
      });
}

TEST(DelayedTest, AFixedLaneIsUnknownBeforeTickN) {
  EXPECT_THAT(Delays(2, false, {0}, {"1", "?", "3", "4", "5"}),
              ElementsAre("?", "?", "1", "?", "3"));
}

TEST(DelayedTest, AnOpenLaneMustHaveBeenAMemberAllTheTime) {
  EXPECT_THAT(Delays(2, true, {0, 1},
                     {"1 10", "2 -", "3 30", "4 40", "- 50", "6 +", "7 70"}),
              ElementsAre("+ +", "+ -", "1 +", "2 +", "- 30", "+ +", "+ +"));
  EXPECT_THAT(Delays(1, true, {0}, {"1", "?", "3", "+", "5"}),
              ElementsAre("+", "1", "?", "+", "+"));
}

TEST(DelayedTest, LanesThatGoLoseTheirPast) {
  Delayed delayed(1, true);
  EXPECT_THAT(Each({{{0, 1}, {"1 2"}}, {{1}, {"3"}}, {{0, 1}, {"4 5", "6 7"}}},
                   [&](const auto& in, auto* out) { delayed.Run(in, out); }),
              ElementsAre("+ +", "2", "+ 3", "4 5"));
}

Rows Retains(Retained* retained, const pmapi::LaneSet& lanes,
             const Rows& rows) {
  pmapi::Block out;
  retained->Run(BlockOf(lanes, rows), &out);
  return RowsOf(out);
}

TEST(RetainedTest, PutsTheLastRowsInFront) {
  Retained retained(3, false);
  const pmapi::LaneSet lanes = InstancesOf({0});
  EXPECT_THAT(Retains(&retained, lanes, {"1"}), ElementsAre("?", "?", "1"));
  EXPECT_THAT(Retains(&retained, lanes, {"2", "3", "?"}),
              ElementsAre("?", "1", "2", "3", "?"));
  EXPECT_THAT(Retains(&retained, lanes, {"5"}), ElementsAre("3", "?", "5"));
}

TEST(RetainedTest, AnOpenLaneHasNothingBeforeTheFirstTick) {
  Retained retained(2, true);
  EXPECT_THAT(Retains(&retained, InstancesOf({0}), {"1"}),
              ElementsAre("-", "1"));
}

// In one block the rows before the gap would be there as well.
TEST(RetainedTest, ALaneThatComesBackHasItsRowsFromBeforeTheGap) {
  Retained retained(5, true);
  EXPECT_THAT(Retains(&retained, InstancesOf({0, 1}), {"1 10", "2 20"}),
              ElementsAre("- -", "- -", "- -", "- -", "1 10", "2 20"));
  EXPECT_THAT(Retains(&retained, InstancesOf({1}), {"30"}),
              ElementsAre("-", "-", "10", "20", "30"));
  EXPECT_THAT(Retains(&retained, InstancesOf({0, 1}), {"4 40"}),
              ElementsAre("- -", "1 10", "2 20", "- 30", "4 40"));
  EXPECT_THAT(Retains(&retained, InstancesOf({1}), {"50"}),
              ElementsAre("10", "20", "30", "40", "50"));
  EXPECT_THAT(Retains(&retained, InstancesOf({0, 1}), {"6 60", "7 70"}),
              ElementsAre("2 20", "- 30", "4 40", "- 50", "6 60", "7 70"));
}

TEST(RetainedTest, AGapLongerThanTheWindowLeavesNothing) {
  Retained retained(3, true);
  Retains(&retained, InstancesOf({0}), {"1", "2"});
  Retains(&retained, InstancesOf({}), {"", ""});
  EXPECT_THAT(Retains(&retained, InstancesOf({0}), {"5"}),
              ElementsAre("-", "-", "5"));
}

}  // namespace
}  // namespace engine::eval
