// Zone: how far local time is from UTC, for every point in time. Made from
// what the variable TZ may hold, without touching it: any number of zones can
// be in use at once. Dates are calendar.h's.
#ifndef TOCSIN_BASE_ZONE_H_
#define TOCSIN_BASE_ZONE_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"

namespace base {

/// Offsets as a list of changes, complete up to the year 2262, the end of
/// Timestamp. Threads: const, shareable.
class Zone {
 public:
  /// From `since` (Units: seconds since the epoch) on, local time is UTC plus
  /// `offset` (Units: seconds).
  struct Change {
    std::int64_t since;
    std::int32_t offset;

    friend bool operator==(const Change&, const Change&) = default;
  };

  /// UTC.
  Zone() = default;

  /// `initial` holds before the first of `changes`, which are in order.
  Zone(std::int32_t initial, std::vector<Change> changes)
      : initial_(initial), changes_(std::move(changes)) {}

  /// The zone that `tz` means as a value of TZ: a name of the system's zone
  /// directory, a file (absolute; a ":" before either is dropped), or POSIX
  /// rules ("EST5EDT,M3.2.0,M11.1.0"). As in libc, what is none is UTC.
  static Zone FromTz(std::string_view tz);

  /// The same, but nothing for what is none. UTC needs no file.
  static std::optional<Zone> Find(std::string_view tz);

  /// The system's zone, for when TZ is not set: /etc/localtime.
  static Zone OfSystem();

  /// Local time minus UTC. Units: seconds.
  std::int32_t OffsetAt(std::int64_t seconds) const;

  std::int32_t initial() const { return initial_; }
  const std::vector<Change>& changes() const { return changes_; }

 private:
  std::int32_t initial_ = 0;
  std::vector<Change> changes_;
};

/// POSIX rules to a zone: "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3". Nothing
/// for a text that is not wholly of that form.
/// Source: POSIX.1-2017, 8.3; RFC 8536, 3.3.1 (hours up to 167).
std::optional<Zone> ParsePosixZone(std::string_view rules);

/// A compiled zone file, versions 1 to 4. Nothing for other bytes.
/// Source: RFC 8536, 3.
std::optional<Zone> ReadZoneFile(Bytes bytes);

}  // namespace base

#endif  // TOCSIN_BASE_ZONE_H_
