// event.flags and event.missed.
#include "pmapi/source/event_names.h"

#include <gtest/gtest.h>

namespace pmapi {
namespace {

TEST(EventNames, AreTwoWithoutValues) {
  EXPECT_TRUE(IsEventName("event.flags"));
  EXPECT_TRUE(IsEventName("event.missed"));
  EXPECT_FALSE(IsEventName("event"));
  EXPECT_TRUE(EventNameDesc().singular());
  EXPECT_EQ(EventNameDesc().type, Type::kNoSupport);
}

}  // namespace
}  // namespace pmapi
