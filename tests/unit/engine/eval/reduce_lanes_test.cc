// Aggregates over lanes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/eval/eval_reduce.h"
#include "tests/support/block_text.h"

namespace engine::eval {
namespace {

using program::Reducer;
using ::testing::ElementsAre;
using tests::BlockOf;
using tests::InstancesOf;
using tests::LaneSetOf;
using tests::RowsOf;

std::vector<std::string> Reduced(program::Reduction reduction,
                                 const pmapi::Block& operand, int hosts = 0,
                                 int parts = 1) {
  std::vector<pmapi::InstanceId> groups(
      static_cast<std::size_t>(hosts > 0 ? hosts : 1));
  const pmapi::LaneSet lanes = InstancesOf(groups);
  expr::Layout layout;
  layout.kind = expr::Layout::Kind::kOpen;
  layout.parts = parts;
  layout.sources.resize(static_cast<std::size_t>(hosts * parts));
  const program::ReduceLanes node{reduction, 0, hosts > 0};
  LaneRoom room;
  pmapi::Block out;
  out.Reset(operand.ticks(), lanes);
  EvalReduceLanes(node, operand, layout, &room, &out);
  return RowsOf(out);
}

std::vector<std::string> Over4(Reducer reducer,
                               const std::vector<std::string>& rows) {
  return Reduced({reducer, 0}, BlockOf(InstancesOf({0, 1, 2, 3}), rows));
}

TEST(ReduceLanes, NumbersGoFromLeftToRight) {
  const std::vector<std::string> rows = {"1 2 3 4", "- 2 - 4", "+ - 7 +"};
  EXPECT_THAT(Over4(Reducer::kSum, rows), ElementsAre("10", "6", "7"));
  EXPECT_THAT(Over4(Reducer::kAvg, rows), ElementsAre("2.5", "3", "7"));
  EXPECT_THAT(Over4(Reducer::kMin, rows), ElementsAre("1", "2", "7"));
  EXPECT_THAT(Over4(Reducer::kMax, rows), ElementsAre("4", "4", "7"));
  // In any other order the 1 would not be lost.
  EXPECT_THAT(Over4(Reducer::kSum, {"1 1e17 -1e17 0"}), ElementsAre("0"));
}

// Where all is known several ticks go side by side.
TEST(ReduceLanes, ManyTicksAreEachReducedByThemselves) {
  const std::vector<std::string> rows = {"1 1e17 -1e17 1", "nan 1 2 3",
                                         "2 nan 1 3",      "1 2 3 4",
                                         "4 3 2 1",        "-1 0 1 0.5"};
  EXPECT_THAT(Over4(Reducer::kSum, rows),
              ElementsAre("1", "nan", "nan", "10", "10", "0.5"));
  EXPECT_THAT(Over4(Reducer::kAvg, rows),
              ElementsAre("0.25", "nan", "nan", "2.5", "2.5", "0.125"));
  EXPECT_THAT(Over4(Reducer::kMin, rows),
              ElementsAre("-1e+17", "nan", "1", "1", "1", "-1"));
  EXPECT_THAT(Over4(Reducer::kMax, rows),
              ElementsAre("1e+17", "nan", "3", "4", "4", "1"));
}

TEST(ReduceLanes, AnUnknownMemberMakesNumbersUnknown) {
  for (const Reducer reducer :
       {Reducer::kSum, Reducer::kAvg, Reducer::kMin, Reducer::kMax}) {
    EXPECT_THAT(Over4(reducer, {"1 2 3 ?", "? 1 - -"}), ElementsAre("?", "?"));
    EXPECT_THAT(Over4(reducer, {"- - - -", "+ - + -"}), ElementsAre("?", "?"));
  }
}

TEST(ReduceLanes, NanLeadingIsKeptByMinAndMax) {
  const std::vector<std::string> rows = {"nan 1 2 3", "2 nan 1 3", "- nan 1 -"};
  EXPECT_THAT(Over4(Reducer::kMin, rows), ElementsAre("nan", "1", "nan"));
  EXPECT_THAT(Over4(Reducer::kMax, rows), ElementsAre("nan", "3", "nan"));
  EXPECT_THAT(Over4(Reducer::kSum, rows), ElementsAre("nan", "nan", "nan"));
}

std::vector<std::string> Percentile(double percent,
                                    const std::vector<std::string>& rows) {
  return Reduced({Reducer::kPercentile, percent},
                 BlockOf(InstancesOf({0, 1, 2, 3}), rows));
}

TEST(ReduceLanes, PercentilesAndDeviationsAreOfTheMembers) {
  const std::vector<std::string> rows = {"4 1 3 2", "- 4 - 2", "+ - 7 +"};
  EXPECT_THAT(Percentile(50, rows), ElementsAre("2", "2", "7"));
  EXPECT_THAT(Percentile(90, rows), ElementsAre("4", "4", "7"));
  EXPECT_THAT(Over4(Reducer::kStddev, {"1 3 1 3", "- 4 - 2", "+ - 7 +"}),
              ElementsAre("1", "1", "0"));
}

TEST(ReduceLanes, PercentilesAndDeviationsAreUnknownAsAnAverageIs) {
  const std::vector<std::string> rows = {"1 2 3 ?", "? 1 - -", "- - - -"};
  EXPECT_THAT(Percentile(50, rows), ElementsAre("?", "?", "?"));
  EXPECT_THAT(Over4(Reducer::kStddev, rows), ElementsAre("?", "?", "?"));
}

TEST(ReduceLanes, NanLeadingIsKeptByPercentilesAndDeviations) {
  const std::vector<std::string> rows = {"nan 1 2 3", "1 nan 1 3", "- nan 1 -"};
  EXPECT_THAT(Percentile(99, rows), ElementsAre("nan", "3", "nan"));
  EXPECT_THAT(Percentile(50, rows), ElementsAre("nan", "1", "nan"));
  EXPECT_THAT(Over4(Reducer::kStddev, {"nan 1 2 3", "1 nan 3 1", "- nan 1 -"}),
              ElementsAre("nan", "0.9428090415820634", "nan"));
}

// Lanes 0:1 0:2, none of host 1, 2:1.
pmapi::Block ThreeHosts(const std::vector<std::string>& rows) {
  return BlockOf(LaneSetOf({{0, 1}, {0, 2}, {2, 1}}), rows);
}

TEST(ReduceLanes, ByHostEachHostHasItsOwnLane) {
  const pmapi::Block block = ThreeHosts({"1 2 4", "1 ? 4", "- - 4", "1 - -"});
  EXPECT_THAT(Reduced({Reducer::kSum, 0}, block, 3),
              ElementsAre("3 ? 4", "? ? 4", "? ? 4", "1 ? ?"));
  EXPECT_THAT(Reduced({Reducer::kSum, 0}, block),
              ElementsAre("7", "?", "4", "1"));
}

TEST(ReduceLanes, OneHost) {
  const pmapi::Block block = BlockOf(InstancesOf({1, 2}), {"1 2", "? -"});
  EXPECT_THAT(Reduced({Reducer::kMax, 0}, block, 1), ElementsAre("2", "?"));
}

TEST(ReduceLanes, NoLanesAtAll) {
  pmapi::Block none;
  none.Reset(2, InstancesOf({}));
  none.set_dense(true);
  for (const Reducer reducer : {Reducer::kSum, Reducer::kMax}) {
    EXPECT_THAT(Reduced({reducer, 0}, none), ElementsAre("?", "?"));
  }
}

}  // namespace
}  // namespace engine::eval
