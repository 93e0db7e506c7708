// Units: dimension and scale in space, time and count, and the factor to the
// canonical byte, second and 1. Text to Units is pmapi/notation's.
// Source: pmapi/metric/FORMAT.md, "Units"; docs/pmie.md, "Canonical units".
#ifndef TOCSIN_PMAPI_METRIC_UNITS_H_
#define TOCSIN_PMAPI_METRIC_UNITS_H_

#include <cstdint>
#include <string>

namespace pmapi {

/// Powers of 1024; of time, the units by name.
enum class SpaceScale : std::uint8_t {
  kByte,
  kKbyte,
  kMbyte,
  kGbyte,
  kTbyte,
  kPbyte,
  kEbyte,
  kZbyte,
  kYbyte
};
enum class TimeScale : std::uint8_t { kNsec, kUsec, kMsec, kSec, kMin, kHour };

/// Three exponents (-8 to 7) and their scales; `count_scale` is a power of 10.
struct Units {
  std::int8_t space = 0;
  std::int8_t time = 0;
  std::int8_t count = 0;
  SpaceScale space_scale = SpaceScale::kByte;
  TimeScale time_scale = TimeScale::kNsec;
  std::int8_t count_scale = 0;

  /// From and to PMAPI's 32-bit word; the pad bits are ignored and zero.
  static Units FromWord(std::uint32_t word);
  std::uint32_t Word() const;

  friend bool operator==(const Units&, const Units&) = default;
};

/// What a value in `units` is multiplied by to be in bytes, seconds and 1:
/// three powers, multiplied in that order in double as pmie does.
double CanonicalFactor(const Units& units);

/// "Kbyte / sec", "count / sec^2"; empty for no dimension and no scale.
std::string UnitsText(const Units& units);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_METRIC_UNITS_H_
