// EventSummary: values of records, in one or in parts.
#include "engine/events/event_summary.h"

#include <gtest/gtest.h>

#include <vector>

namespace engine::events {
namespace {

using base::Kleene;
using grammar::ast::Reducer;

EventSummary Numbers(const std::vector<double>& numbers) {
  EventSummary summary;
  for (const double number : numbers) summary.AddNumber(number);
  return summary;
}

EventSummary Truths(const std::vector<Kleene>& truths) {
  EventSummary summary;
  for (const Kleene truth : truths) summary.AddTruth(truth);
  return summary;
}

TEST(EventSummary, OfNoRecordsSomeIsKnown) {
  const EventSummary none;
  EXPECT_EQ(none.ValueOf({Reducer::kCount, 0}), 0);
  EXPECT_EQ(none.ValueOf({Reducer::kSum, 0}), 0);
  EXPECT_EQ(none.ValueOf({Reducer::kSome, 0}), 0);
  for (const Reducer reducer : {Reducer::kAvg, Reducer::kMin, Reducer::kMax,
                                Reducer::kAll, Reducer::kPercent}) {
    EXPECT_EQ(none.ValueOf({reducer, 50}), std::nullopt);
  }
}

TEST(EventSummary, PartsMakeAWhole) {
  EventSummary all = Numbers({-3, 5});
  all.Add(EventSummary());
  all.Add(Numbers({-7, 1}));
  EXPECT_EQ(all.ValueOf({Reducer::kCount, 0}), 4);
  EXPECT_EQ(all.ValueOf({Reducer::kSum, 0}), -4);
  EXPECT_EQ(all.ValueOf({Reducer::kAvg, 0}), -1);
  EXPECT_EQ(all.ValueOf({Reducer::kMin, 0}), -7);
  EXPECT_EQ(all.ValueOf({Reducer::kMax, 0}), 5);
}

TEST(EventSummary, OfWhatIsNotTrueNothingIsKept) {
  EventSummary matches;
  matches.AddIf(false);
  EXPECT_TRUE(matches.empty());
  matches.AddIf(true);
  matches.AddIf(true);
  EXPECT_EQ(matches.ValueOf({Reducer::kCount, 0}), 2);
}

TEST(EventSummary, WhatIsUnknownMayDecide) {
  const auto all = Truths({Kleene::kTrue, Kleene::kUnknown});
  EXPECT_EQ(all.ValueOf({Reducer::kCount, 0}), 1);
  EXPECT_EQ(all.ValueOf({Reducer::kSome, 0}), 1);
  EXPECT_EQ(all.ValueOf({Reducer::kAll, 0}), std::nullopt);
  EXPECT_EQ(all.ValueOf({Reducer::kPercent, 50}), 1);
  EXPECT_EQ(all.ValueOf({Reducer::kPercent, 51}), std::nullopt);
  EXPECT_EQ(Truths({Kleene::kFalse, Kleene::kUnknown})
                .ValueOf({Reducer::kPercent, 51}),
            0);
}

TEST(EventSummary, PercentagesAreAsWritten) {
  const auto is = [](int holding, int all, double percent) {
    EventSummary summary;
    for (int i = 0; i < all; ++i) {
      summary.AddTruth(i < holding ? Kleene::kTrue : Kleene::kFalse);
    }
    return summary.ValueOf({Reducer::kPercent, percent});
  };
  for (int tenths = 1; tenths < 1000; ++tenths) {
    EXPECT_EQ(is(tenths, 1000, tenths / 10.0), 1) << tenths;
    EXPECT_EQ(is(tenths - 1, 1000, tenths / 10.0), 0) << tenths;
  }
  EXPECT_EQ(is(11, 1000, 1.1), 1);
  EXPECT_EQ(is(11, 1000, 1.1000001), 0) << "nothing is rounded";
  EXPECT_EQ(is(1, 3, 33.3333), 1);
  EXPECT_EQ(is(1, 3, 33.3334), 0);
  EXPECT_EQ(is(7, 100, 7), 1);
  EXPECT_EQ(is(0, 100, 0), 1);
}

}  // namespace
}  // namespace engine::events
