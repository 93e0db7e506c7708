// A new file first, then the descriptor: where there is none, all stays.
#include "cli/log_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cli {
namespace {

base::Error SystemError() {
  return {base::ErrorCode::kSystem, std::strerror(errno), errno};
}

/// `fd` is then closed.
base::Result<void> Redirect(int fd, int descriptor) {
  if (fd < 0) return SystemError();
  // `descriptor` was closed and has become the new file, as the first that was
  // free. Children inherit it.
  if (fd == descriptor) {
    if (::fcntl(fd, F_SETFD, 0) != 0) return SystemError();
    return {};
  }
  const bool done = ::dup2(fd, descriptor) >= 0;
  const base::Error failed = SystemError();
  ::close(fd);
  if (!done) return failed;
  return {};
}

/// The file at `path` is what `descriptor` writes to; `ours` is then what is
/// known of it.
bool IsOurs(const std::string& path, int descriptor, struct stat* ours) {
  struct stat there {};
  return ::fstat(descriptor, ours) == 0 && S_ISREG(ours->st_mode) &&
         ::stat(path.c_str(), &there) == 0 && there.st_dev == ours->st_dev &&
         there.st_ino == ours->st_ino;
}

/// Makes the new file under another name and renames it: where there is no room
/// the old one stays.
int Replace(const std::string& path, const struct stat& old) {
  constexpr mode_t kPermissions = 07777;
  std::string before = path + ".XXXXXX";
  const int fd = ::mkostemp(before.data(), O_APPEND | O_CLOEXEC);
  if (fd < 0) return fd;
  if (::fchmod(fd, old.st_mode & kPermissions) == 0 &&
      std::rename(before.c_str(), path.c_str()) == 0) {
    return fd;
  }
  const int error = errno;
  ::unlink(before.c_str());
  ::close(fd);
  errno = error;
  return -1;
}

/// Of a FIFO no reader is waited for: a run goes on meanwhile.
int OpenNow(const std::string& path, int flags) {
  constexpr mode_t kMode = 0664;
  const int fd = ::open(
      path.c_str(),
      O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags,
      kMode);
  if (fd >= 0) ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  return fd;
}

}  // namespace

bool IsThere(const std::string& path, int descriptor) {
  struct stat ours {};
  return IsOurs(path, descriptor, &ours);
}

base::Result<void> RedirectTo(const std::string& path, int descriptor) {
  return Redirect(OpenNow(path, O_TRUNC), descriptor);
}

base::Result<void> RedirectToNew(const std::string& path, int descriptor,
                                 const std::function<void()>& finish) {
  struct stat old {};
  const int fd =
      IsOurs(path, descriptor, &old) ? Replace(path, old) : OpenNow(path, 0);
  if (fd < 0) return SystemError();
  finish();
  return Redirect(fd, descriptor);
}

}  // namespace cli
