// ArchiveReadingOptions: what the environment may change about values over
// archives. Who reads the environment is cli.
#ifndef TOCSIN_PMAPI_ARCHIVE_ARCHIVE_READING_OPTIONS_H_
#define TOCSIN_PMAPI_ARCHIVE_ARCHIVE_READING_OPTIONS_H_

#include <cstddef>
#include <optional>

#include "base/time.h"

namespace pmapi {

/// As PCP has it where nothing is set.
struct ArchiveReadingOptions {
  /// PCP_COUNTER_WRAP: a counter that goes backwards has wrapped.
  bool counter_wrap = false;
  /// PCP_IGNORE_MARK_RECORDS: a mark does not count where the records around
  /// it are at most this far apart; the largest duration ignores every mark.
  std::optional<base::Duration> ignore_marks;
  /// So many bytes of records are read ahead in search of a metric before
  /// the rest of the archive is surveyed.
  std::size_t horizon = 2 << 20;
  /// In so many threads everything may happen; in one, nothing is unpacked
  /// ahead.
  int threads = 1;
  /// A first volume that cannot be unpacked to its end counts as far as it can
  /// be; otherwise, as with pmie, it is refused.
  bool damaged_volumes = false;
  /// A block of samples is not made much larger than this.
  std::size_t block_bytes = 2 << 20;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_ARCHIVE_READING_OPTIONS_H_
