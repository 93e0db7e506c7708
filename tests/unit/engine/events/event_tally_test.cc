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

}  // namespace
}  // namespace engine::events
