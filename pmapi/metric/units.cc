// Units packed in a word, scaled to the canonical ones, and as text.
#include "pmapi/metric/units.h"

#include <cmath>

namespace pmapi {
namespace {

/// Bits [shift, shift + 4) of `word` as a signed number.
std::int8_t SignedNibble(std::uint32_t word, int shift) {
  const auto nibble = static_cast<int>(word >> shift & 0xf);
  return static_cast<std::int8_t>(nibble >= 8 ? nibble - 16 : nibble);
}

std::uint32_t Nibble(int value, int shift) {
  return (static_cast<std::uint32_t>(value) & 0xf) << shift;
}

std::string SpaceName(SpaceScale scale) {
  static constexpr const char* kNames[] = {"byte",  "Kbyte", "Mbyte",
                                           "Gbyte", "Tbyte", "Pbyte",
                                           "Ebyte", "Zbyte", "Ybyte"};
  const auto code = static_cast<unsigned>(scale);
  return code < 9 ? kNames[code] : "space-" + std::to_string(code);
}

std::string TimeName(TimeScale scale) {
  static constexpr const char* kNames[] = {"nanosec", "microsec", "millisec",
                                           "sec",     "min",      "hour"};
  const auto code = static_cast<unsigned>(scale);
  return code < 6 ? kNames[code] : "time-" + std::to_string(code);
}

std::string CountName(int scale) {
  if (scale == 0) return "count";
  if (scale == 1) return "count x 10";
  return "count x 10^" + std::to_string(scale);
}

void AppendPower(const std::string& name, int exponent, std::string* out) {
  if (exponent <= 0) return;
  if (!out->empty() && out->back() != ' ') *out += ' ';
  *out += name;
  if (exponent != 1) *out += '^' + std::to_string(exponent);
}

}  // namespace

Units Units::FromWord(std::uint32_t word) {
  return Units{SignedNibble(word, 28),
               SignedNibble(word, 24),
               SignedNibble(word, 20),
               static_cast<SpaceScale>(word >> 16 & 0xf),
               static_cast<TimeScale>(word >> 12 & 0xf),
               SignedNibble(word, 8)};
}

std::uint32_t Units::Word() const {
  return Nibble(space, 28) | Nibble(time, 24) | Nibble(count, 20) |
         Nibble(static_cast<int>(space_scale), 16) |
         Nibble(static_cast<int>(time_scale), 12) | Nibble(count_scale, 8);
}

double CanonicalFactor(const Units& units) {
  const int from_sec =
      static_cast<int>(units.time_scale) - static_cast<int>(TimeScale::kSec);
  double factor =
      std::pow(1024, units.space * static_cast<int>(units.space_scale));
  factor *= std::pow(from_sec > 0 ? 60 : 1000, units.time * from_sec);
  factor *= std::pow(10, units.count * units.count_scale);
  return factor;
}

std::string UnitsText(const Units& units) {
  if (units.space == 0 && units.time == 0 && units.count == 0) {
    if (units.count_scale == 0) return "";
    return CountName(units.count_scale).substr(6);
  }
  std::string text;
  for (const int sign : {1, -1}) {
    std::string part;
    AppendPower(SpaceName(units.space_scale), sign * units.space, &part);
    AppendPower(TimeName(units.time_scale), sign * units.time, &part);
    AppendPower(CountName(units.count_scale), sign * units.count, &part);
    if (sign < 0 && !part.empty()) text += text.empty() ? "/ " : " / ";
    text += part;
  }
  return text;
}

}  // namespace pmapi
