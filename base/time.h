// Timestamp and Duration: points and spans of time in whole nanoseconds.
// Reading the clock is engine/schedule/clock.cc's business, text is
// pmapi/notation's and base/calendar.h's.
#ifndef TOCSIN_BASE_TIME_H_
#define TOCSIN_BASE_TIME_H_

#include <compare>
#include <cstdint>

namespace base {

inline constexpr std::int64_t kNanosPerMicro = 1'000;
inline constexpr std::int64_t kNanosPerSecond = 1'000'000'000;

/// A span of time. Units: nanoseconds; about +-292 years.
struct Duration {
  std::int64_t ns = 0;

  /// Seconds as a double, rounded once.
  double Seconds() const { return static_cast<double>(ns) / 1e9; }
  friend auto operator<=>(const Duration&, const Duration&) = default;
};

/// A point in time. Units: nanoseconds since the epoch (1677 to 2262).
struct Timestamp {
  std::int64_t ns = 0;

  friend auto operator<=>(const Timestamp&, const Timestamp&) = default;
  friend Duration operator-(Timestamp a, Timestamp b) {
    return Duration{a.ns - b.ns};
  }
  friend Timestamp operator+(Timestamp t, Duration d) {
    return Timestamp{t.ns + d.ns};
  }

  /// Whole seconds since the epoch, rounded down.
  std::int64_t Seconds() const {
    return ns / kNanosPerSecond - (ns % kNanosPerSecond < 0 ? 1 : 0);
  }
  /// Nanoseconds within the second, 0 to 999,999,999.
  std::int64_t Nanoseconds() const {
    const std::int64_t rest = ns % kNanosPerSecond;
    return rest < 0 ? rest + kNanosPerSecond : rest;
  }
  /// The same time without what is finer than a microsecond, rounded down
  /// wherever that is representable.
  Timestamp TruncatedToMicros() const {
    const std::int64_t rest = Nanoseconds() % kNanosPerMicro;
    std::int64_t cut = 0;
    return __builtin_sub_overflow(ns, rest, &cut)
               ? Timestamp{ns / kNanosPerMicro * kNanosPerMicro}
               : Timestamp{cut};
  }
};

}  // namespace base

#endif  // TOCSIN_BASE_TIME_H_
