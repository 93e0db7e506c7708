// Zones from the time zone database and from POSIX texts.
#include "base/zone.h"

#include <algorithm>
#include <string>

#include "base/file.h"
#include "base/zone_history.h"

// Why neither libc nor a library knows the offsets, measured on Debian 12:
// localtime_r knows one zone, the process's. To turn to another one by setenv
// and tzset takes 50 us, is seen by all threads, and commands of rules inherit
// it; a date in one zone takes it 260 ns, and us 110. libdate-tz (Hinnant's
// date 3.0.1) has neither POSIX rules nor files as zones, both of which TZ and
// archives name, throws, takes 18 ms to begin, and does not read on behind a
// file's table: from 2038 on there is no summer in Berlin. GCC 12's library has
// no zones for std::chrono.

namespace base {
namespace {

constexpr const char* kZoneDirectory = "/usr/share/zoneinfo/";
constexpr const char* kSystemZone = "/etc/localtime";
constexpr const char* kUsualZone = "/usr/share/zoneinfo/posixrules";
constexpr std::size_t kLongestName = 255;

std::optional<Zone> LoadZone(const std::string& path) {
  const auto file = MapFile(path);
  if (!file) return std::nullopt;
  return ReadZoneFile((*file)->bytes());
}

/// A name may come out of an archive: it stays within the zone directory.
std::optional<Zone> LoadNamed(std::string_view name) {
  if (name.empty() || name.size() > kLongestName) return std::nullopt;
  if (name.front() == '/') return LoadZone(std::string(name));
  if (name.find("..") != std::string_view::npos) return std::nullopt;
  return LoadZone(kZoneDirectory + std::string(name));
}

/// `rules`, which name a summer time and no days: libc has its history from a
/// file.
Zone WithHistory(const Zone& rules) {
  const auto summer = std::find_if(
      rules.changes().begin(), rules.changes().end(),
      [&](const Zone::Change& one) { return one.offset != rules.initial(); });
  const auto usual = MapFile(kUsualZone);
  if (summer == rules.changes().end() || !usual) return rules;
  const auto history =
      BorrowChanges((*usual)->bytes(), rules.initial(), summer->offset);
  return history ? Continued(*history, rules) : rules;
}

}  // namespace

Zone Zone::FromTz(std::string_view tz) { return Find(tz).value_or(Zone()); }

std::optional<Zone> Zone::Find(std::string_view tz) {
  if (!tz.empty() && tz.front() == ':') tz.remove_prefix(1);
  if (auto zone = LoadNamed(tz)) return *std::move(zone);
  if (auto zone = ParsePosixZone(tz)) {
    const bool names_days = tz.find(',') != std::string_view::npos;
    return names_days ? *std::move(zone) : WithHistory(*zone);
  }
  if (tz.empty() || tz == "UTC" || tz == "GMT") return Zone();
  return std::nullopt;
}

Zone Zone::OfSystem() {
  auto zone = LoadZone(kSystemZone);
  return zone ? *std::move(zone) : Zone();
}

std::int32_t Zone::OffsetAt(std::int64_t seconds) const {
  const auto next = std::upper_bound(
      changes_.begin(), changes_.end(), seconds,
      [](std::int64_t at, const Change& change) { return at < change.since; });
  return next == changes_.begin() ? initial_ : std::prev(next)->offset;
}

}  // namespace base
