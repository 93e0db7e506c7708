// The calendar: points in time as dates and times of day in a time zone, and
// ctime's text. Knows no clock; where zones come from is zone.h's.
#ifndef TOCSIN_BASE_CALENDAR_H_
#define TOCSIN_BASE_CALENDAR_H_

#include <chrono>
#include <string>

#include "base/time.h"
#include "base/zone.h"

namespace base {

/// A point in time as a zone's people write it. FromFields() takes values out
/// of their range as mktime does: 31 September is 1 October.
struct DateTime {
  int year = 1970;
  int month = 1;  // 1 to 12
  int day = 1;    // 1 to 31
  int hour = 0;
  int minute = 0;
  int second = 0;
  int nanosecond = 0;
  int weekday = 4;   // 0 is Sunday; FromFields() does not look at it
  int year_day = 0;  // 0 to 365; FromFields() does not look at it

  friend bool operator==(const DateTime&, const DateTime&) = default;
};

/// The day of a date of the Gregorian calendar. Months and days out of their
/// range are carried; years beyond std::chrono's are its first or last.
std::chrono::sys_days DayOf(int year, int month, int day);

/// `time` in `zone`.
DateTime ToFields(const Zone& zone, Timestamp time);

/// The inverse. What a change of the clocks makes ambiguous is the later of
/// the two, what it skips is read with the offset from before the change.
/// Beyond Timestamp's range its first or last value.
Timestamp FromFields(const Zone& zone, const DateTime& fields);

/// Appends "Sun Sep  9 01:46:40 2001".
void AppendCtime(const Zone& zone, Timestamp time, std::string* out);

/// Appends "Sun Sep  9 01:46:40.000000 2001"; what is finer is cut off.
void AppendCtimeMicros(const Zone& zone, Timestamp time, std::string* out);

}  // namespace base

#endif  // TOCSIN_BASE_CALENDAR_H_
