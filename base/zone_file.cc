// Compiled zone files: a header, tables of changes and, from version 2 on, the
// same once more in 64 bits and POSIX rules for the time after the last one.
#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "base/zone.h"

namespace base {
namespace {

constexpr std::string_view kMagic = "TZif";
constexpr std::size_t kReserved = 15;

/// The counts of one header, in the file's order.
struct Header {
  std::uint8_t version = 0;
  std::uint32_t universal = 0;
  std::uint32_t standard = 0;
  std::uint32_t leaps = 0;
  std::uint32_t times = 0;
  std::uint32_t types = 0;
  std::uint32_t characters = 0;
};

std::optional<Header> ReadHeader(ByteReader* reader) {
  if (reader->TakeText(kMagic.size()) != kMagic) return std::nullopt;
  Header header;
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

/// Reads the tables that follow `header`; `width` is the bytes of a time.
std::optional<Zone> ReadTables(const Header& header, std::uint64_t width,
                               ByteReader* reader) {
  ByteReader times(reader->TakeBytes(header.times * width));
  const Bytes indices = reader->TakeBytes(header.times);
  ByteReader types(reader->TakeBytes(std::uint64_t{header.types} * 6));
  reader->Skip(std::uint64_t{header.characters} + header.leaps * (width + 4) +
               header.standard + header.universal);
  if (!reader->ok()) return std::nullopt;

  std::vector<std::int32_t> offsets(header.types);
  for (std::int32_t& offset : offsets) {
    offset = types.I32();
    types.Skip(2);
  }
  std::vector<Zone::Change> changes(header.times);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (indices[i] >= offsets.size()) return std::nullopt;
    changes[i] = {width == 8 ? times.I64() : times.I32(), offsets[indices[i]]};
    if (i > 0 && changes[i].since <= changes[i - 1].since) return std::nullopt;
  }
  return Zone(offsets[0], std::move(changes));
}

/// `zone`, continued by the rules behind the tables.
Zone Continued(const Zone& zone, const Zone& rules) {
  if (zone.changes().empty()) return rules;
  std::vector<Zone::Change> changes = zone.changes();
  const std::int64_t last = changes.back().since;
  for (const Zone::Change& change : rules.changes()) {
    if (change.since > last) changes.push_back(change);
  }
  return Zone(zone.initial(), std::move(changes));
}

}  // namespace

std::optional<Zone> ReadZoneFile(Bytes bytes) {
  ByteReader reader(bytes);
  auto header = ReadHeader(&reader);
  if (!header) return std::nullopt;
  auto zone = ReadTables(*header, 4, &reader);
  if (!zone || header->version == 0) return zone;

  header = ReadHeader(&reader);
  if (!header) return std::nullopt;
  zone = ReadTables(*header, 8, &reader);
  if (!zone) return std::nullopt;
  std::string_view footer = reader.TakeText(reader.remaining());
  if (footer.empty() || footer.front() != '\n') return zone;
  footer.remove_prefix(1);
  footer = footer.substr(0, footer.find('\n'));
  const auto rules = ParsePosixZone(footer);
  return rules ? Continued(*zone, *rules) : zone;
}

}  // namespace base
