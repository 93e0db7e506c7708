// Points in time as -S, -T and -O take them: text to a plain value, which
// time_window.h resolves against an archive's start and end.
// Source: pmapi/notation/FORMAT.md, "Points in time".
#ifndef TOCSIN_PMAPI_NOTATION_TIME_SPEC_H_
#define TOCSIN_PMAPI_NOTATION_TIME_SPEC_H_

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/calendar.h"
#include "base/time.h"
#include "pmapi/notation/date_phrase.h"
#include "pmapi/notation/parsed.h"

namespace pmapi::notation {

/// "@Sep 9 01:46:40 2001": the fields that were given.
struct DateSpec {
  std::optional<int> year;
  std::optional<int> month;  // 1 to 12
  std::optional<int> day;    // 0 to 31
  std::optional<int> hour;   // 0 to 23, pm counted in
  int minute = 0;
  int second = 0;
  int nanosecond = 0;

  friend bool operator==(const DateSpec&, const DateSpec&) = default;
};

/// "+5min", "5min": so long after the start.
struct FromStart {
  base::Duration distance;
};

/// "-5min": so long before the end.
struct FromEnd {
  base::Duration distance;
};

using TimeSpec = std::variant<DateSpec, FromStart, FromEnd, DatePhrase>;

/// Why a text is no point in time. `text` is what PCP's tools show above the
/// caret: the input without the "@", "+" or "-" that it began with.
struct TimeFault {
  std::string text;
  Fault fault;

  /// See FaultText().
  std::string Lines() const { return FaultText(text, fault); }
};

/// Errors: "unexpected value", "more information expected",
/// "Null or empty specification", all as PCP's.
Parsed<TimeSpec, TimeFault> ParseTimeSpec(std::string_view text);

/// `spec` as the first such time at or after `reference`: what is missing
/// above the given fields comes from there, what is missing below is zero.
base::Timestamp ResolveDate(const DateSpec& spec, base::Timestamp reference,
                            const base::Zone& zone);

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_TIME_SPEC_H_
