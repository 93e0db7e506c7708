// Offsets looked up, and what the values of TZ mean.
#include "base/zone.h"

#include <gtest/gtest.h>

#include "tests/support/file_tree.h"

namespace base {
namespace {

TEST(Zone, IsUtcByDefault) {
  const Zone utc;
  EXPECT_EQ(utc.OffsetAt(0), 0);
  EXPECT_EQ(utc.initial(), 0);
  EXPECT_TRUE(utc.changes().empty());
}

TEST(Zone, AnOffsetHoldsFromItsChangeToTheNext) {
  const Zone zone(-60, {{100, 3600}, {200, 7200}});
  EXPECT_EQ(zone.OffsetAt(-1'000'000'000'000), -60);
  EXPECT_EQ(zone.OffsetAt(99), -60);
  EXPECT_EQ(zone.OffsetAt(100), 3600);
  EXPECT_EQ(zone.OffsetAt(199), 3600);
  EXPECT_EQ(zone.OffsetAt(200), 7200);
  EXPECT_EQ(zone.OffsetAt(1'000'000'000'000), 7200);
}

TEST(Zone, OfPosixRulesNeedsNoFile) {
  EXPECT_EQ(Zone::FromTz("EST5").OffsetAt(0), -18000);
  EXPECT_EQ(Zone::FromTz(":EST5").OffsetAt(0), -18000);
  EXPECT_EQ(Zone::FromTz("AEST-10").OffsetAt(0), 36000);
}

TEST(Zone, OfWhatIsNoneIsUtc) {
  for (const char* tz : {"", ":", "No/Such_Zone", "bogus", "EST5:60",
                         "../../etc/passwd", "/etc/passwd", "/no/such/file"}) {
    const Zone zone = Zone::FromTz(tz);
    EXPECT_EQ(zone.OffsetAt(0), 0) << tz;
    EXPECT_EQ(zone.OffsetAt(1'000'000'000), 0) << tz;
  }
}

TEST(Zone, WhatIsNoneIsFoundOut) {
  for (const char* tz : {"No/Such_Zone", "bogus", "EST5:60", "/etc/passwd"}) {
    EXPECT_FALSE(Zone::Find(tz)) << tz;
  }
  for (const char* tz : {"", ":", "UTC", "GMT", ":UTC", "EST5", "AEST-10AEDT",
                         "<+03>-3", "CET-1CEST,M3.5.0,M10.5.0/3"}) {
    EXPECT_TRUE(Zone::Find(tz)) << tz;
  }
  EXPECT_EQ(Zone::Find("EST5")->OffsetAt(0), -18000);
}

/// One type, of an hour, and no change.
std::string OneHourFile() {
  std::string file = "TZif" + std::string(1 + 15 + 12, '\0');
  for (const char count : {'\0', '\1', '\4'}) {
    file += std::string(3, '\0') + count;
  }
  file += std::string("\0\0\x0e\x10\0\0", 6);
  return file + std::string("ABC\0", 4);
}

TEST(Zone, MayBeAFileByItsWholePath) {
  const tests::FileTree tree;
  tree.Write("/hour", OneHourFile());
  EXPECT_EQ(Zone::FromTz(tree.root() + "/hour").OffsetAt(0), 3600);
  EXPECT_EQ(Zone::FromTz(":" + tree.root() + "/hour").OffsetAt(0), 3600);
}

// A name may come out of an archive.
TEST(Zone, NamesStayWithinTheZoneDirectory) {
  const tests::FileTree tree;
  tree.Write("/hour", OneHourFile());
  const std::string up = "Europe/../../../.." + tree.root() + "/hour";
  EXPECT_EQ(Zone::FromTz(up).OffsetAt(0), 0);
  EXPECT_EQ(Zone::FromTz(std::string(256, 'x')).OffsetAt(0), 0);
}

}  // namespace
}  // namespace base
