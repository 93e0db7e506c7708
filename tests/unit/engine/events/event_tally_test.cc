// FunctionTally: what it is given, array by array. Values of ticks:
// event_function_test.
#include "engine/events/event_tally.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

namespace engine::events {
namespace {

using grammar::ast::Reducer;
using testing::ElementsAre;
using testing::IsEmpty;

EventFunction::Written Counts() {
  EventFunction::Written written;
  written.reduction = {Reducer::kCount, 0};
  return written;
}

TEST(FunctionTally, ANewInstanceHasALaneThoughNothingMatches) {
  const EventFunction::Written written = Counts();
  FunctionTally tally(written, {4});
  tally.BeginArray(2);
  tally.EndArray({});
  tally.BeginArray(4);
  Arrival arrival;
  tally.Take(arrival);
  tally.Take(arrival);
  tally.EndArray({});
  const pmapi::EventRow& row = tally.Finish({});
  EXPECT_THAT(row.instances, ElementsAre(2, 4));
  EXPECT_THAT(row.bits, ElementsAre(std::bit_cast<std::uint64_t>(0.0),
                                    std::bit_cast<std::uint64_t>(2.0)));
}

TEST(FunctionTally, QuantifiersTellWhatDoesNotMatchApart) {
  EventFunction::Written written = Counts();
  EXPECT_TRUE(FunctionTally::TakesMatchesAlone(written));
  written.reduction.reducer = Reducer::kAll;
  EXPECT_FALSE(FunctionTally::TakesMatchesAlone(written));
  written.holds.emplace();
  EXPECT_TRUE(FunctionTally::TakesMatchesAlone(written));
  written = Counts();
  written.sequel.emplace();
  EXPECT_FALSE(FunctionTally::TakesMatchesAlone(written));
}

TEST(FunctionTally, AComparedCountIsKnownOnceMoreChangesNothing) {
  EventFunction::Written written = Counts();
  written.window = {5};
  written.compared = CountCompared{grammar::ast::BinaryOp::kLess, 2};
  FunctionTally tally(written, {3, 7});
  EXPECT_THAT(tally.Finish({2}).instances, IsEmpty());
  for (const int instance : {3, 7, 7}) {
    tally.BeginArray(instance);
    tally.Take({{}, {3}});
    tally.EndArray({3});
  }
  EXPECT_THAT(tally.Finish({4}).instances, ElementsAre(7))
      << "two are not less than two";
  EXPECT_THAT(tally.Finish({7}).instances, ElementsAre(3, 7))
      << "(2, 7] was seen";
}

TEST(FunctionTally, OfCountsAloneMoreMayCome) {
  EventFunction::Written written = Counts();
  EXPECT_NE(EventFunction(written).ComparedBy({}), nullptr);
  written.reduction.reducer = Reducer::kSum;
  EXPECT_EQ(EventFunction(written).ComparedBy({}), nullptr);
}

}  // namespace
}  // namespace engine::events
