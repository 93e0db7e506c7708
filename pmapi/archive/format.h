// The numbers of the archive format and their arithmetic: sizes, magic words,
// record types, time stamps, value references. No files, no memory.
// pmapi/archive/FORMAT.md tells the format in words.
#ifndef TOCSIN_PMAPI_ARCHIVE_FORMAT_H_
#define TOCSIN_PMAPI_ARCHIVE_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/byte_reader.h"
#include "base/time.h"

namespace pmapi {

/// Versions 2 and 3 differ in the label and in every time stamp.
enum class ArchiveVersion : std::uint8_t { k2 = 2, k3 = 3 };

inline constexpr std::uint32_t kArchiveMagic = 0x50052600u;
inline constexpr std::uint32_t kArchiveMagicMask = 0xffffff00u;

/// A record is `len, body, len`; `len` counts both of its words.
inline constexpr std::size_t kLengthSize = 4;
inline constexpr std::size_t kFramingSize = 2 * kLengthSize;

/// Sizes of a label and of a time stamp. Units: bytes.
constexpr std::size_t LabelSize(ArchiveVersion v) {
  return v == ArchiveVersion::k2 ? 132 : 808;
}
constexpr std::size_t StampSize(ArchiveVersion v) {
  return v == ArchiveVersion::k2 ? 8 : 12;
}
/// Bytes of a data record before its first value set: len, stamp, count.
constexpr std::size_t DataHeaderSize(ArchiveVersion v) {
  return kLengthSize + StampSize(v) + 4;
}
/// The shortest data record, which a mark has exactly.
constexpr std::size_t MarkSize(ArchiveVersion v) {
  return DataHeaderSize(v) + kLengthSize;
}
constexpr std::size_t IndexEntrySize(ArchiveVersion v) {
  return v == ArchiveVersion::k2 ? 20 : 32;
}

/// What the volume word of a label says of files that are no data volume.
inline constexpr std::int32_t kMetaVolume = -1;
inline constexpr std::int32_t kIndexVolume = -2;

/// Feature bits that change nothing for a reader.
inline constexpr std::uint32_t kKnownFeatures = 0x80000000u;

/// The type word of a metadata record. Labels are framed, not read.
enum class MetaType : std::int32_t {
  kDesc = 1,
  kInDomV2 = 2,
  kLabelV2 = 3,
  kText = 4,
  kInDom = 5,
  kInDomDelta = 6,
  kLabel = 7,
};

/// Bits of a text's own type word: which of two, and about what.
inline constexpr std::uint32_t kTextIsLine = 1;
inline constexpr std::uint32_t kTextIsWhole = 2;
inline constexpr std::uint32_t kTextOfMetric = 4;

/// The string offset by which a delta says that an instance is gone.
inline constexpr std::int32_t kDeletedInstance = -1;

/// How the words of a value set hold its values.
enum class ValueFormat : std::int32_t { kInSitu = 0, kBlock = 1, kStatic = 2 };

/// From the start of its record to the block that `word` refers to: writers
/// count 32-bit words as if two stood before the record. Wraps below 2.
constexpr std::uint64_t BlockOffset(std::uint32_t word) {
  return (static_cast<std::uint64_t>(word) - 2) * 4;
}

/// Seconds and nanoseconds as one Timestamp; nothing where that cannot hold
/// them (years before 1678 and after 2262).
constexpr std::optional<base::Timestamp> JoinStamp(std::int64_t seconds,
                                                   std::int32_t nanoseconds) {
  std::int64_t ns = 0;
  if (__builtin_mul_overflow(seconds, base::kNanosPerSecond, &ns) ||
      __builtin_add_overflow(ns, std::int64_t{nanoseconds}, &ns)) {
    return std::nullopt;
  }
  return base::Timestamp{ns};
}

/// The stamp at `p`. In version 3 the low word of the seconds comes first.
/// REQUIRES: StampSize(v) readable bytes.
inline std::optional<base::Timestamp> LoadStamp(const std::uint8_t* p,
                                                ArchiveVersion v) {
  if (v == ArchiveVersion::k2) {
    const auto seconds = static_cast<std::int32_t>(base::LoadBig32(p));
    const auto micros = static_cast<std::int32_t>(base::LoadBig32(p + 4));
    return base::Timestamp{seconds * base::kNanosPerSecond +
                           micros * base::kNanosPerMicro};
  }
  const std::uint64_t seconds =
      base::LoadBig32(p) | std::uint64_t{base::LoadBig32(p + 4)} << 32;
  return JoinStamp(static_cast<std::int64_t>(seconds),
                   static_cast<std::int32_t>(base::LoadBig32(p + 8)));
}

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_FORMAT_H_
