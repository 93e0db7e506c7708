// Archive: a context over one archive or several: who wrote it, from when to
// when, its catalog, its records. Values at times are replay's.
#ifndef TOCSIN_PMAPI_ARCHIVE_ARCHIVE_H_
#define TOCSIN_PMAPI_ARCHIVE_ARCHIVE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "pmapi/archive/compressed.h"
#include "pmapi/archive/losses.h"
#include "pmapi/archive/member.h"
#include "pmapi/archive/metadata.h"
#include "pmapi/archive/name.h"
#include "pmapi/archive/record_walker.h"
#include "pmapi/archive/unpacking.h"

namespace pmapi {

/// Threads: as Member.
class Archive {
 public:
  /// The argument of -a, as given.
  const std::string& name() const { return name_; }
  const std::string& host() const { return members_.front()->label().host; }
  /// POSIX TZ text of the first member.
  const std::string& zone() const { return members_.front()->label().zone; }
  /// The first label's time, from which PMAPI counts; the first record may be
  /// later.
  base::Timestamp start() const { return members_.front()->label().start; }
  /// The last record's time; where that is not known yet, no time.
  base::Timestamp end() const { return end_.time; }
  /// True if its end is not known: another thread unpacks its only file, or
  /// that cannot be unpacked to its end.
  bool ends_later() const { return ends_later_; }
  /// Waits for the end where that is not known. Errors: those of OpenArchive;
  /// then end() is the last record that HasRecordFrom() saw.
  base::Result<void> ReadToEnd();
  /// True if some record that can be reached is of `time` or later, for which
  /// it waits. `time` is to grow. It reads nothing that a replay will not.
  bool HasRecordFrom(base::Timestamp time);

  /// True if something that is no record follows the last good one: an
  /// interrupted write, or damage. PMAPI says nothing of it unless it has to
  /// look there.
  bool torn() const { return end_.torn; }

  /// What it lacks, as far as is known so far: who has read it knows more.
  std::vector<Loss> Losses() const;

  const Metadata& metadata() const { return metadata_; }
  const Members& members() const { return members_; }

  /// From before the first record. Lifetime: must not outlive the archive.
  RecordWalker Walk() const { return RecordWalker(&members_); }

  /// Notices what has been written since: end(), metadata, and for walkers
  /// that stand at the end, records. Errors: those of OpenArchive.
  base::Result<void> Refresh();

 private:
  friend base::Result<std::unique_ptr<Archive>> OpenArchive(
      const std::string& name, std::vector<ArchivePaths> paths,
      const FileOpener& opener);

  explicit Archive(std::string name) : name_(std::move(name)) {}

  base::Result<void> OpenMembers(std::vector<ArchivePaths> paths,
                                 const FileOpener& opener);
  base::Result<void> OrderMembers();
  base::Result<void> ReadMetadata();
  base::Result<void> FindEnd();
  bool EndsLater() const;

  std::string name_;
  RecentVolumes recent_;
  Members members_;
  Metadata metadata_;
  /// How far the last member's metadata has been read.
  std::uint64_t meta_offset_ = 0;
  ArchiveEnd end_;
  bool ends_later_ = false;
  std::optional<RecordWalker> scout_;  // of HasRecordFrom()
};

/// Opens what `name`, the argument of -a, means: an archive, a directory of
/// them, or a list of both with commas, as one context. Errors: kSystem,
/// kNotFound, kNoEnd, kNoData, kBadLabel, kFeature, kCorrupt, kRecordType,
/// k*Changed, kOverlap, kHostsDiffer. Source: pmapi/archive/FORMAT.md,
/// "Contexts of several archives".
base::Result<std::unique_ptr<Archive>> OpenArchive(const std::string& name);
/// As above, of one of many: in `folders` as they were at the first.
base::Result<std::unique_ptr<Archive>> OpenArchive(const std::string& name,
                                                   ArchiveFolders* folders);
/// As above; volumes are unpacked in `threads`, which outlive the archive. The
/// first counts as far as it can be unpacked: an archive that has no other may
/// fail later than at once, and ends_later().
base::Result<std::unique_ptr<Archive>> OpenArchive(const std::string& name,
                                                   ArchiveFolders* folders,
                                                   UnpackThreads* threads);

/// As above, of files that are known, opened as `opener` does.
base::Result<std::unique_ptr<Archive>> OpenArchive(
    const std::string& name, std::vector<ArchivePaths> paths,
    const FileOpener& opener);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_ARCHIVE_H_
