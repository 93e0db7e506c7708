// Dates in words: what is named, what it is counted from, and when that is.
#include "pmapi/notation/date_phrase.h"

#include <gtest/gtest.h>

#include <limits>

namespace pmapi::notation {
namespace {

DatePhrase Phrase(std::string_view text) {
  const auto phrase = ParseDatePhrase(text);
  CHECK(phrase.has_value());
  return *phrase;
}

std::string DateOf(std::string_view text) {
  const auto date = Phrase(text).date;
  if (!date) return "none";
  return (date->year ? std::to_string(*date->year) : "?") + "-" +
         std::to_string(date->month) + "-" + std::to_string(date->day);
}

TEST(DatePhrases, NameADateInAnyForm) {
  for (const char* text :
       {"2001-09-08", "9/8/2001", "2001/9/8", "8-Sep-2001", "8 sep 2001",
        "Sep 8, 2001", "September 8, 2001", "9/8/1"}) {
    EXPECT_EQ(DateOf(text), "2001-9-8") << text;
  }
  EXPECT_EQ(DateOf("9/8"), "?-9-8");
  EXPECT_EQ(DateOf("8 Sep"), "?-9-8");
  EXPECT_EQ(DateOf("1/2/70"), "1970-1-2") << "of the last century";
  EXPECT_EQ(DateOf("1/2/68"), "2068-1-2");
  EXPECT_EQ(DateOf("2/29"), "?-2-29") << "of some year";
}

TEST(DatePhrases, NameATimeOfDay) {
  const auto clock = [](std::string_view text) {
    const auto named = Phrase(text).clock;
    return !named ? -1
                  : named->hour * 3600 + named->minute * 60 + named->second;
  };
  EXPECT_EQ(clock("1:46"), 6360);
  EXPECT_EQ(clock("01:46:40"), 6400);
  EXPECT_EQ(clock("1:46:40 pm"), 12 * 3600 + 6400);
  EXPECT_EQ(clock("12am"), 0);
  EXPECT_EQ(clock("12pm"), 12 * 3600);
  EXPECT_EQ(clock("5"), 5 * 3600);
  EXPECT_EQ(clock("1430"), 14 * 3600 + 30 * 60) << "without its colon";
  EXPECT_EQ(clock("monday"), -1);
}

TEST(DatePhrases, NameZones) {
  EXPECT_EQ(Phrase("1:00 UTC").utc_offset, 0);
  EXPECT_EQ(Phrase("1:00 +0130").utc_offset, 90);
  EXPECT_EQ(Phrase("1:00 -0800").utc_offset, -480);
  EXPECT_EQ(Phrase("1:00 est").utc_offset, -300);
  EXPECT_EQ(Phrase("1:00").utc_offset, std::nullopt);
}

TEST(DatePhrases, AreIso8601AsProgramsWriteIt) {
  const base::Timestamp at{1'000'000'000 * base::kNanosPerSecond};
  const auto resolved = [](std::string_view text) {
    return ResolvePhrase(Phrase(text), {}, base::Zone(3600, {}));
  };
  for (const char* text :
       {"2001-09-09T01:46:40Z", "2001-09-09t01:46:40z", "2001-09-09T02:46:40",
        "2001-09-09T03:46:40+02:00", "2001-09-09T03:46:40+0200",
        "2001-09-09T03:46:40+02", "2001-09-08T22:16:40-03:30",
        " 2001-09-09T01:46:40.0Z "}) {
    EXPECT_EQ(resolved(text), at) << text;
  }
  EXPECT_EQ(resolved("2001-09-09T01:46:40.25Z").ns, at.ns + 250'000'000);
  EXPECT_EQ(resolved("2001-09-09T01:46:40,000000001999Z").ns, at.ns + 1);
  EXPECT_EQ(resolved("2001-09-09T01:46Z").ns,
            at.ns - 40 * base::kNanosPerSecond);
}

TEST(DatePhrases, OfIso8601MustBeWhole) {
  for (const char* text :
       {"2001-09-09T", "2001-09-09T1", "2001-09-09T01", "2001-13-09T01:46Z",
        "2001-02-29T01:46Z", "2001-09-09T24:00Z", "2001-09-09T01:60Z",
        "2001-09-09T01:46:61Z", "2001-09-09T01:46Zulu", "2001-9-9T01:46",
        "2001-09-09T01:46+2", "2001-09-09T01:46+99:99",
        "2001-09-09T01:46+02:60", "2001-09-09T01:46-15:00",
        "2001-09-09T01:46:40.Z"}) {
    EXPECT_FALSE(ParseDatePhrase(text)) << text;
  }
}

TEST(DatePhrases, AddUpDistances) {
  EXPECT_EQ(Phrase("1 year 2 months").months, 14);
  EXPECT_EQ(Phrase("2 fortnights 1 week 3 days").days, 38);
  EXPECT_EQ(Phrase("1 hour 1 min 1 sec").seconds, 3661);
  EXPECT_EQ(Phrase("-1 day").days, -1);
  EXPECT_EQ(Phrase("next week").days, 14) << "2 of them, as getdate has it";
  EXPECT_EQ(Phrase("last week").days, -7);
  EXPECT_EQ(Phrase("1 day 2 hours ago").days, -1);
  EXPECT_EQ(Phrase("1 day 2 hours ago").seconds, -7200);
}

TEST(DatePhrases, NameDays) {
  EXPECT_EQ(Phrase("yesterday").days, -1);
  EXPECT_EQ(Phrase("today").days, 0);
  EXPECT_EQ(Phrase("tomorrow").days, 1);
  EXPECT_TRUE(Phrase("today").whole_day);
  EXPECT_FALSE(Phrase("now").whole_day);
  EXPECT_TRUE(Phrase("").whole_day) << "nothing said is today";
  EXPECT_EQ(Phrase("sunday").weekday, 0);
  EXPECT_EQ(Phrase("Sat").weekday, 6);
  EXPECT_EQ(Phrase("last monday").weekday_count, -1);
  EXPECT_EQ(Phrase("third monday").weekday_count, 3);
}

TEST(DatePhrases, AreCountedFromWhatTheySay) {
  EXPECT_EQ(Phrase("now").origin, PhraseOrigin::kNow);
  EXPECT_EQ(Phrase("2001-09-09 01:46").origin, PhraseOrigin::kNow);
  EXPECT_EQ(Phrase("1 hour").origin, PhraseOrigin::kStart);
  EXPECT_EQ(Phrase("1 hour ago").origin, PhraseOrigin::kEnd);
  EXPECT_EQ(Phrase("last week").origin, PhraseOrigin::kEnd);
  EXPECT_EQ(Phrase("-1 day").origin, PhraseOrigin::kEnd);
}

TEST(DatePhrases, ThatAreNoneSayWhere) {
  const auto at = [](std::string_view text) {
    const auto phrase = ParseDatePhrase(text);
    if (phrase) return -1;
    EXPECT_EQ(phrase.fault().reason, "unexpected value");
    return static_cast<int>(phrase.fault().offset);
  };
  EXPECT_EQ(at("bogus"), 0);
  EXPECT_EQ(at("tomorrow bogus"), 9);
  EXPECT_EQ(at("2001-02-29"), 0) << "no leap year";
  EXPECT_EQ(at("2000-02-29"), -1);
  EXPECT_EQ(at("1:00 2:00"), 5) << "one clock is enough";
  EXPECT_EQ(at("ago"), 0);
  EXPECT_EQ(at("12345678 days"), 0) << "seven digits at most";
}

constexpr base::Timestamp At(std::int64_t seconds) {
  return {seconds * base::kNanosPerSecond};
}

/// From Sun Sep 9 01:46:40.5 2001, in seconds of UTC.
std::int64_t Resolved(std::string_view text, const base::Zone& zone = {}) {
  const base::Timestamp origin{1'000'000'000'500'000'000};
  const base::Timestamp time = ResolvePhrase(Phrase(text), origin, zone);
  EXPECT_EQ(time.Nanoseconds(), 0) << text;
  return time.Seconds();
}

TEST(ResolvedPhrases, KeepTheTimeOfDayUnlessADayIsNamed) {
  constexpr std::int64_t kNow = 1'000'000'000;
  constexpr std::int64_t kMidnight = kNow - 6400;
  EXPECT_EQ(Resolved("now"), kNow);
  EXPECT_EQ(Resolved("1 day"), kNow + 86'400);
  EXPECT_EQ(Resolved("today"), kMidnight);
  EXPECT_EQ(Resolved("tomorrow"), kMidnight + 86'400);
  EXPECT_EQ(Resolved("tomorrow 1:00"), kMidnight + 86'400 + 3600);
  EXPECT_EQ(Resolved("5:00"), kMidnight + 5 * 3600);
  EXPECT_EQ(Resolved("9/10"), kMidnight + 86'400);
}

TEST(ResolvedPhrases, OfWeekdaysAreTodayOrLater) {
  constexpr std::int64_t kMidnight = 1'000'000'000 - 6400;
  constexpr std::int64_t kDay = 86'400;
  EXPECT_EQ(Resolved("sunday"), kMidnight) << "it is one";
  EXPECT_EQ(Resolved("monday"), kMidnight + kDay);
  EXPECT_EQ(Resolved("saturday"), kMidnight + 6 * kDay);
  EXPECT_EQ(Resolved("last saturday"), kMidnight - kDay);
  EXPECT_EQ(Resolved("next monday"), kMidnight + 8 * kDay);
}

TEST(ResolvedPhrases, AreOfTheirZone) {
  EXPECT_EQ(Resolved("1970-01-01 01:00", base::Zone(3600, {})), 0);
  EXPECT_EQ(Resolved("1970-01-01 02:00 +0200", base::Zone(3600, {})), 0);
}

TEST(ResolvedPhrases, BeyondTimestampsAreTheirLimits) {
  DatePhrase phrase;
  phrase.seconds = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(ResolvePhrase(phrase, At(0), {}).ns,
            std::numeric_limits<std::int64_t>::max());
  phrase.seconds = -phrase.seconds;
  EXPECT_EQ(ResolvePhrase(phrase, At(0), {}).ns,
            std::numeric_limits<std::int64_t>::min());
  phrase.seconds = 0;
  phrase.months = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(ResolvePhrase(phrase, At(0), {}).ns,
            std::numeric_limits<std::int64_t>::max());
}

}  // namespace
}  // namespace pmapi::notation
