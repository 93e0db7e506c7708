// RecordWalker: the data records of a context, forward, in file order, mapped
// and uncopied. What is in a record is record.h's, values at times replay's.
#ifndef TOCSIN_PMAPI_ARCHIVE_RECORD_WALKER_H_
#define TOCSIN_PMAPI_ARCHIVE_RECORD_WALKER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "pmapi/archive/member.h"
#include "pmapi/archive/record.h"
#include "pmapi/archive/volume.h"

namespace pmapi {

/// The archives of a context, by start.
using Members = std::vector<std::unique_ptr<Member>>;

/// A position among the records. A copy is cheap and walks on by itself.
/// Lifetime: must not outlive the archive; a record lives until its walker
/// moves to another volume or dies.
/// Threads: each walker from one at a time.
class RecordWalker {
 public:
  explicit RecordWalker(const Members* members) : members_(members) {}

  /// Moves to the next record. False at the end and at damage, of which
  /// status() tells; either way the walker stays where it is, and after the
  /// archive's Refresh() there may be more.
  bool Next();

  /// Moves to the record that was found at `place`, which must not be that of
  /// a mark between members. False as Next().
  bool At(RecordPlace place);

  /// Moves to the record at `offset` of the volume in which the walker stands.
  /// False, and nothing beyond what is known of that volume is looked for, if
  /// there is none. REQUIRES: the last Next() or At() was true.
  bool ReadAt(std::uint64_t offset);

  /// REQUIRES: the last Next() or At() was true.
  const Record& record() const { return record_; }

  /// What comes after the record in its volume.
  base::Bytes rest() const {
    return bytes_.subspan(std::min<std::uint64_t>(offset_, bytes_.size()));
  }

  /// Where, as the temporal index says, records begin in the volume, from the
  /// next one on and at least `apart` bytes from one to the next. What is in
  /// a file is not to be believed. REQUIRES: the last Next() or At() was true.
  /// Units: bytes; ascending.
  std::vector<std::uint64_t> Waypoints(std::size_t apart) const;

  /// Why the last Next() or At() was false, if not because of the end. A
  /// record that the last file ends within is damage here. Errors: kCorrupt,
  /// kOverlap, those of opening a volume.
  const base::Result<void>& status() const { return status_; }

  /// kCorrupt, with the current file and the byte that is `offset` into the
  /// current record, for those who find damage inside it.
  base::Error Damage(std::size_t offset, const std::string& what) const;

  /// The current volume has been cut short; its records are not to be believed.
  bool cut() const { return volume_ != nullptr && volume_->cut(); }

  /// The path of the current volume.
  /// REQUIRES: some Next() or At() was true.
  const std::string& path() const { return volume_->path(); }

 private:
  enum class Step { kRecord, kAgain, kStop };

  const Member& member() const { return *(*members_)[member_]; }
  Step Fail(base::Error error);
  void GoTo(std::int32_t member, std::int32_t position);
  RecordState StateAt(std::uint64_t offset, const char** what);
  Step ReadHere();
  Step OpenHere();
  Step EnterVolume();
  bool Grown();
  Step LeaveVolume();
  Step LeaveMember();

  const Members* members_;
  std::int32_t member_ = 0;
  std::int32_t position_ = 0;
  /// Of the next record; below the label's size: of the first.
  std::uint64_t offset_ = 0;
  std::shared_ptr<const Volume> volume_;
  /// The bytes of the volume at `member_` and `position_`; empty until that
  /// has been entered.
  base::Bytes bytes_;
  Record record_;
  base::Result<void> status_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_RECORD_WALKER_H_
