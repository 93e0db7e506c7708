// Days since the epoch to dates and back, by years from March.
#include "base/calendar.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string_view>

namespace base {
namespace {

constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr std::int64_t kDaysPerEra = 146'097;   // 400 years
constexpr std::int64_t kDaysToEpoch = 719'468;  // from 1 March 0

constexpr std::string_view kWeekdays = "SunMonTueWedThuFriSat";
constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";

struct Date {
  int year;
  int month;
  int day;
};

std::int64_t FloorDivide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Counts in years from March, so that the leap day is the last of its year.
Date DateFromDays(std::int64_t days) {
  const std::int64_t shifted = days + kDaysToEpoch;
  const std::int64_t era = FloorDivide(shifted, kDaysPerEra);
  const auto day_of_era = static_cast<int>(shifted - era * kDaysPerEra);
  const int year_of_era = (day_of_era - day_of_era / 1460 +
                           day_of_era / 36'524 - day_of_era / 146'096) /
                          365;
  const int day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int month_from_march = (5 * day_of_year + 2) / 153;
  const int month =
      month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  const auto year = static_cast<int>(year_of_era + era * 400);
  return {month <= 2 ? year + 1 : year, month,
          day_of_year - (153 * month_from_march + 2) / 5 + 1};
}

/// Two digits at `at`, the first one `pad` where it would be zero.
void PutTwo(int value, char pad, char* at) {
  at[0] = value < 10 ? pad : static_cast<char>('0' + value / 10 % 10);
  at[1] = static_cast<char>('0' + value % 10);
}

/// "Sun Sep  9 01:46:40" is the part that two texts share.
constexpr std::size_t kClockEnd = 19;

void AppendToSecond(const DateTime& fields, std::string* out) {
  char text[kClockEnd + 1] = "Www Mmm dd hh:mm:ss";
  std::copy_n(kWeekdays.data() + 3 * fields.weekday, 3, text);
  std::copy_n(kMonths.data() + 3 * (fields.month - 1), 3, text + 4);
  PutTwo(fields.day, ' ', text + 8);
  PutTwo(fields.hour, '0', text + 11);
  PutTwo(fields.minute, '0', text + 14);
  PutTwo(fields.second, '0', text + 17);
  out->append(text, kClockEnd);
}

}  // namespace

std::int64_t DaysFromDate(std::int64_t year, int month, int day) {
  const std::int64_t months = month - 1;
  year += FloorDivide(months, 12);
  const auto month_from_march =
      static_cast<int>((months - FloorDivide(months, 12) * 12 + 10) % 12);
  if (month_from_march >= 10) --year;
  const std::int64_t era = FloorDivide(year, 400);
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t day_of_era = year_of_era * 365 + year_of_era / 4 -
                                  year_of_era / 100 +
                                  (153 * month_from_march + 2) / 5;
  return era * kDaysPerEra + day_of_era - kDaysToEpoch + day - 1;
}

DateTime ToFields(const Zone& zone, Timestamp time) {
  const std::int64_t utc = time.Seconds();
  const std::int64_t local = utc + zone.OffsetAt(utc);
  const std::int64_t days = FloorDivide(local, kSecondsPerDay);
  const auto second = static_cast<int>(local - days * kSecondsPerDay);
  const Date date = DateFromDays(days);
  DateTime fields;
  fields.year = date.year;
  fields.month = date.month;
  fields.day = date.day;
  fields.hour = second / 3600;
  fields.minute = second / 60 % 60;
  fields.second = second % 60;
  fields.nanosecond = static_cast<int>(time.Nanoseconds());
  fields.weekday = static_cast<int>((days % 7 + 7 + 4) % 7);
  fields.year_day = static_cast<int>(days - DaysFromDate(date.year, 1, 1));
  return fields;
}

Timestamp FromFields(const Zone& zone, const DateTime& fields) {
  const std::int64_t local =
      DaysFromDate(fields.year, fields.month, fields.day) * kSecondsPerDay +
      std::int64_t{fields.hour} * 3600 + std::int64_t{fields.minute} * 60 +
      fields.second;
  // Changes are more than two days apart, so that at most one matters here.
  const std::int32_t before = zone.OffsetAt(local - kSecondsPerDay);
  const std::int32_t after = zone.OffsetAt(local + kSecondsPerDay);
  const std::int64_t utc =
      zone.OffsetAt(local - after) == after ? local - after : local - before;
  constexpr std::int64_t kLastSecond =
      std::numeric_limits<std::int64_t>::max() / kNanosPerSecond - 1;
  if (utc > kLastSecond) return {std::numeric_limits<std::int64_t>::max()};
  if (utc < -kLastSecond) return {std::numeric_limits<std::int64_t>::min()};
  return {utc * kNanosPerSecond + fields.nanosecond};
}

void AppendCtime(const Zone& zone, Timestamp time, std::string* out) {
  const DateTime fields = ToFields(zone, time);
  AppendToSecond(fields, out);
  *out += ' ';
  *out += std::to_string(fields.year);
}

void AppendCtimeMicros(const Zone& zone, Timestamp time, std::string* out) {
  const DateTime fields = ToFields(zone, time);
  AppendToSecond(fields, out);
  char text[24];
  std::snprintf(text, sizeof text, ".%06d %d", fields.nanosecond / 1000,
                fields.year);
  *out += text;
}

}  // namespace base
