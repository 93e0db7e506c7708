// FunctionTally: what it is given, array by array. Values of ticks:
// event_function_test.
#include "engine/events/event_tally.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <memory>
#include <set>
#include <utility>

#include "pmapi/block/cell.h"
#include "pmapi/block/rest.h"
#include "pmapi/events/event_writer.h"

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
  EXPECT_THAT(tally.Finish({2}).cells,
              ElementsAre(pmapi::kMember, pmapi::kMember));
  for (const int instance : {3, 7, 7}) {
    tally.BeginArray(instance);
    tally.Take({{}, {3}});
    tally.EndArray({3});
  }
  const pmapi::EventRow& row = tally.Finish({4});
  EXPECT_THAT(row.instances, ElementsAre(3, 7));
  EXPECT_THAT(row.cells, ElementsAre(pmapi::kMember, pmapi::kKnown))
      << "two are not less than two";
  tally.Finish({7});
  EXPECT_THAT(row.instances, ElementsAre(3, 7)) << "(2, 7] was seen";
  EXPECT_THAT(row.cells, IsEmpty());
}

/// A fold of which more records wait in each tick than can.
std::shared_ptr<const EventFunction> Hoarding() {
  EventFunction::Written written = Counts();
  written.sequel.emplace();
  written.sequel->within = {1};
  written.sequel->next.AddTruth(false);
  return std::make_shared<EventFunction>(std::move(written));
}

TEST(FunctionTally, ThatTooManyWaitIsCountedWithTheFunction) {
  const auto one = Hoarding();
  const auto other = Hoarding();
  const auto counting = std::make_shared<EventFunction>(Counts());
  pmapi::EventWriter writer(pmapi::Type::kEvent);
  for (std::size_t i = 0; i <= EventSequel::kMostWaiting; ++i) {
    writer.BeginRecord({}, 0);
  }
  const auto array = writer.Finish();
  for (const pmapi::EventFolds& all :
       {pmapi::EventFolds{one}, pmapi::EventFolds{counting, other}}) {
    const auto tally = all[0]->BeginAll(all, pmapi::Type::kEvent, {0});
    ASSERT_TRUE(tally->Add(0, {1}, array));
    EXPECT_THAT(tally->Finish({1}).back().instances, IsEmpty());
    EXPECT_THAT(tally->Finish({2}).back().instances, ElementsAre(0));
  }
  EXPECT_EQ(one->overflows(), 1);
  EXPECT_EQ(other->overflows(), 1);
  EXPECT_EQ(counting->overflows(), 0);
}

TEST(FunctionTally, ItHasTheGroupsOfOthersAsLongAsTheseAreThere) {
  constexpr pmapi::Pmid kWhat{1};
  EventFunction::Written written = Counts();
  written.groups =
      EventFunction::Groups{std::make_shared<GroupTable>(pmapi::InDom{5}),
                            {Field{{{kWhat, 1}}, std::nullopt}},
                            {},
                            {}};
  FunctionTally tally(written, {0});
  std::set<pmapi::InstanceId> own;
  tally.HaveGroups({4});
  const pmapi::EventRow& row = tally.Finish({1});
  EXPECT_THAT(row.instances, ElementsAre(4, pmapi::kRest));
  EXPECT_EQ(row.bits[0], 0u);
  tally.AddGroupsTo(&own);
  EXPECT_THAT(own, IsEmpty());
  EXPECT_THAT(tally.Finish({2}).instances, ElementsAre(pmapi::kRest));
}

TEST(FunctionTally, ThatThereAreTooManyNumbersIsCountedToo) {
  EventFunction::Written written = Counts();
  written.reduction = {Reducer::kPercentile, 95};
  written.of = Field{{}, OwnField::kFlags};
  const auto one = std::make_shared<EventFunction>(std::move(written));
  pmapi::EventWriter writer(pmapi::Type::kEvent);
  for (int i = 0; i < 1000; ++i) writer.BeginRecord({}, 0);
  const auto array = writer.Finish();
  const auto tally = one->BeginAll({one}, pmapi::Type::kEvent, {0});
  for (std::size_t n = 0; n < EventFunction::kMostNumbers; n += 1000) {
    ASSERT_TRUE(tally->Add(0, {1}, array));
  }
  EXPECT_THAT(tally->Finish({1}).back().cells, IsEmpty());
  EXPECT_EQ(one->overflows(), 0);
  for (std::size_t n = 0; n <= EventFunction::kMostNumbers; n += 1000) {
    ASSERT_TRUE(tally->Add(0, {2}, array));
  }
  EXPECT_THAT(tally->Finish({2}).back().cells, ElementsAre(pmapi::kMember));
  EXPECT_EQ(one->overflows(), 1);
}

TEST(FunctionTally, OfCountsAloneMoreMayCome) {
  EventFunction::Written written = Counts();
  EXPECT_NE(EventFunction(written).ComparedBy({}), nullptr);
  written.reduction.reducer = Reducer::kSum;
  EXPECT_EQ(EventFunction(written).ComparedBy({}), nullptr);
}

}  // namespace
}  // namespace engine::events
