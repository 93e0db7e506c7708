// Zones by POSIX rules, worked out by hand; tests/unit/base/calendar_test.cc
// has them beside libc's.
#include <gtest/gtest.h>

#include "base/zone.h"

namespace base {
namespace {

TEST(Zone, PosixRulesMustBeWhole) {
  EXPECT_TRUE(ParsePosixZone("EST5"));
  EXPECT_EQ(ParsePosixZone("EST5")->initial(), -18000);
  EXPECT_EQ(ParsePosixZone("<-0330>3:30")->initial(), -12600);
  for (const char* bad :
       {"", "E5", "EST", "EST25", "EST5:60", "EST5EDT,", "EST5EDT,M3.2.0",
        "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0",
        "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J5", "EST5EDT,366,5",
        "EST5EDT,M3.2.0,M11.1.0x", "<+03-3", "EST5EDT4:", "EST5EDT4x,1,2"}) {
    EXPECT_FALSE(ParsePosixZone(bad)) << bad;
  }
}

/// 2001 in Berlin: clocks changed at 01:00 UTC on 25 March and 28 October.
TEST(Zone, WeekdayRulesStrikeInTheirWeek) {
  const Zone berlin = *ParsePosixZone("CET-1CEST,M3.5.0,M10.5.0/3");
  EXPECT_EQ(berlin.OffsetAt(985'482'000 - 1), 3600);
  EXPECT_EQ(berlin.OffsetAt(985'482'000), 7200);
  EXPECT_EQ(berlin.OffsetAt(1'004'230'800 - 1), 7200);
  EXPECT_EQ(berlin.OffsetAt(1'004'230'800), 3600);
}

/// South of the equator the year begins in summer. 2001 in Auckland: from 2
/// to 3 in the night of 7 October, back at 3 on 18 March (standard: 14:00
/// UTC the day before).
TEST(Zone, SummerMayReachAcrossTheYear) {
  const Zone zone = *ParsePosixZone("NZST-12NZDT,M10.1.0,M3.3.0/3");
  EXPECT_EQ(zone.OffsetAt(978'307'200), 13 * 3600) << "1 January 2001";
  EXPECT_EQ(zone.OffsetAt(984'837'600 - 1), 13 * 3600);
  EXPECT_EQ(zone.OffsetAt(984'837'600), 12 * 3600);
  EXPECT_EQ(zone.OffsetAt(1'002'376'800 - 1), 12 * 3600);
  EXPECT_EQ(zone.OffsetAt(1'002'376'800), 13 * 3600);
}

/// Day 60 of the Julian form is always 1 March; the other form's day 59 is 29
/// February in leap years and 1 March in others.
TEST(Zone, DaysOfTheYearCountTheLeapDayOrNot) {
  const std::int64_t march_2000 = 951'868'800;  // 1 March, 00:00 UTC
  const std::int64_t march_2001 = 983'404'800;
  const Zone julian = *ParsePosixZone("AAA0BBB,J60/0,J300");
  EXPECT_EQ(julian.OffsetAt(march_2000 - 1), 0);
  EXPECT_EQ(julian.OffsetAt(march_2000), 3600);
  EXPECT_EQ(julian.OffsetAt(march_2001 - 1), 0);
  EXPECT_EQ(julian.OffsetAt(march_2001), 3600);
  const Zone plain = *ParsePosixZone("AAA0BBB,59/0,300");
  EXPECT_EQ(plain.OffsetAt(march_2000 - 86'400 - 1), 0);
  EXPECT_EQ(plain.OffsetAt(march_2000 - 86'400), 3600);
  EXPECT_EQ(plain.OffsetAt(march_2001 - 1), 0);
  EXPECT_EQ(plain.OffsetAt(march_2001), 3600);
}

}  // namespace
}  // namespace base
