// Dates beside libc's, in zones with and without rules.
#include "base/calendar.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <limits>
#include <random>

namespace base {
namespace {

constexpr std::int64_t kSample = 1'000'000'000;  // Sun Sep  9 01:46:40 2001

Timestamp At(std::int64_t seconds, std::int64_t ns = 0) {
  return {seconds * kNanosPerSecond + ns};
}

std::string Ctime(const Zone& zone, Timestamp time) {
  std::string text;
  AppendCtime(zone, time, &text);
  return text;
}

std::string CtimeMicros(const Zone& zone, Timestamp time) {
  std::string text;
  AppendCtimeMicros(zone, time, &text);
  return text;
}

TEST(Calendar, CtimeText) {
  EXPECT_EQ(Ctime(Zone(), At(kSample)), "Sun Sep  9 01:46:40 2001");
  EXPECT_EQ(Ctime(Zone(), At(0)), "Thu Jan  1 00:00:00 1970");
  EXPECT_EQ(Ctime(Zone(), At(-1, 999'999'999)), "Wed Dec 31 23:59:59 1969");
  EXPECT_EQ(Ctime(Zone(3600, {}), At(kSample)), "Sun Sep  9 02:46:40 2001");
  EXPECT_EQ(CtimeMicros(Zone(), At(kSample, 1'999)),
            "Sun Sep  9 01:46:40.000001 2001");
}

TEST(Calendar, FieldsOutOfRangeAreCarried) {
  DateTime fields;
  fields.year = 2001;
  fields.month = 9;
  fields.day = 31;
  EXPECT_EQ(Ctime(Zone(), FromFields(Zone(), fields)),
            "Mon Oct  1 00:00:00 2001");
  fields.month = 14;
  fields.day = 0;
  fields.second = -1;
  EXPECT_EQ(Ctime(Zone(), FromFields(Zone(), fields)),
            "Wed Jan 30 23:59:59 2002");
  fields.month = -11;
  fields.day = 1;
  fields.second = 60;
  EXPECT_EQ(Ctime(Zone(), FromFields(Zone(), fields)),
            "Sat Jan  1 00:01:00 2000");
}

TEST(Calendar, BeyondTheRangeOfTimestampItsEnds) {
  DateTime fields;
  fields.year = 9999;
  EXPECT_EQ(FromFields(Zone(), fields).ns,
            std::numeric_limits<std::int64_t>::max());
  fields.year = 1500;
  EXPECT_EQ(FromFields(Zone(), fields).ns,
            std::numeric_limits<std::int64_t>::min());
}

TEST(Calendar, FieldsOfTheExtremesAreOfTheirYears) {
  EXPECT_EQ(ToFields(Zone(), {std::numeric_limits<std::int64_t>::max()}).year,
            2262);
  EXPECT_EQ(ToFields(Zone(), {std::numeric_limits<std::int64_t>::min()}).year,
            1677);
}

/// A day of the year on which clocks change: 28 October 2001 in Berlin.
TEST(Calendar, AmbiguousAndSkippedTimes) {
  const Zone berlin = *ParsePosixZone("CET-1CEST,M3.5.0,M10.5.0/3");
  DateTime fields;
  fields.year = 2001;
  fields.month = 10;
  fields.day = 28;
  fields.hour = 2;
  fields.minute = 30;
  EXPECT_EQ(FromFields(berlin, fields), At(1'004'232'600)) << "CET";
  fields.hour = 1;
  EXPECT_EQ(FromFields(berlin, fields), At(1'004'225'400)) << "CEST";
  fields.month = 3;
  fields.day = 25;
  fields.hour = 2;
  EXPECT_EQ(Ctime(berlin, FromFields(berlin, fields)),
            "Sun Mar 25 03:30:00 2001");
}

/// libc's answer for the zone that TZ names.
class LibcZone {
 public:
  explicit LibcZone(const char* tz) {
    setenv("TZ", tz, 1);
    tzset();
  }
  ~LibcZone() {
    unsetenv("TZ");
    tzset();
  }
  DateTime ToFields(std::int64_t seconds) const {
    const std::time_t at = seconds;
    std::tm tm{};
    localtime_r(&at, &tm);
    DateTime fields;
    fields.year = tm.tm_year + 1900;
    fields.month = tm.tm_mon + 1;
    fields.day = tm.tm_mday;
    fields.hour = tm.tm_hour;
    fields.minute = tm.tm_min;
    fields.second = tm.tm_sec;
    fields.weekday = tm.tm_wday;
    fields.year_day = tm.tm_yday;
    return fields;
  }
};

/// Both ways, at times up to `until`.
void CompareWithLibc(const char* tz, std::int64_t until) {
  const LibcZone libc(tz);
  const Zone zone = Zone::FromTz(tz);
  std::mt19937_64 random(7);
  // From 1970: before it, libc reads old local mean times differently.
  std::uniform_int_distribution<std::int64_t> seconds(0, until);
  for (int i = 0; i < 20'000; ++i) {
    const std::int64_t at = seconds(random);
    const DateTime fields = ToFields(zone, At(at));
    ASSERT_EQ(fields, libc.ToFields(at)) << at;
    const Timestamp back = FromFields(zone, fields);
    if (back != At(at)) {
      EXPECT_EQ(ToFields(zone, back), fields) << "at most the other of two";
    }
  }
}

class CalendarBesideLibc : public testing::TestWithParam<const char*> {};

TEST_P(CalendarBesideLibc, SameFieldsAndBack) {
  CompareWithLibc(GetParam(), 8'000'000'000);
}

/// Where the table of `posixrules` ends, in November 2037, libc goes on in New
/// York.
class CalendarWithoutDays : public testing::TestWithParam<const char*> {};

TEST_P(CalendarWithoutDays, SameFieldsAndBack) {
  CompareWithLibc(GetParam(), 2'140'000'000);
}

INSTANTIATE_TEST_SUITE_P(Zones, CalendarWithoutDays,
                         testing::Values("AEST-10AEDT", "CET-1CEST",
                                         "AAA-10BBB-12", "XST3XDT",
                                         "AAA0BBB0:30"));

INSTANTIATE_TEST_SUITE_P(
    Zones, CalendarBesideLibc,
    testing::Values(
        "UTC", "", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
        "Asia/Kathmandu", "America/Sao_Paulo", "Africa/Casablanca", "PST8PDT",
        ":Europe/London", "AEDT-11", "EDT+4", "IST-5:30", "<+03>-3",
        "GMT0BST-1,M3.5.0/2,M10.5.0/2", "NZST-12NZDT,M9.5.0,M4.1.0/3",
        "EST-11EST-10,89/2:00,299/2:00", "EST-11EST-10,87/2:00,304/3:00",
        "AEST-10AEDT-11,M10.5.0/3,M3.5.0/2", "AAA5BBB,J60/0,J300",
        "AAA5BBB4:30,59/26,299/-2", "No/Such_Zone", "bogus",
        "Europe/../../../etc/passwd"));

}  // namespace
}  // namespace base
