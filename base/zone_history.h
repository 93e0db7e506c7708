// What a zone whose text names no days takes from a zone file. Zones
// themselves: zone.h.
#ifndef TOCSIN_BASE_ZONE_HISTORY_H_
#define TOCSIN_BASE_ZONE_HISTORY_H_

#include <cstdint>
#include <optional>

#include "base/byte_reader.h"
#include "base/zone.h"

namespace base {

/// `zone` up to its last change, `rules` from there on.
Zone Continued(const Zone& zone, const Zone& rules);

/// The changes of a compiled zone file, as glibc makes them those of a zone
/// with these offsets. Nothing for other bytes, and for a file without summer
/// time. Source: tzset(3), "posixrules"; found out by experiments.
std::optional<Zone> BorrowChanges(Bytes bytes, std::int32_t standard,
                                  std::int32_t summer);

}  // namespace base

#endif  // TOCSIN_BASE_ZONE_HISTORY_H_
