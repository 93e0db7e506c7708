// Outbox: whether the files in its directory are still those that it has
// opened.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "actions/delivery/outbox.h"
#include "actions/delivery/state_files.h"

namespace actions {

using base::Error;
using base::ErrorCode;

/// Device, number and time of birth: a new file may have a number that was
/// free. Source: statx(2).
Outbox::FileId Outbox::IdOf(int folder, const char* path, int flags) {
  struct statx status {};
  if (::statx(folder, path, flags, STATX_INO | STATX_BTIME, &status) != 0) {
    return {};
  }
  return {makedev(status.stx_dev_major, status.stx_dev_minor), status.stx_ino,
          status.stx_btime.tv_sec * base::kNanosPerSecond +
              status.stx_btime.tv_nsec};
}

/// `part` is what SQLite puts behind the file's name.
Outbox::FileId Outbox::IdOf(const std::string& part) const {
  const std::string path = folder_ + '/' + kOutboxFile + part;
  return IdOf(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW);
}

/// Whether the file that was used last has its name, again or still.
bool Outbox::IsThere() const {
  const auto used = parts_.find("");
  return used != parts_.end() && used->second != FileId() &&
         used->second == IdOf("");
}

/// Nothing of what memory holds is in the file, nor waits there.
void Outbox::ForgetCopies() {
  known_ = copied_ = 0;
  if (memory_) (void)memory_->Hold({}, 0);
}

/// What it alone has is gone, too.
void Outbox::ForgetFile(Answer* answer) {
  ForgetCopies();
  Add(std::exchange(beyond_, {}), &answer->damaged);
}

/// The file that there was may come back, but for one whose parts are no new
/// one's.
void Outbox::Forget(Answer* answer) {
  bool whole = true;
  for (const auto& [part, id] : parts_) {
    const std::string path = folder_ + '/' + kOutboxFile + part;
    if (id != FileId() && id == IdOf(part))
      whole &= ::unlink(path.c_str()) != 0;
  }
  if (whole) return;
  parts_.clear();
  ForgetFile(answer);
}

/// SQLite never makes it smaller. It may have read what is missing, and would
/// notice when that can be read no more.
bool Outbox::IsCutShort() {
  std::error_code none;
  const auto size =
      std::filesystem::file_size(folder_ + '/' + kOutboxFile, none);
  return !none && size < std::exchange(size_, size);
}

/// One that served without its name is in its place again, with its log.
void Outbox::TakeBack(base::Timestamp now) {
  if (IdOf("-wal") != parts_["-wal"]) return;
  if (left_lock_ >= 0) {
    if (lock_ >= 0) ::close(lock_);
    lock_ = std::exchange(left_lock_, -1);
  }
  if (!Lock()) return;
  file_ = std::move(memory_);
  EndNameless();
  MarkLock(lock_, true);
  back_ = Back{now, SumOf(file_->counts())};
}

/// A file without its name serves on, for as long as there is no other.
void Outbox::LookForFile(base::Timestamp now, Answer* answer) {
  if (nameless_ && IsThere()) TakeBack(now);
  if (!file_) return;
  if (IdOf("") == parts_[""]) {
    if (!IsCutShort()) return LookForParts(answer);
    const Error why{ErrorCode::kCorrupt, "another program has cut it short"};
    return Leave(why, now, answer);
  }
  memory_ = std::move(file_);
  nameless_ = true;
  known_ = copied_ = 0;
  beyond_.clear();
  answer->notes.push_back({true, folder_ + '/' + kOutboxFile +
                                     " was removed or replaced: what waits "
                                     "goes into a new one"});
}

/// Without its log the file does not outlive this process; with another index
/// or lock, others would use it as if nobody did.
void Outbox::LookForParts(Answer* answer) {
  std::string gone = HoldsLock() ? "" : kOutboxLock;
  for (const char* part : {"-wal", "-shm"}) {
    if (IdOf(part) != parts_[part]) gone = std::string(kOutboxFile) + part;
  }
  if (gone.empty()) return;
  answer->notes.push_back(
      {true, folder_ + '/' + gone +
                 " was removed or replaced: the outbox is opened anew"});
  Close(false, answer);
  tried_.reset();
}

}  // namespace actions
