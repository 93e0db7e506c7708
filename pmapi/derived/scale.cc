// Quotients of whole numbers by way of Mbyte, second and 1.
#include "pmapi/derived/scale.h"

#include <cmath>
#include <numeric>

namespace pmapi::derived {
namespace {

struct Quotient {
  std::uint64_t up = 1;
  std::uint64_t down = 1;
};

Quotient ToMbyte(int scale) {
  if (scale < 2) return {1, scale == 0 ? 1u << 20 : 1u << 10};
  return {scale < 8 ? std::uint64_t{1} << (10 * (scale - 2)) : 1, 1};
}

Quotient ToSecond(int scale) {
  static constexpr Quotient kQuotients[] = {
      {1, 1'000'000'000}, {1, 1'000'000}, {1, 1000}, {1, 1}, {60, 1},
      {3600, 1}};
  return scale < 6 ? kQuotients[scale] : Quotient();
}

Quotient ToOne(int scale) {
  const auto power = static_cast<std::uint64_t>(std::pow(10, std::abs(scale)));
  return scale < 0 ? Quotient{1, power} : Quotient{power, 1};
}

/// Multiplies in one dimension's part, both ways through the canonical unit.
void Apply(int dimension, Quotient from, Quotient to, Scale* scale) {
  Quotient factor{from.up * to.down, from.down * to.up};
  const std::uint64_t common = std::gcd(factor.up, factor.down);
  if (common > 1) factor = {factor.up / common, factor.down / common};
  if (dimension < 0) factor = {factor.down, factor.up};
  for (int i = 0; i < std::abs(dimension); ++i) {
    scale->multiply *= factor.up;
    scale->divide *= factor.down;
  }
}

}  // namespace

Scale ScaleBetween(const Units& from, const Units& to) {
  Scale scale;
  Apply(from.space, ToMbyte(static_cast<int>(from.space_scale)),
        ToMbyte(static_cast<int>(to.space_scale)), &scale);
  Apply(from.time, ToSecond(static_cast<int>(from.time_scale)),
        ToSecond(static_cast<int>(to.time_scale)), &scale);
  const bool dimensionless =
      from.space == 0 && from.time == 0 && from.count == 0;
  Apply(dimensionless ? 1 : from.count, ToOne(from.count_scale),
        ToOne(to.count_scale), &scale);
  const std::uint64_t common = std::gcd(scale.multiply, scale.divide);
  if (common > 1) {
    scale.multiply /= common;
    scale.divide /= common;
  }
  // Powers that do not fit.
  if (scale.multiply == 0) scale.multiply = 1;
  if (scale.divide == 0 || scale.divide > INT64_MAX) scale.divide = 1;
  return scale;
}

}  // namespace pmapi::derived
