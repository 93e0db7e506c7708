// KeepHoldoff, HoldoffsAt: what is there at what time.
#include "actions/delivery/holdoff_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "actions/delivery/database.h"

namespace actions {
namespace {

using base::Timestamp;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

TEST(HoldoffTable, HoldsARowAnAction) {
  const auto database = *Database::Open(":memory:");
  database->RunAll(kHoldoffTable);
  const Holdoff first{"a 0 1f", Timestamp{100}, Timestamp{200}, true};
  const Holdoff again{"a 0 1f", Timestamp{150}, Timestamp{250}, false};
  const Holdoff other{"b 0 1f", Timestamp{120}, Timestamp{220}, true};
  for (const Holdoff& one : {first, other, again}) {
    KeepHoldoff(one, database.get());
  }
  EXPECT_THAT(HoldoffsAt(Timestamp{150}, database.get()),
              UnorderedElementsAre(again, other));
  KeepHoldoff({"a 0 1f", Timestamp{150}, {}, true}, database.get());
  EXPECT_THAT(HoldoffsAt(Timestamp{220}, database.get()), ElementsAre(other));
  EXPECT_THAT(HoldoffsAt(Timestamp{221}, database.get()), IsEmpty());
  EXPECT_THAT(HoldoffsAt(Timestamp{150}, database.get()), IsEmpty())
      << "what is over is forgotten";
  EXPECT_TRUE(database->status());
}

TEST(HoldoffTable, OfAClockThatWasAheadNothingIsKnown) {
  const auto database = *Database::Open(":memory:");
  database->RunAll(kHoldoffTable);
  KeepHoldoff({"a", Timestamp{100}, Timestamp{200}, true}, database.get());
  EXPECT_THAT(HoldoffsAt(Timestamp{99}, database.get()), IsEmpty());
}

}  // namespace
}  // namespace actions
