// The time window: what -S, -T, -A and -O make of an archive's start and end.
// Source: pmapi/notation/FORMAT.md, "Time windows"; docs/pmie.md, "Windows of
// time".
#ifndef TOCSIN_PMAPI_NOTATION_TIME_WINDOW_H_
#define TOCSIN_PMAPI_NOTATION_TIME_WINDOW_H_

#include <limits>
#include <optional>
#include <string>

#include "base/time.h"
#include "base/zone.h"
#include "pmapi/notation/parsed.h"

namespace pmapi::notation {

/// The texts as they were given.
struct WindowOptions {
  std::optional<std::string> start;   // -S
  std::optional<std::string> finish;  // -T
  std::optional<std::string> align;   // -A
  std::optional<std::string> origin;  // -O
};

/// An end that never comes: live sources.
inline constexpr base::Timestamp kNoEnd{
    std::numeric_limits<std::int64_t>::max()};

/// What the options are relative to. `now` is for "tomorrow" and its like.
struct WindowFrame {
  base::Timestamp start;
  base::Timestamp end = kNoEnd;
  base::Timestamp now;
  base::Zone zone;
};

/// Ticks are at first, first + delta, ... up to `end`, inclusive. `start` may
/// lie behind `end`: then there are none. All in whole microseconds.
struct TimeWindow {
  base::Timestamp start;
  base::Timestamp end;
  base::Timestamp first;
  /// The two lines of PCP's tools where -A could not be applied, else empty.
  std::string warning;
};

/// The option that cannot be meant, and the two lines of PCP's tools on it.
struct WindowFault {
  char option;
  std::string lines;
};

/// Applies -S, -A, -T, -O, in this order. What is finer than a microsecond in
/// the frame is cut off.
/// Errors: see ParseTimeSpec(), ParseInterval(); -A 0; -N without an end.
Parsed<TimeWindow, WindowFault> ResolveWindow(const WindowOptions& options,
                                              const WindowFrame& frame);

/// The one point in time that `text`, the argument of `option`, means in the
/// frame, perhaps outside of it. Errors: as ResolveWindow().
Parsed<base::Timestamp, WindowFault> ResolvePoint(char option,
                                                  const std::string& text,
                                                  const WindowFrame& frame);

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_TIME_WINDOW_H_
