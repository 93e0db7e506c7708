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
#include "pmapi/archive/label.h"
#include "pmapi/archive/name.h"
#include "pmapi/archive/record.h"

namespace pmapi {

/// Immutable: a volume that has grown is opened anew, and who still reads the
/// old one keeps it. One that another thread unpacks may be read so far.
class Volume {
 public:
  /// Of `file`, of which there must be enough for the label. Errors: its
  /// status(), where it ends before; those of ReadLabel.
  static base::Result<std::shared_ptr<const Volume>> Of(
      std::unique_ptr<base::ReadableFile> file, const VolumePath& path);

  const Label& label() const { return label_; }
  const std::string& path() const { return path_; }
  /// All of it, as base::ReadableFile.
  base::Bytes bytes() const { return file_->bytes(); }
  base::Bytes BytesBeyond(std::size_t size) const {
    return file_->BytesBeyond(size);
  }
  base::Result<void> status() const { return file_->status(); }
  /// What was read of it may be zeros: someone has cut the file short.
  bool cut() const { return file_->cut(); }
  /// True if nothing follows the label.
  bool empty() const {
    return file_->BytesBeyond(label_.size()).size() <= label_.size();
  }

 private:
  Volume(std::unique_ptr<base::ReadableFile> file, Label label,
         std::string path);

  std::unique_ptr<base::ReadableFile> file_;
  Label label_;
  std::string path_;
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
