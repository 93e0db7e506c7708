// Member: one archive of a context: its files, its labels, its end. Several of
// them make an Archive (archive.h).
#ifndef TOCSIN_PMAPI_ARCHIVE_MEMBER_H_
#define TOCSIN_PMAPI_ARCHIVE_MEMBER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/byte_reader.h"
#include "base/file.h"
#include "base/result.h"
#include "base/time.h"
#include "pmapi/archive/archive_end.h"
#include "pmapi/archive/compressed.h"
#include "pmapi/archive/label.h"
#include "pmapi/archive/name.h"
#include "pmapi/archive/volume.h"

namespace pmapi {

/// Threads: const members may be called from several at once; Refresh() from
/// one, while no other is called.
class Member {
 public:
  /// Opens metadata, index and first volume, and checks that they belong
  /// together. `recent` must outlive the member. Errors: kSystem, kNoData,
  /// kBadLabel, kFeature, kCorrupt. Source: pmapi/archive/FORMAT.md, "Frame and
  /// label".
  static base::Result<std::unique_ptr<Member>> Open(ArchivePaths paths,
                                                    FileOpener opener,
                                                    RecentVolumes* recent);

  const ArchivePaths& paths() const { return paths_; }
  /// The first volume's; its start is the metadata's where label_mended().
  const Label& label() const { return label_; }
  /// True if the label's start is more than a year from the first record, and
  /// the metadata's is not.
  bool label_mended() const { return label_mended_; }
  /// True if neither is near: nobody knows which of the times is wrong.
  bool first_astray() const { return first_astray_; }
  const std::shared_ptr<const base::ReadableFile>& meta() const {
    return meta_;
  }
  std::int32_t volume_count() const {
    return static_cast<std::int32_t>(paths_.volumes.size());
  }

  /// The volume at `position`, for one who reads on from there: what is behind
  /// it is unpacked meanwhile, where there are threads for that. The first one
  /// may itself be so far from whole. Errors: those of the opener, of
  /// base::ReadableFile::status() and Volume::Of.
  base::Result<std::shared_ptr<const Volume>> OpenVolume(
      std::int32_t position) const;

  /// There is but one volume, which is to be unpacked.
  bool may_end_later() const;
  /// ... and another thread does so, for which End() waits, or it could not be
  /// unpacked to its end. REQUIRES: it has been opened.
  bool ends_later() const { return first_open_ended_ && may_end_later(); }

  /// True if the volume at `position`, which could not be opened because of
  /// `error`, is to be treated as if it were not there: it is not the first,
  /// and its label is at fault, or it cannot be unpacked. Such errors are kept
  /// for passed_over().
  bool PassOver(std::int32_t position, const base::Error& error) const;
  /// What PMAPI says nothing of: the volumes that were passed over, by their
  /// position.
  std::map<std::int32_t, base::Error> passed_over() const;
  /// The entries of the temporal index, if there is one.
  const std::vector<IndexEntry>& index() const { return index_; }

  /// Where the member's records end. Errors: kNoEnd if there is no good
  /// record; those of OpenVolume that are not passed over; why the first volume
  /// could not be unpacked to its end.
  base::Result<ArchiveEnd> End() const;

  /// Looks again for volumes, metadata and records. What has been read stays
  /// as it was. Errors: those of Open.
  base::Result<void> Refresh();

 private:
  Member(ArchivePaths paths, FileOpener opener, RecentVolumes* recent)
      : paths_(std::move(paths)),
        opener_(std::move(opener)),
        recent_(recent),
        volumes_(paths_.volumes.size()) {}

  base::Result<void> OpenFiles();
  void KeepFirst(std::unique_ptr<base::ReadableFile> file);
  base::Result<void> OpenMeta();
  base::Result<void> OpenIndex();
  base::Result<void> MetaUpToIndex();
  void MendLabel(base::Bytes first_volume);
  base::Result<ArchiveEnd> SearchEnd() const;
  base::Result<std::shared_ptr<const Volume>> Open(std::int32_t position) const;
  base::Result<std::shared_ptr<const Volume>> OpenLast(
      std::int32_t position) const;
  base::Result<std::unique_ptr<base::ReadableFile>> OpenFile(
      std::int32_t position) const;
  void BeginAhead(std::int32_t first, std::int32_t behind) const;

  ArchivePaths paths_;
  FileOpener opener_;
  RecentVolumes* recent_;
  Label label_;
  bool label_mended_ = false;
  bool first_astray_ = false;
  base::Timestamp meta_start_;
  std::shared_ptr<const base::ReadableFile> meta_;
  std::vector<IndexEntry> index_;
  mutable std::mutex mutex_;
  mutable std::vector<std::weak_ptr<const Volume>> volumes_;
  /// Files that nobody has reached yet, by position.
  mutable std::map<std::int32_t, std::unique_ptr<base::ReadableFile>> ahead_;
  mutable std::int32_t furthest_ = -1;  // that was reached
  /// The end of the first volume is not known.
  mutable bool first_open_ended_ = false;
  mutable std::optional<ArchiveEnd> end_;
  mutable std::map<std::int32_t, base::Error> passed_over_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_MEMBER_H_
