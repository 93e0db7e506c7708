// EventWants: arrays to whom they concern, rows in samples.
#include "pmapi/source/event_wants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "pmapi/source/tick_builder.h"
#include "tests/support/event_counts.h"

namespace pmapi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr InDom kLogs{0x0f000001};
constexpr MetricDesc kLines{
    Pmid{1}, Type::kEvent, kLogs, Semantics::kInstant, {}};
constexpr MetricDesc kAlone{
    Pmid{2}, Type::kEvent, kNullInDom, Semantics::kInstant, {}};
constexpr MetricDesc kNumber{
    Pmid{3}, Type::kU32, kNullInDom, Semantics::kInstant, {}};

Want Of(const MetricDesc& desc, std::vector<InstanceId> only = {}) {
  Want want{desc, std::move(only)};
  if (IsEvent(desc.type)) want.fold = std::make_shared<tests::EventCounts>();
  return want;
}

class Wants {
 public:
  explicit Wants(std::vector<Want> wants)
      : wants_(std::move(wants)), events_(wants_, {10}, [](InDom) {
          return std::vector<InstanceId>{4, 5};
        }) {
    for (const Want& want : wants_) tick_.AddWant(want);
  }

  EventWants& events() { return events_; }

  std::vector<double> Tick(std::size_t want) {
    tick_.Finish({}, &samples_);
    events_.Finish(base::Timestamp{9}, &samples_);
    return Numbers(want);
  }
  TickBuilder& tick() { return tick_; }

  /// Of the tick, those that are there; -1 for the others.
  std::vector<double> Numbers(std::size_t want) {
    const MetricSamples& metric = samples_.metrics[want];
    instances_ = samples_.groups[metric.group].instances;
    std::vector<double> numbers;
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      const bool known = metric.cells[i] == kKnown;
      numbers.push_back(known ? std::bit_cast<double>(metric.bits[i]) : -1);
    }
    EXPECT_EQ(metric.dense, !testing::Value(numbers, testing::Contains(-1)));
    return numbers;
  }
  const std::vector<InstanceId>& instances() const { return instances_; }
  const std::vector<Cell>& cells(std::size_t want) const {
    return samples_.metrics[want].cells;
  }

 private:
  std::vector<Want> wants_;
  EventWants events_;
  TickBuilder tick_;
  Samples samples_;
  std::vector<InstanceId> instances_;
};

TEST(DueTimes, OfTicksThatAreLateTheyAreStepsApart) {
  DueTimes due({10});
  const auto at = [](std::int64_t ns) { return base::Timestamp{ns}; };
  EXPECT_EQ(due.Pass(at(100)), at(100));
  EXPECT_EQ(due.Coming(at(101)), at(110)) << "what comes early is its, too";
  EXPECT_EQ(due.Coming(at(113)), at(110));
  EXPECT_EQ(due.Pass(at(113)), at(110));
  EXPECT_EQ(due.Pass(at(119)), at(120));
  EXPECT_EQ(due.Pass(at(152)), at(150)) << "some were left out";
  EXPECT_EQ(due.Pass(at(40)), at(160)) << "the clock was set";
  DueTimes once({0});
  EXPECT_EQ(once.Pass(at(3)), at(3));
  EXPECT_EQ(once.Pass(at(4)), at(4));
}

TEST(EventWants, CountFromTickToTick) {
  Wants wants({Of(kNumber), Of(kLines), Of(kLines, {5})});
  EXPECT_FALSE(wants.events().empty());
  EXPECT_TRUE(wants.events().Wants(Pmid{1}));
  EXPECT_FALSE(wants.events().Wants(Pmid{3}));
  const auto array = tests::EventArray(Type::kEvent, 3);
  EXPECT_TRUE(wants.events().Add(Pmid{1}, 4, {}, array));
  EXPECT_TRUE(wants.events().Add(Pmid{1}, 5, {}, array));
  EXPECT_TRUE(wants.events().Add(Pmid{1}, 7, {}, array));
  EXPECT_TRUE(wants.events().Add(Pmid{9}, 7, {}, array));
  EXPECT_THAT(wants.Tick(1), ElementsAre(3, 3, 3));
  EXPECT_THAT(wants.Numbers(2), ElementsAre(-1, 3, -1));
  EXPECT_THAT(wants.instances(), ElementsAre(4, 5, 7));
  EXPECT_TRUE(wants.events().Add(Pmid{1}, 5, {}, array));
  EXPECT_THAT(wants.Tick(2), ElementsAre(-1, 3, -1));
  EXPECT_THAT(wants.instances(), ElementsAre(4, 5, 7));
  EXPECT_THAT(wants.Numbers(1), ElementsAre(0, 3, 0));
}

TEST(EventWants, LanesAreSharedWithOtherMetricsOfTheDomain) {
  MetricDesc gauge = kLines;
  gauge.type = Type::kDouble;
  Wants wants({Of(gauge), Of(kLines)});
  const auto bits = std::bit_cast<std::uint64_t>(0.5);
  wants.tick().Put(0, 5, bits);
  wants.tick().Put(0, 9, bits);
  EXPECT_THAT(wants.Tick(1), ElementsAre(0, 0, -1));
  EXPECT_THAT(wants.Numbers(0), ElementsAre(-1, 0.5, 0.5));
  EXPECT_THAT(wants.instances(), ElementsAre(4, 5, 9));
}

TEST(EventWants, OfASingularMetricTheInstanceIsNone) {
  Wants wants({Of(kAlone)});
  const auto array = tests::EventArray(Type::kEvent, 2);
  EXPECT_TRUE(wants.events().Add(Pmid{2}, 77, {}, array));
  EXPECT_THAT(wants.Tick(0), ElementsAre(2));
  EXPECT_THAT(wants.instances(), ElementsAre(kNullInstance));
}

TEST(EventWants, WhatIsLostIsUnknownOnce) {
  Wants wants({Of(kLines)});
  wants.events().Lose();
  EXPECT_THAT(wants.Tick(0), IsEmpty());
  EXPECT_THAT(wants.Tick(0), ElementsAre(0, 0));
}

TEST(EventWants, WhatIsLostOfOneMetricIsKnownOfOthers) {
  Wants wants({Of(kLines), Of(kAlone)});
  wants.events().Lose(Pmid{2});
  EXPECT_THAT(wants.Tick(1), ElementsAre(-1));
  EXPECT_THAT(wants.Numbers(0), ElementsAre(0, 0));
}

TEST(EventWants, WhatNobodyKnowsIsAMember) {
  Want want = Of(kLines);
  want.fold = std::make_shared<tests::EventCounts>(false);
  Wants wants({std::move(want)});
  const auto array = tests::EventArray(Type::kEvent, 3);
  EXPECT_TRUE(wants.events().Add(Pmid{1}, 5, {}, array));
  EXPECT_THAT(wants.Tick(0), ElementsAre(0, -1));
  EXPECT_THAT(wants.cells(0), ElementsAre(kKnown, kMember));
}

TEST(EventWants, WhatIsNoArrayIsAnError) {
  Wants wants({Of(kLines)});
  const std::uint8_t bytes[] = {0, 0, 0, 1};
  EXPECT_EQ(wants.events().Add(Pmid{1}, 4, {}, bytes).error().code,
            base::ErrorCode::kCorrupt);
}

TEST(EventWants, WithoutEventsThereAreNone) {
  EXPECT_TRUE(Wants({Of(kNumber)}).events().empty());
}

}  // namespace
}  // namespace pmapi
