// Unit words as dimensions and scales.
#include "grammar/quantity.h"

#include <cmath>
#include <cstdint>
#include <utility>

#include "grammar/names.h"

namespace grammar {
namespace {

// A signed field of four bits: 9 is -7.
std::int8_t FourBits(double power, bool divided) {
  const double limited = std::fmin(std::fmax(power, 0), 2147483647.0);
  const auto whole = static_cast<std::int64_t>(limited);
  const auto bits = static_cast<unsigned>(divided ? -whole : whole) & 15U;
  return static_cast<std::int8_t>(bits < 8 ? static_cast<int>(bits)
                                           : static_cast<int>(bits) - 16);
}

}  // namespace

void Quantity::ApplyUnit(UnitWord word, double power, bool divided) {
  const std::int8_t dimension = FourBits(power, divided);
  if (dimension == 0) {
    // pmie looks which dimension a word has; one of none it takes for a count.
    units_.count = 0;
    return;
  }
  switch (word.dimension) {
    case UnitWord::Dimension::kSpace:
      units_.space = dimension;
      units_.space_scale = static_cast<pmapi::SpaceScale>(word.scale);
      break;
    case UnitWord::Dimension::kTime:
      units_.time = dimension;
      units_.time_scale = static_cast<pmapi::TimeScale>(word.scale);
      break;
    case UnitWord::Dimension::kCount:
      units_.count = dimension;
      units_.count_scale = static_cast<std::int8_t>(word.scale);
      break;
  }
}

std::string TimeText(double seconds) {
  for (const auto& [unit, word] : {std::pair{3600, "hour"}, {60, "min"}}) {
    if (seconds < unit || std::fmod(seconds, unit) != 0) continue;
    return NumberText(seconds / unit) + ' ' + word;
  }
  return NumberText(seconds) + " sec";
}

}  // namespace grammar
