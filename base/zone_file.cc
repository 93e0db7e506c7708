// Compiled zone files: a header, tables of changes and, from version 2 on, the
// same once more in 64 bits and POSIX rules for the time after the last one.
#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "base/zone.h"
#include "base/zone_history.h"

namespace base {
namespace {

constexpr std::string_view kMagic = "TZif";
constexpr std::size_t kReserved = 15;

/// The counts of one header, in the file's order.
struct HeaderCounts {
  std::uint8_t version = 0;
  std::uint32_t universal = 0;
  std::uint32_t standard = 0;
  std::uint32_t leaps = 0;
  std::uint32_t times = 0;
  std::uint32_t types = 0;
  std::uint32_t characters = 0;
};

std::optional<HeaderCounts> ReadHeader(ByteReader* reader) {
  if (reader->TakeText(kMagic.size()) != kMagic) return std::nullopt;
  HeaderCounts header;
  header.version = reader->U8();
  reader->Skip(kReserved);
  header.universal = reader->U32();
  header.standard = reader->U32();
  header.leaps = reader->U32();
  header.times = reader->U32();
  header.types = reader->U32();
  header.characters = reader->U32();
  if (!reader->ok() || header.types == 0) return std::nullopt;
  return header;
}

/// A kind of local time, and by which clock changes to it are reckoned.
struct LocalTimeType {
  std::int32_t offset = 0;
  bool summer = false;
  bool by_standard = false;
  bool by_universal = false;
};

struct TypedChange {
  std::int64_t since = 0;
  LocalTimeType type;
};

struct Tables {
  std::int32_t initial = 0;
  std::vector<TypedChange> changes;
};

std::vector<LocalTimeType> ReadTypes(const HeaderCounts& header, Bytes entries,
                                     Bytes standard, Bytes universal) {
  ByteReader reader(entries);
  std::vector<LocalTimeType> types(header.types);
  for (std::size_t i = 0; i < types.size(); ++i) {
    types[i].offset = reader.I32();
    types[i].summer = reader.U8() != 0;
    reader.Skip(1);
    types[i].by_standard = i < standard.size() && standard[i] != 0;
    types[i].by_universal = i < universal.size() && universal[i] != 0;
  }
  return types;
}

/// Reads the tables that follow `header`; `width` is the bytes of a time.
std::optional<Tables> ReadTables(const HeaderCounts& header,
                                 std::uint64_t width, ByteReader* reader) {
  ByteReader times(reader->TakeBytes(header.times * width));
  const Bytes indices = reader->TakeBytes(header.times);
  const Bytes entries = reader->TakeBytes(std::uint64_t{header.types} * 6);
  reader->Skip(std::uint64_t{header.characters} + header.leaps * (width + 4));
  const Bytes standard = reader->TakeBytes(header.standard);
  const Bytes universal = reader->TakeBytes(header.universal);
  if (!reader->ok()) return std::nullopt;

  const auto types = ReadTypes(header, entries, standard, universal);
  Tables tables{types[0].offset, std::vector<TypedChange>(header.times)};
  for (std::size_t i = 0; i < tables.changes.size(); ++i) {
    if (indices[i] >= types.size()) return std::nullopt;
    TypedChange& change = tables.changes[i];
    change = {width == 8 ? times.I64() : times.I32(), types[indices[i]]};
    if (i > 0 && change.since <= tables.changes[i - 1].since) {
      return std::nullopt;
    }
  }
  return tables;
}

/// The last tables of the file at the reader, which stays behind them.
std::optional<Tables> ReadLastTables(ByteReader* reader, bool* has_footer) {
  auto header = ReadHeader(reader);
  if (!header) return std::nullopt;
  auto tables = ReadTables(*header, 4, reader);
  *has_footer = tables && header->version != 0;
  if (!*has_footer) return tables;
  header = ReadHeader(reader);
  if (!header) return std::nullopt;
  return ReadTables(*header, 8, reader);
}

Zone ZoneOf(const Tables& tables) {
  std::vector<Zone::Change> changes;
  changes.reserve(tables.changes.size());
  for (const TypedChange& change : tables.changes) {
    changes.push_back({change.since, change.type.offset});
  }
  return Zone(tables.initial, std::move(changes));
}

}  // namespace

Zone Continued(const Zone& zone, const Zone& rules) {
  if (zone.changes().empty()) return rules;
  std::vector<Zone::Change> changes = zone.changes();
  const std::int64_t last = changes.back().since;
  for (const Zone::Change& change : rules.changes()) {
    if (change.since > last) changes.push_back(change);
  }
  return Zone(zone.initial(), std::move(changes));
}

std::optional<Zone> ReadZoneFile(Bytes bytes) {
  ByteReader reader(bytes);
  bool has_footer = false;
  const auto tables = ReadLastTables(&reader, &has_footer);
  if (!tables) return std::nullopt;
  Zone zone = ZoneOf(*tables);
  std::string_view footer = reader.TakeText(reader.remaining());
  if (!has_footer || footer.empty() || footer.front() != '\n') return zone;
  footer.remove_prefix(1);
  footer = footer.substr(0, footer.find('\n'));
  const auto rules = ParsePosixZone(footer);
  return rules ? Continued(zone, *rules) : zone;
}

/// What a wall clock showed is moved, what was universal time is not. That
/// glibc moves the former the wrong way, and by the whole summer offset, is
/// what dates in such a zone are: everybody on the machine sees the same.
std::optional<Zone> BorrowChanges(Bytes bytes, std::int32_t standard,
                                  std::int32_t summer) {
  ByteReader reader(bytes);
  bool has_footer = false;
  const auto tables = ReadLastTables(&reader, &has_footer);
  if (!tables) return std::nullopt;
  const auto& from = tables->changes;
  const auto first = std::find_if(
      from.begin(), from.end(),
      [](const TypedChange& change) { return !change.type.summer; });
  const bool has_summer =
      std::any_of(from.begin(), from.end(),
                  [](const TypedChange& change) { return change.type.summer; });
  if (first == from.end() || !has_summer) return std::nullopt;
  std::vector<Zone::Change> changes;
  bool in_summer = false;
  for (const TypedChange& change : from) {
    const LocalTimeType& type = change.type;
    std::int64_t moved = 0;
    if (!type.by_universal) {
      const std::int64_t by_standard =
          std::int64_t{standard} - first->type.offset;
      moved = in_summer && !type.by_standard ? summer : by_standard;
    }
    std::int64_t since = 0;
    if (__builtin_add_overflow(change.since, moved, &since)) continue;
    in_summer = type.summer;
    // Two may have changed places.
    if (changes.empty() || since > changes.back().since) {
      changes.push_back({since, in_summer ? summer : standard});
    }
  }
  return Zone(standard, std::move(changes));
}

}  // namespace base
