// Intervals: "5", "1.5m", "1hour 30min" to a Duration. Points in time are
// time_window.h's. Source: pmapi/notation/FORMAT.md, "Intervals".
#ifndef TOCSIN_PMAPI_NOTATION_INTERVAL_H_
#define TOCSIN_PMAPI_NOTATION_INTERVAL_H_

#include <string_view>

#include "base/time.h"
#include "pmapi/notation/parsed.h"

namespace pmapi::notation {

/// What an interval that does not fit stands for: some 146 years, short
/// enough to be added to any time of an archive.
inline constexpr base::Duration kLongestInterval{std::int64_t{1} << 62};

/// The sum of the items of `text`, rounded to nanoseconds. Blanks alone are
/// no time at all.
/// Errors: "unexpected value" at the first item or unit not understood;
/// "Null or empty specification".
Parsed<base::Duration> ParseInterval(std::string_view text);

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_INTERVAL_H_
