// The words for flags, in the order that pmEventFlagsStr(3) has.
#include "pmapi/events/event_flags.h"

#include <gtest/gtest.h>

namespace pmapi {
namespace {

TEST(EventFlags, AreNamedInOrder) {
  EXPECT_EQ(EventFlagsText(kEventPoint), "point");
  EXPECT_EQ(EventFlagsText(kEventParent | kEventStart | kEventId),
            "start,id,parent");
  EXPECT_EQ(EventFlagsText(0x1f), "point,start,end,id,parent");
}

TEST(EventFlags, MissedStandsAlone) {
  EXPECT_EQ(EventFlagsText(kEventMissed), "missed");
  EXPECT_EQ(EventFlagsText(kEventMissed | kEventPoint), "missed");
}

TEST(EventFlags, WhatIsUnknownHasNoName) {
  EXPECT_EQ(EventFlagsText(0), "");
  EXPECT_EQ(EventFlagsText(0x40), "");
  EXPECT_EQ(EventFlagsText(0x41), "point");
}

}  // namespace
}  // namespace pmapi
