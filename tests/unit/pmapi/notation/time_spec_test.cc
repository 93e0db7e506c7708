// Points in time as values; what becomes of them in a window:
// time_window_test.
#include "pmapi/notation/time_spec.h"

#include <gtest/gtest.h>

namespace pmapi::notation {
namespace {

template <typename T>
T Spec(std::string_view text) {
  const auto spec = ParseTimeSpec(text);
  CHECK(spec.has_value());
  const T* found = std::get_if<T>(&*spec);
  CHECK(found != nullptr);
  return *found;
}

DateSpec Date(std::string_view text) { return Spec<DateSpec>(text); }

constexpr std::int64_t Seconds(std::int64_t n) {
  return n * base::kNanosPerSecond;
}

TEST(TimeSpecs, WithoutASignAreAfterTheStart) {
  EXPECT_EQ(Spec<FromStart>("5min").distance.ns, Seconds(300));
  EXPECT_EQ(Spec<FromStart>("+5min").distance.ns, Seconds(300));
  EXPECT_EQ(Spec<FromStart>("  + 5 min").distance.ns, Seconds(300));
  EXPECT_EQ(Spec<FromStart>("0").distance.ns, 0);
}

TEST(TimeSpecs, WithAMinusAreBeforeTheEnd) {
  EXPECT_EQ(Spec<FromEnd>("-5min").distance.ns, Seconds(300));
  EXPECT_EQ(Spec<FromEnd>(" - 1.5").distance.ns, Seconds(3) / 2);
}

TEST(TimeSpecs, WithAnAtHaveTheFieldsThatAreGiven) {
  DateSpec full;
  full.year = 2001;
  full.month = 9;
  full.day = 9;
  full.hour = 1;
  full.minute = 46;
  full.second = 40;
  EXPECT_EQ(Date("@Sun Sep  9 01:46:40 2001"), full);
  EXPECT_EQ(Date("@sep 9 01:46:40 2001"), full) << "the weekday says nothing";
  DateSpec hour;
  hour.hour = 12;
  hour.minute = 30;
  EXPECT_EQ(Date("@12:30"), hour);
  DateSpec month;
  month.month = 1;
  EXPECT_EQ(Date("@Jan"), month);
  month.day = 31;
  EXPECT_EQ(Date("@Jan 31"), month);
  EXPECT_EQ(Date("@"), DateSpec());
}

TEST(TimeSpecs, CountHalvesOfTheDay) {
  EXPECT_EQ(Date("@1:00pm").hour, 13);
  EXPECT_EQ(Date("@12:00pm").hour, 12);
  EXPECT_EQ(Date("@12:00am").hour, 0);
  EXPECT_EQ(Date("@11:00 AM").hour, 11);
}

TEST(TimeSpecs, HaveLimits) {
  EXPECT_EQ(Date("@23:59:61").second, 61) << "leap seconds";
  EXPECT_EQ(Date("@9999").year, 9999);
  EXPECT_EQ(Date("@1900").year, 1900);
  for (const char* text :
       {"@1:60", "@1:00:62", "@Jan 32", "@Jan 1 1:00 10000"}) {
    const auto spec = ParseTimeSpec(text);
    EXPECT_FALSE(spec && std::holds_alternative<DateSpec>(*spec)) << text;
  }
}

TEST(TimeSpecs, ThatAreNeitherMayBePhrases) {
  EXPECT_EQ(Spec<DatePhrase>("tomorrow").days, 1);
  EXPECT_EQ(Spec<DatePhrase>("@2001-09-09").date->year, 2001);
  EXPECT_EQ(Spec<DatePhrase>("2 days ago").days, -2);
}

TEST(TimeSpecs, ThatAreNoneSayWhereWithoutTheirSign) {
  const auto fault = [](std::string_view text) {
    const auto spec = ParseTimeSpec(text);
    return spec ? "none" : spec.fault().Lines();
  };
  EXPECT_EQ(fault("@bogus"), "bogus\n^ -- unexpected value\n");
  EXPECT_EQ(fault("-5 foo"), "5 foo\n  ^ -- unexpected value\n");
  EXPECT_EQ(fault("+5 foo"), "5 foo\n  ^ -- unexpected value\n");
  EXPECT_EQ(fault("@13:00pm"), "13:00pm\n     ^ -- unexpected value\n");
  EXPECT_EQ(fault("@Fri 5:00 2002"),
            "Fri 5:00 2002\n             ^ -- more information expected\n");
}

/// 15 June 2001, 12:30:45.5 UTC.
constexpr base::Timestamp kReference{992'608'245'500'000'000};

std::int64_t Resolved(std::string_view text) {
  const base::Timestamp time = ResolveDate(Date(text), kReference, {});
  EXPECT_EQ(time.Nanoseconds(), 0) << text;
  return time.Seconds();
}

TEST(ResolvedDates, WithoutAFieldAreTheReference) {
  EXPECT_EQ(ResolveDate({}, kReference, {}), kReference);
}

TEST(ResolvedDates, AreTheNextSuchTime) {
  constexpr std::int64_t kMidnight = 992'563'200;  // of 15 June 2001
  constexpr std::int64_t kDay = 86'400;
  EXPECT_EQ(Resolved("@13:00"), kMidnight + 13 * 3600);
  EXPECT_EQ(Resolved("@12:00"), kMidnight + 12 * 3600) << "the hour is now";
  EXPECT_EQ(Resolved("@11:59"), kMidnight + kDay + 11 * 3600 + 59 * 60);
  EXPECT_EQ(Resolved("@16 0:00"), kMidnight + kDay);
  EXPECT_EQ(Resolved("@14 0:00"), kMidnight + 29 * kDay) << "14 July";
  EXPECT_EQ(Resolved("@Jul"), kMidnight + 16 * kDay) << "1 July";
  EXPECT_EQ(Resolved("@May"), 1'020'211'200) << "1 May 2002";
}

TEST(ResolvedDates, KnowNoHour24) {
  EXPECT_EQ(Resolved("@24:00"), 993'340'800) << "24 June, 0:00";
  EXPECT_EQ(Resolved("@24:30:15"), 993'342'615);
  EXPECT_EQ(Resolved("@Jun 24:00"), 993'340'800);
  EXPECT_EQ(Resolved("@31:00"), 993'945'600) << "31 June is 1 July";
}

TEST(ResolvedDates, OfAYearAreInIt) {
  EXPECT_EQ(Resolved("@1970"), 0);
  EXPECT_EQ(Resolved("@Jan 2 1970"), 86'400);
  EXPECT_EQ(Resolved("@Sep 9 01:46:40 2001"), 1'000'000'000);
}

TEST(ResolvedDates, AreOfTheZone) {
  const base::Zone east(3600, {});
  const base::Timestamp time =
      ResolveDate(Date("@Jan 1 01:00 1970"), kReference, east);
  EXPECT_EQ(time.ns, 0);
}

}  // namespace
}  // namespace pmapi::notation
