// The temporal index: entries that say how far the files reached at some
// times. The search for an archive's end needs it (archive_end.h), and what an
// archive has lost shows in it (losses.h).
#ifndef TOCSIN_PMAPI_ARCHIVE_TEMPORAL_INDEX_H_
#define TOCSIN_PMAPI_ARCHIVE_TEMPORAL_INDEX_H_

#include <cstdint>
#include <vector>

#include "base/byte_reader.h"
#include "pmapi/archive/format.h"

namespace pmapi {

/// How far the files reached when it was written. Units: bytes.
struct IndexEntry {
  std::int32_t volume = 0;
  /// Everything written before this entry is below this byte of the volume.
  std::int64_t data_offset = 0;
  /// The same of the metadata.
  std::int64_t meta_offset = 0;

  friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

/// The entries after the label; a last one that is not whole is left out.
/// REQUIRES: `file` is at least as long as its label.
std::vector<IndexEntry> ReadIndex(base::Bytes file, ArchiveVersion version);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_TEMPORAL_INDEX_H_
