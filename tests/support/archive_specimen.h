// SpecimenArchive: one small archive that holds something of everything the
// format has, for sweeps and fuzzing. archive_writer.h makes others.
#ifndef TOCSIN_TESTS_SUPPORT_ARCHIVE_SPECIMEN_H_
#define TOCSIN_TESTS_SUPPORT_ARCHIVE_SPECIMEN_H_

#include "pmapi/archive/format.h"
#include "tests/support/archive_image.h"

namespace tests {

/// All value types, errors, marks, label sets, texts, two volumes, an index;
/// instances that come and go, in version 3 by deltas too.
ArchiveImage SpecimenArchive(pmapi::ArchiveVersion version);

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_ARCHIVE_SPECIMEN_H_
