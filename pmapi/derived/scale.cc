// Ratios of whole numbers by way of Mbyte, second and 1.
#include "pmapi/derived/scale.h"

#include <cmath>
#include <numeric>

namespace pmapi::derived {
namespace {

Ratio ToMbyte(int scale) {
  if (scale < 2) return {1, scale == 0 ? 1u << 20 : 1u << 10};
  return {scale < 8 ? std::uint64_t{1} << (10 * (scale - 2)) : 1, 1};
}

Ratio ToSecond(int scale) {
  static constexpr Ratio kRatios[] = {
      {1, 1'000'000'000}, {1, 1'000'000}, {1, 1000}, {1, 1}, {60, 1},
      {3600, 1}};
  return scale < 6 ? kRatios[scale] : Ratio();
}

Ratio ToOne(int scale) {
  const auto power = static_cast<std::uint64_t>(std::pow(10, std::abs(scale)));
  return scale < 0 ? Ratio{1, power} : Ratio{power, 1};
}

/// Multiplies in one dimension's part, both ways through the canonical unit.
void Apply(int dimension, Ratio from, Ratio to, Ratio* all) {
  Ratio factor{from.multiply * to.divide, from.divide * to.multiply};
  const std::uint64_t common = std::gcd(factor.multiply, factor.divide);
  if (common > 1) factor = {factor.multiply / common, factor.divide / common};
  if (dimension < 0) factor = {factor.divide, factor.multiply};
  for (int i = 0; i < std::abs(dimension); ++i) {
    all->multiply *= factor.multiply;
    all->divide *= factor.divide;
  }
}

}  // namespace

Ratio RatioBetween(const Units& from, const Units& to) {
  Ratio ratio;
  Apply(from.space, ToMbyte(static_cast<int>(from.space_scale)),
        ToMbyte(static_cast<int>(to.space_scale)), &ratio);
  Apply(from.time, ToSecond(static_cast<int>(from.time_scale)),
        ToSecond(static_cast<int>(to.time_scale)), &ratio);
  const bool dimensionless =
      from.space == 0 && from.time == 0 && from.count == 0;
  Apply(dimensionless ? 1 : from.count, ToOne(from.count_scale),
        ToOne(to.count_scale), &ratio);
  const std::uint64_t common = std::gcd(ratio.multiply, ratio.divide);
  if (common > 1) {
    ratio.multiply /= common;
    ratio.divide /= common;
  }
  // Powers that do not fit.
  if (ratio.multiply == 0) ratio.multiply = 1;
  if (ratio.divide == 0 || ratio.divide > INT64_MAX) ratio.divide = 1;
  return ratio;
}

}  // namespace pmapi::derived
