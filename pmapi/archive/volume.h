// Volume: one data file of an archive, open, its label checked. Which volumes
// there are is member.h's, its records record_walker.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_VOLUME_H_
#define TOCSIN_PMAPI_ARCHIVE_VOLUME_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "base/file.h"
#include "base/result.h"
#include "pmapi/archive/compressed.h"
#include "pmapi/archive/label.h"
#include "pmapi/archive/name.h"
#include "pmapi/archive/record.h"

namespace pmapi {

/// Immutable: a volume that has grown is opened anew, and who still reads the
/// old one keeps it.
class Volume {
 public:
  /// Errors: those of OpenArchiveFile and ReadLabel.
  static base::Result<std::shared_ptr<const Volume>> Open(
      const FileOpener& opener, const VolumePath& path);

  const Label& label() const { return label_; }
  const std::string& path() const { return path_; }
  base::Bytes bytes() const { return bytes_; }
  /// What was read of it may be zeros: someone has cut the file short.
  bool cut() const { return file_->cut(); }
  /// True if nothing follows the label.
  bool empty() const { return bytes_.size() <= label_.size(); }

 private:
  Volume(std::unique_ptr<base::ReadableFile> file, Label label,
         std::string path);

  std::unique_ptr<base::ReadableFile> file_;
  Label label_;
  std::string path_;
  base::Bytes bytes_;
};

/// The volumes that were opened last stay open, so that walkers that are not
/// far apart share them and memory has a bound.
class RecentVolumes {
 public:
  void Keep(std::shared_ptr<const Volume> volume);

 private:
  static constexpr std::size_t kMost = 32;

  std::mutex mutex_;
  std::array<std::shared_ptr<const Volume>, kMost> volumes_;
  std::size_t next_ = 0;
};

/// What there is at a byte of a volume.
enum class RecordState {
  kRecord,
  kEnd,      // nothing, or less than a length word
  kTorn,     // a record that the file ends within
  kDamaged,  // something that cannot be a record
};

/// Reads the record at `offset` of `bytes` into `record` (but for its place):
/// its framing, its stamp, and whether its count may be. On kDamaged, `what`
/// says what is wrong.
RecordState ReadRecord(base::Bytes bytes, std::uint64_t offset,
                       ArchiveVersion version, Record* record,
                       const char** what);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_VOLUME_H_
