// Native values: what the bits of MetricSamples mean as numbers. The loops
// over them are series.cc's and rate.cc's.
#ifndef TOCSIN_PMAPI_SERIES_NATIVE_H_
#define TOCSIN_PMAPI_SERIES_NATIVE_H_

#include <bit>
#include <cstdint>

#include "pmapi/metric/number_type.h"

namespace pmapi {

/// 32, U32 and 64: as they stand in MetricSamples all three are the same
/// signed 64-bit integer.
struct SignedNative {
  static double Number(std::uint64_t bits) {
    return static_cast<double>(static_cast<std::int64_t>(bits));
  }
  static bool Less(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
  }
  /// The magnitude may exceed what a double holds exactly.
  static bool Wide(std::uint64_t bits) {
    return bits + (std::uint64_t{1} << 53) >= std::uint64_t{1} << 54;
  }
  static constexpr bool kInteger = true;
};

/// U64.
struct UnsignedNative {
  static double Number(std::uint64_t bits) { return static_cast<double>(bits); }
  static bool Less(std::uint64_t a, std::uint64_t b) { return a < b; }
  static bool Wide(std::uint64_t bits) {
    return bits >= std::uint64_t{1} << 53;
  }
  static constexpr bool kInteger = true;
};

/// FLOAT, in the low half.
struct FloatNative {
  static double Number(std::uint64_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  }
  static bool Less(std::uint64_t a, std::uint64_t b) {
    return Number(a) < Number(b);
  }
  static bool Wide(std::uint64_t) { return false; }
  static constexpr bool kInteger = false;
};

/// DOUBLE.
struct DoubleNative {
  static double Number(std::uint64_t bits) {
    return std::bit_cast<double>(bits);
  }
  static bool Less(std::uint64_t a, std::uint64_t b) {
    return Number(a) < Number(b);
  }
  static bool Wide(std::uint64_t) { return false; }
  static constexpr bool kInteger = false;
};

inline SignedNative NativeOf(std::int32_t) { return {}; }
inline SignedNative NativeOf(std::uint32_t) { return {}; }
inline SignedNative NativeOf(std::int64_t) { return {}; }
inline UnsignedNative NativeOf(std::uint64_t) { return {}; }
inline FloatNative NativeOf(float) { return {}; }
inline DoubleNative NativeOf(double) { return {}; }

/// Calls `f` with the kind of native value that `type` has.
/// REQUIRES: IsNumeric(type).
template <typename F>
auto WithNative(Type type, F&& f) {
  return WithNumberType(type, [&](auto zero) { return f(NativeOf(zero)); });
}

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SERIES_NATIVE_H_
