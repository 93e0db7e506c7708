// EventFold: several of one metric.
#include "pmapi/events/event_fold.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "tests/support/event_counts.h"

namespace pmapi {
namespace {

TEST(EventFold, ThoseThatKnowOfNoOthersAreTalliedApart) {
  const EventFolds folds = {std::make_shared<tests::EventCounts>(),
                            std::make_shared<tests::EventCounts>()};
  const auto tally = folds[0]->BeginAll(folds, Type::kEvent, {3});
  ASSERT_TRUE(tally->Add(3, {}, tests::EventArray(Type::kEvent, 5)));
  const auto rows = tally->Finish({});
  ASSERT_EQ(rows.size(), 2u);
  for (const EventRow& row : rows) {
    EXPECT_THAT(row.instances, testing::ElementsAre(3));
    EXPECT_EQ(std::bit_cast<double>(row.bits.at(0)), 5);
  }
  tally->Lose();
  for (const EventRow& row : tally->Finish({})) {
    EXPECT_THAT(row.instances, testing::IsEmpty());
  }
  const auto bad = tally->Add(3, {}, std::vector<std::uint8_t>{1});
  ASSERT_FALSE(bad.has_value());
  EXPECT_EQ(bad.error().code, base::ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace pmapi
