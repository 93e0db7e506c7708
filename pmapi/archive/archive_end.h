// Where an archive ends: its last good record, found from the back.
// Walking forward up to there is record_walker.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_ARCHIVE_END_H_
#define TOCSIN_PMAPI_ARCHIVE_ARCHIVE_END_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "base/time.h"
#include "pmapi/archive/temporal_index.h"
#include "pmapi/archive/volume.h"

namespace pmapi {

/// The last good record and what comes after it.
struct ArchiveEnd {
  /// The last record's, be it a mark.
  base::Timestamp time;
  /// Bytes follow that are no record: an interrupted write, or damage.
  bool torn = false;
  /// The byte of the volume behind the last record.
  std::uint64_t offset = 0;
};

/// The last record of `volume`, if there is a good one: read from the back,
/// else forward from the last place that the index knows of.
/// Source: pmapi/archive/FORMAT.md, "Where it ends".
std::optional<ArchiveEnd> FindEnd(const Volume& volume,
                                  const std::vector<IndexEntry>& index);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_ARCHIVE_END_H_
