// What the bytes of an event parameter say. Bytes of aggregates say nothing to
// us: they are EventParameter::value.
// Source: pmapi/events/FORMAT.md, "Values".
#ifndef TOCSIN_PMAPI_EVENTS_EVENT_VALUE_H_
#define TOCSIN_PMAPI_EVENTS_EVENT_VALUE_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "pmapi/events/event_array.h"

namespace pmapi {

/// The native bits of a number: 32-bit integers and floats in the low half,
/// 32-bit signed ones sign-extended. Nothing if the type is no number's or the
/// bytes are not as many as it has.
std::optional<std::uint64_t> EventNumber(const EventParameter& parameter);

/// The same number as a double. Here, as filters ask for it more than for
/// anything else.
inline std::optional<double> EventDouble(const EventParameter& parameter) {
  const std::uint8_t* const p = parameter.value.data();
  const std::size_t size = parameter.value.size();
  if (size == 4) {
    const std::uint32_t word = base::LoadBig32(p);
    switch (parameter.type) {
      case Type::k32:
        return static_cast<std::int32_t>(word);
      case Type::kU32:
        return word;
      case Type::kFloat:
        return std::bit_cast<float>(word);
      default:
        return std::nullopt;
    }
  }
  if (size != 8) return std::nullopt;
  const std::uint64_t word = base::LoadBig64(p);
  switch (parameter.type) {
    case Type::k64:
      return static_cast<double>(static_cast<std::int64_t>(word));
    case Type::kU64:
      return static_cast<double>(word);
    case Type::kDouble:
      return std::bit_cast<double>(word);
    default:
      return std::nullopt;
  }
}

/// The text up to the first NUL, if there is one. Nothing if the type is not
/// kString. Lifetime: of the array's bytes.
std::optional<std::string_view> EventText(const EventParameter& parameter);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_EVENTS_EVENT_VALUE_H_
