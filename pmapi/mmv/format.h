// The numbers of MMV files: sizes, offsets, flags, types, and how host-order
// words are loaded and stored. No files, no checks. pmapi/mmv/FORMAT.md has the
// words.
#ifndef TOCSIN_PMAPI_MMV_FORMAT_H_
#define TOCSIN_PMAPI_MMV_FORMAT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/ascii.h"
#include "base/byte_reader.h"
#include "pmapi/metric/metric.h"

namespace pmapi::mmv {

inline constexpr std::uint32_t kDomain = 70;
inline constexpr std::string_view kMagic{"MMV\0", 4};

/// As the header says it.
enum class Version : std::uint8_t { k1 = 1, k2 = 2, k3 = 3 };

// Header: magic, version, two generations, number of sections, flags, process,
// cluster.
inline constexpr std::size_t kHeaderSize = 40;
inline constexpr std::size_t kVersionAt = 4;
inline constexpr std::size_t kGenerationAt = 8;
inline constexpr std::size_t kGenerationAgainAt = 16;
inline constexpr std::size_t kSectionsAt = 24;
inline constexpr std::size_t kFlagsAt = 28;
inline constexpr std::size_t kProcessAt = 32;
inline constexpr std::size_t kClusterAt = 36;

inline constexpr std::uint32_t kNoPrefix = 1;
inline constexpr std::uint32_t kProcess = 2;
inline constexpr std::uint32_t kSentinel = 4;

inline constexpr std::uint32_t kMaxCluster = 4095;
inline constexpr std::uint32_t kMaxItem = 1023;

/// One line of the table of contents: kind, count, offset.
inline constexpr std::size_t kSectionSize = 16;
enum class SectionKind : std::int32_t {
  kIndoms = 1,
  kInstances = 2,
  kMetrics = 3,
  kValues = 4,
  kStrings = 5,
  kLabels = 6,
};

inline constexpr std::size_t kIndomSize = 32;
inline constexpr std::size_t kValueSize = 32;
inline constexpr std::size_t kStringSize = 256;
inline constexpr std::size_t kLabelSize = 256;
/// Of names that stand in their entry (version 1), with the NUL.
inline constexpr std::size_t kShortName = 64;

/// Where names stand in their entry or are offsets of strings.
constexpr std::size_t NameSize(Version v) {
  return v == Version::k1 ? kShortName : 8;
}
/// Indom, pad, number, name.
inline constexpr std::size_t kInstanceNameAt = 16;
constexpr std::size_t InstanceSize(Version v) {
  return kInstanceNameAt + NameSize(v);
}
/// Name, then item, type, semantics, units, indom's serial, pad, two texts.
inline constexpr std::size_t kHelpAt = 24;  // behind the name
constexpr std::size_t MetricSize(Version v) { return NameSize(v) + 40; }

/// Size of an entry, 0 for a section that is none of ours.
constexpr std::size_t EntrySize(SectionKind kind, Version v) {
  switch (kind) {
    case SectionKind::kIndoms:
      return kIndomSize;
    case SectionKind::kInstances:
      return InstanceSize(v);
    case SectionKind::kMetrics:
      return MetricSize(v);
    case SectionKind::kValues:
      return kValueSize;
    case SectionKind::kStrings:
      return kStringSize;
    case SectionKind::kLabels:
      return kLabelSize;
  }
  return 0;
}

/// The one type that PMAPI does not have: microseconds, perhaps still running.
inline constexpr std::int32_t kElapsed = 9;

/// 70.`cluster`.`item`.
constexpr Pmid MakePmid(std::uint32_t cluster, std::uint32_t item) {
  return Pmid{kDomain << 22 | (cluster & 0xfff) << 10 | (item & 0x3ff)};
}
constexpr InDom MakeInDom(std::uint32_t cluster, std::uint32_t serial) {
  return InDom{kDomain << 22 | ((cluster << 11 | serial) & 0x3fffff)};
}
constexpr bool IsNoIndom(std::uint32_t serial) {
  return serial == 0 || serial == 0xffffffff;
}

/// A host-order word. REQUIRES: sizeof(T) readable bytes at `at`.
template <typename T>
T Load(base::Bytes bytes, std::size_t at) {
  T word;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

/// REQUIRES: sizeof(T) writable bytes at `to`.
template <typename T>
void Store(std::uint8_t* to, T word) {
  std::memcpy(to, &word, sizeof word);
}

/// What names may be made of; what they begin with does not matter.
inline bool IsName(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return base::IsLetterOrDigit(c) || c == '_' || c == '.';
  });
}

/// The text at `at` up to a NUL, `most` bytes or the end of `bytes`.
inline std::string_view TextAt(base::Bytes bytes, std::uint64_t at,
                               std::size_t most) {
  if (at >= bytes.size()) return {};
  const base::Bytes rest = bytes.subspan(static_cast<std::size_t>(at));
  const auto* begin = reinterpret_cast<const char*>(rest.data());
  return {begin, strnlen(begin, rest.size() < most ? rest.size() : most)};
}

}  // namespace pmapi::mmv

#endif  // TOCSIN_PMAPI_MMV_FORMAT_H_
