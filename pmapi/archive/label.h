// Label: the record that opens every file of an archive, decoded and checked.
// What the label's file is called is name.h's matter.
#ifndef TOCSIN_PMAPI_ARCHIVE_LABEL_H_
#define TOCSIN_PMAPI_ARCHIVE_LABEL_H_

#include <cstdint>
#include <string>

#include "base/byte_reader.h"
#include "base/result.h"
#include "base/time.h"
#include "pmapi/archive/format.h"

namespace pmapi {

/// What every file of an archive says of itself.
struct Label {
  ArchiveVersion version = ArchiveVersion::k2;
  std::int32_t pid = 0;
  base::Timestamp start;
  /// A volume's number, kMetaVolume or kIndexVolume.
  std::int32_t volume = 0;
  std::string host;
  /// POSIX TZ text, which is what -z means by the archive's zone.
  std::string zone;

  std::size_t size() const { return LabelSize(version); }
};

/// Reads the label at the start of `file`, the bytes of `path`, which by its
/// name ought to be `volume`. Errors: kNoData (fewer than 8 bytes), kBadLabel,
/// kFeature, kCorrupt (a start that no Timestamp holds). Source:
/// pmapi/archive/FORMAT.md, "Frame and label".
base::Result<Label> ReadLabel(base::Bytes file, const std::string& path,
                              std::int32_t volume);

/// Refuses a metadata or index label of another archive than `volume`'s: the
/// version, logger and host must agree. Errors: kBadLabel.
base::Result<void> CheckSameArchive(const Label& volume, const Label& other,
                                    const std::string& other_path);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_LABEL_H_
