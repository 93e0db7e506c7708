// ReadWhole: everything that can be asked of an archive, asked, for tests that
// wound archives (sweep, fuzz).
#ifndef TOCSIN_TESTS_SUPPORT_ARCHIVE_READING_H_
#define TOCSIN_TESTS_SUPPORT_ARCHIVE_READING_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "tests/support/archive_image.h"

namespace tests {

struct ReadRecord {
  base::Timestamp time;
  FileBytes bytes;

  friend bool operator==(const ReadRecord&, const ReadRecord&) = default;
};

struct Reading {
  bool opened = false;
  /// Up to the end, to the first damage, or to a number no test comes near.
  std::vector<ReadRecord> records;
  /// What kept the archive from being opened or read further.
  std::optional<base::Error> error;
};

/// Opens `image`, asks for all names, descriptors and instances, walks all
/// records, looks at every byte of every value, and replays all metrics. CHECKs
/// what must be true of any archive that can be opened.
Reading ReadWhole(const ArchiveImage& image);

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_ARCHIVE_READING_H_
