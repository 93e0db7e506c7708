// Ratio: from one scale of units to another, as pmConvScale has it.
// Source: pmapi/derived/FORMAT.md, "Conversion".
#ifndef TOCSIN_PMAPI_DERIVED_SCALE_H_
#define TOCSIN_PMAPI_DERIVED_SCALE_H_

#include <cstdint>
#include <type_traits>

#include "pmapi/metric/units.h"

namespace pmapi::derived {

/// value * multiply / divide; integers are rounded.
struct Ratio {
  std::uint64_t multiply = 1;
  std::uint64_t divide = 1;
};

/// REQUIRES: the dimensions are the same; none are a count.
Ratio RatioBetween(const Units& from, const Units& to);

/// `value` in the scale that `ratio` leads to.
template <typename T>
T Rescaled(T value, const Ratio& ratio) {
  if constexpr (std::is_floating_point_v<T>) {
    return value *
           (static_cast<T>(ratio.multiply) / static_cast<T>(ratio.divide));
  } else if constexpr (std::is_signed_v<T>) {
    // The product may wrap; what C leaves open is done as if it did.
    const auto product = static_cast<std::int64_t>(
        static_cast<std::uint64_t>(value) * ratio.multiply + ratio.divide / 2);
    return static_cast<T>(product / static_cast<std::int64_t>(ratio.divide));
  } else {
    return static_cast<T>(
        (std::uint64_t{value} * ratio.multiply + ratio.divide / 2) /
        ratio.divide);
  }
}

}  // namespace pmapi::derived

#endif  // TOCSIN_PMAPI_DERIVED_SCALE_H_
