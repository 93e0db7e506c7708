// Outbox: its directory is one process's at a time.
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <utility>

#include "actions/delivery/outbox.h"
#include "actions/delivery/state_files.h"
#include "base/system_error.h"

namespace actions {

using base::Error;
using base::ErrorCode;

namespace {

/// At first an earlier run may be about to end: so often is looked, each time
/// for so long.
constexpr int kLooks = 50;
constexpr int kLook = 100;  // Units: milliseconds

}  // namespace

/// Takes the lock on `fd`, the file at `path`, which is looked at when somebody
/// closes it. False with errno if others have it still.
bool Outbox::TakeLock(int fd, const std::string& path, int looks) const {
  const int notes = looks > 1 ? ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK) : -1;
  if (notes >= 0) ::inotify_add_watch(notes, path.c_str(), IN_CLOSE_WRITE);
  bool taken = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
  for (int i = 1; !taken && errno == EWOULDBLOCK && i < looks && !hurry_; ++i) {
    pollfd closed{notes, POLLIN, 0};
    ::poll(&closed, 1, kLook);
    std::array<char, 4096> told;
    while (notes >= 0 && ::read(notes, told.data(), told.size()) > 0) continue;
    taken = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
  }
  const int code = errno;
  if (notes >= 0) ::close(notes);
  errno = code;
  return taken;
}

/// The lock that is held is on the file that others would find.
bool Outbox::HoldsLock() const {
  const std::string path = folder_ + '/' + kOutboxLock;
  struct stat held {};
  struct stat named {};
  return ::fstat(lock_, &held) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

/// Gives up a lock on what is no longer the file; where a nameless file serves
/// others may not use it in the place to which it was moved.
void Outbox::UnlockOther() {
  if (lock_ < 0 || HoldsLock()) return;
  const int other = std::exchange(lock_, -1);
  if (nameless_ && left_lock_ < 0) {
    left_lock_ = other;
  } else {
    ::close(other);
  }
}

/// The file that served without its name is closed, or has its name again.
void Outbox::EndNameless() {
  nameless_ = false;
  if (left_lock_ >= 0) ::close(std::exchange(left_lock_, -1));
}

/// The lock is on a file of its own: those on a database are SQLite's.
base::Result<void> Outbox::Lock() {
  const std::string path = folder_ + '/' + kOutboxLock;
  UnlockOther();
  if (lock_ >= 0) return {};
  const int fd = ::open(path.c_str(), kOpenState, 0600);
  if (fd < 0) return base::SystemError(path, errno);
  const bool first = !tried_ && !used_;
  if (!TakeLock(fd, path, first ? kLooks : 1)) {
    const int code = errno;
    ::close(fd);
    if (code != EWOULDBLOCK) return base::SystemError(path, code);
    return Error{ErrorCode::kSystem, folder_ + ": another process uses it",
                 code};
  }
  lock_ = fd;
  return {};
}

}  // namespace actions
