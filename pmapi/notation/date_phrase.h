// Dates in words: "1 hour ago", "2001-09-09 01:46", "tomorrow 14:30", the
// useful part of getdate's language. time_spec.h tries them last.
// Source: pmapi/notation/FORMAT.md, "Points in time".
#ifndef TOCSIN_PMAPI_NOTATION_DATE_PHRASE_H_
#define TOCSIN_PMAPI_NOTATION_DATE_PHRASE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/calendar.h"
#include "base/time.h"
#include "pmapi/notation/parsed.h"

namespace pmapi::notation {

/// What a phrase is counted from: "3 weeks ago" from the end of the archive,
/// "3 weeks later" from its start, "tomorrow" from the present day.
enum class PhraseOrigin { kNow, kStart, kEnd };

/// A date, a time of day (to the nanosecond in ISO 8601 alone), a weekday and
/// distances, each if it was named.
struct DatePhrase {
  struct Date {
    std::optional<int> year;
    int month;
    int day;
  };
  struct TimeOfDay {
    int hour;
    int minute;
    int second;
    int nanosecond = 0;
  };
  PhraseOrigin origin = PhraseOrigin::kNow;
  std::optional<Date> date;
  std::optional<TimeOfDay> clock;
  std::optional<int> weekday;     // 0 is Sunday
  int weekday_count = 1;          // the first, second ... one; -1 is the last
  std::optional<int> utc_offset;  // Units: minutes
  bool whole_day = false;         // midnight, where there is no clock
  std::int64_t months = 0;
  std::int64_t days = 0;
  std::int64_t seconds = 0;
};

/// Errors: "unexpected value" for what is not understood.
Parsed<DatePhrase> ParseDatePhrase(std::string_view text);

/// `phrase` counted from `origin`, which is of the kind that it asks for.
base::Timestamp ResolvePhrase(const DatePhrase& phrase, base::Timestamp origin,
                              const base::Zone& zone);

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_DATE_PHRASE_H_
