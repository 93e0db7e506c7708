// Dates by std::chrono's calendar, beside a zone of our own.
#include "base/calendar.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string_view>

namespace base {
namespace {

namespace chrono = std::chrono;

constexpr std::string_view kWeekdays = "SunMonTueWedThuFriSat";
constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";

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

/// Carried before there is a date: chrono's months are 1 to 12, and its years
/// have 16 bits.
chrono::sys_days DayOf(int year, int month, int day) {
  const auto months =
      chrono::years(year) + chrono::months(month) - chrono::months(1);
  const auto years = chrono::floor<chrono::years>(months);
  const auto held = std::clamp<std::int64_t>(
      years.count(), int{chrono::year::min()}, int{chrono::year::max()});
  const chrono::year_month_day first =
      chrono::year(static_cast<int>(held)) / chrono::January / 1;
  return chrono::sys_days(first + (months - years)) + chrono::days(day) -
         chrono::days(1);
}

DateTime ToFields(const Zone& zone, Timestamp time) {
  const std::int64_t utc = time.Seconds();
  const chrono::sys_seconds local(chrono::seconds(utc + zone.OffsetAt(utc)));
  const auto day = chrono::floor<chrono::days>(local);
  const chrono::year_month_day date(day);
  const chrono::hh_mm_ss clock(local - day);
  DateTime fields;
  fields.year = int{date.year()};
  fields.month = static_cast<int>(unsigned{date.month()});
  fields.day = static_cast<int>(unsigned{date.day()});
  fields.hour = static_cast<int>(clock.hours().count());
  fields.minute = static_cast<int>(clock.minutes().count());
  fields.second = static_cast<int>(clock.seconds().count());
  fields.nanosecond = static_cast<int>(time.Nanoseconds());
  fields.weekday = static_cast<int>(chrono::weekday(day).c_encoding());
  fields.year_day = static_cast<int>(
      (day - chrono::sys_days(date.year() / chrono::January / 1)).count());
  return fields;
}

Timestamp FromFields(const Zone& zone, const DateTime& fields) {
  const chrono::sys_seconds clock =
      DayOf(fields.year, fields.month, fields.day) +
      chrono::hours(fields.hour) + chrono::minutes(fields.minute) +
      chrono::seconds(fields.second);
  const std::int64_t local = clock.time_since_epoch().count();
  // Changes are more than two days apart, so that at most one matters here.
  constexpr std::int64_t kDay = chrono::seconds(chrono::days(1)).count();
  const std::int32_t before = zone.OffsetAt(local - kDay);
  const std::int32_t after = zone.OffsetAt(local + kDay);
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
