// The numbers of event arrays: sizes, bounds, and how a time and a count of
// lost records are read. No iteration. FORMAT.md tells the format in words.
#ifndef TOCSIN_PMAPI_EVENTS_FORMAT_H_
#define TOCSIN_PMAPI_EVENTS_FORMAT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/time.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// The number of records, which an array begins with. Units: bytes.
inline constexpr std::size_t kEventCountSize = 4;

/// Time, flags, number of parameters. Units: bytes.
constexpr std::size_t EventHeadSize(Type type) {
  return type == Type::kHighresEvent ? 24 : 16;
}

/// Identifier, type, length of a parameter. Units: bytes.
inline constexpr std::size_t kParameterHeadSize = 8;
/// What of this the length counts: itself and the type. Units: bytes.
inline constexpr std::size_t kParameterLengthSize = 4;
/// A length is of 24 bits, also that of the block that holds an array.
inline constexpr std::size_t kMostEventLength = 0xffffff;
inline constexpr std::size_t kMostEventBytes = kMostEventLength - 4;

/// Parameters stand on multiples of 4 bytes. Units: bytes.
constexpr std::size_t PaddedEventSize(std::size_t size) {
  return (size + 3) / 4 * 4;
}
inline constexpr std::uint8_t kEventPadding = '~';

/// How many records are lost, by the count of the record that tells of them.
constexpr std::uint32_t LostEvents(Type type, std::uint32_t count) {
  return type == Type::kHighresEvent ? std::max(count, 1u) : count;
}

/// Seconds and a fraction, which may be more than a second or negative, as one
/// time; where no Timestamp is so early or late, the first or last.
constexpr base::Timestamp JoinEventTime(std::int64_t seconds,
                                        std::int64_t nanoseconds) {
  __extension__ using Wide = __int128;
  using Limits = std::numeric_limits<std::int64_t>;
  const Wide ns = Wide{seconds} * base::kNanosPerSecond + nanoseconds;
  return base::Timestamp{static_cast<std::int64_t>(
      std::clamp<Wide>(ns, Limits::min(), Limits::max()))};
}

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_EVENTS_FORMAT_H_
