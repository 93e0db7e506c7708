// What the bytes of an event parameter say. Bytes of aggregates say nothing to
// us: they are EventParameter::value.
// Source: pmapi/events/FORMAT.md, "Values".
#ifndef TOCSIN_PMAPI_EVENTS_EVENT_VALUE_H_
#define TOCSIN_PMAPI_EVENTS_EVENT_VALUE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "pmapi/events/event_array.h"

namespace pmapi {

/// The native bits of a number: 32-bit integers and floats in the low half,
/// 32-bit signed ones sign-extended. Nothing if the type is no number's or the
/// bytes are not as many as it has.
std::optional<std::uint64_t> EventNumber(const EventParameter& parameter);

/// The text up to the first NUL, if there is one. Nothing if the type is not
/// kString. Lifetime: of the array's bytes.
std::optional<std::string_view> EventText(const EventParameter& parameter);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_EVENTS_EVENT_VALUE_H_
