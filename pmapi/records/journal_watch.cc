// A directory is told by its number and by when it was made: numbers are given
// again.
#include "pmapi/records/journal_watch.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/detached_thread.h"

namespace pmapi::records {
namespace {

/// All 0: there is none.
struct Identity {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint64_t inode = 0;
  std::int64_t made = 0;  // Units: seconds since the epoch
  std::uint32_t made_nanos = 0;

  friend bool operator==(const Identity&, const Identity&) = default;
};

using Identities = std::vector<Identity>;

Identity IdentityOf(const std::string& path) {
  struct statx status {};
  if (::statx(AT_FDCWD, path.c_str(), 0, STATX_INO | STATX_BTIME, &status) !=
      0) {
    return {};
  }
  Identity identity{status.stx_dev_major, status.stx_dev_minor, status.stx_ino,
                    0, 0};
  if ((status.stx_mask & STATX_BTIME) != 0) {
    identity.made = status.stx_btime.tv_sec;
    identity.made_nanos = status.stx_btime.tv_nsec;
  }
  return identity;
}

}  // namespace

struct JournalWatch::Shared {
  std::vector<std::string> folders;
  std::mutex mutex;
  std::uint64_t notes = 0;  // calls of Note()
  std::optional<Identities> known;
  std::optional<Identities> seen;  // since it is known
  bool looking = false;            // there is a thread

  Identities Now() const {
    Identities all;
    for (const std::string& one : folders) all.push_back(IdentityOf(one));
    return all;
  }
  /// The life of a thread.
  void Look(std::uint64_t since) {
    auto now = Now();
    const std::lock_guard guard(mutex);
    looking = false;
    if (since == notes) seen = std::move(now);
  }
};

JournalWatch::JournalWatch(const JournalPlace& place)
    : shared_(std::make_shared<Shared>()) {
  shared_->folders = JournalFolders(place);
}

void JournalWatch::Note() const {
  auto now = shared_->Now();
  const std::lock_guard guard(shared_->mutex);
  ++shared_->notes;
  shared_->known = std::move(now);
  shared_->seen.reset();
}

bool JournalWatch::HasChanged() const {
  const std::lock_guard guard(shared_->mutex);
  const bool changed =
      shared_->known && shared_->seen && shared_->known != shared_->seen;
  if (changed) shared_->known.reset();
  if (!shared_->looking) {
    shared_->looking =
        base::BeginDetached([shared = shared_, since = shared_->notes] {
          shared->Look(since);
        }) == 0;
  }
  return changed;
}

}  // namespace pmapi::records
