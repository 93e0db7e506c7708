// What the flags of an event record say.
// Source: pmapi/events/FORMAT.md, "Flags".
#ifndef TOCSIN_PMAPI_EVENTS_EVENT_FLAGS_H_
#define TOCSIN_PMAPI_EVENTS_EVENT_FLAGS_H_

#include <cstdint>
#include <string>

namespace pmapi {

inline constexpr std::uint32_t kEventPoint = 1;    // a moment
inline constexpr std::uint32_t kEventStart = 2;    // something begins
inline constexpr std::uint32_t kEventEnd = 4;      // and ends
inline constexpr std::uint32_t kEventId = 8;       // a parameter identifies it
inline constexpr std::uint32_t kEventParent = 16;  // and one its parent
/// Stands alone: no event, but word of how many are lost.
inline constexpr std::uint32_t kEventMissed = 0x80000000u;

/// "point", "start,id,parent", "missed"; empty where no flag is known. As
/// pmEventFlagsStr(3).
std::string EventFlagsText(std::uint32_t flags);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_EVENTS_EVENT_FLAGS_H_
