// lstat(2) and chmod(2), before anything is opened.
#include "actions/delivery/state_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <string_view>

#include "base/system_error.h"

namespace actions {
namespace {

using base::Error;
using base::ErrorCode;

/// Whether nobody but us and root has had a hand in it.
bool IsOurs(const struct stat& status) {
  const bool ours = status.st_uid == ::geteuid() || status.st_uid == 0;
  return ours && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Whether the journal `path` ends as one that names another file, which SQLite
/// then removes; none of ours does. Its last eight bytes tell:
/// https://sqlite.org/fileformat2.html, "The Rollback Journal".
bool NamesAnother(const std::string& path) {
  constexpr std::string_view kMagic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
  std::ifstream file(path, std::ios::binary);
  std::string end(kMagic.size(), '\0');
  file.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
  file.read(end.data(), static_cast<std::streamsize>(end.size()));
  return file && end == kMagic;
}

/// Of one length, so that one covers the other.
constexpr std::string_view kUsed = "the outbox has been used\n";
constexpr std::string_view kOutOfUse = "the outbox is out of use\n";
static_assert(kUsed.size() == kOutOfUse.size());

base::Result<void> Secure(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return {};
    return base::SystemError(path, errno);
  }
  if (!S_ISREG(status.st_mode)) {
    return Error{ErrorCode::kSystem, path + ": is no regular file"};
  }
  if (!IsOurs(status)) {
    return Error{ErrorCode::kSystem,
                 path + ": others may have written it: move it away"};
  }
  if ((status.st_mode & 077) == 0) return {};
  if (::chmod(path.c_str(), 0600) == 0 || errno == EROFS) return {};
  return base::SystemError(path, errno);
}

}  // namespace

base::Result<void> SecureStateFiles(const std::string& folder) {
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) {
    return base::SystemError(folder, errno);
  }
  if (!IsOurs(status)) {
    return Error{ErrorCode::kSystem,
                 folder +
                     ": others may write there: name a directory of the "
                     "program's own user"};
  }
  const std::string file = folder + '/' + kOutboxFile;
  for (const char* part : {"", "-wal", "-shm", "-journal"}) {
    if (auto done = Secure(file + part); !done) return done;
  }
  if (const std::string journal = file + "-journal"; NamesAnother(journal)) {
    return Error{ErrorCode::kCorrupt,
                 journal +
                     ": names another database, as none of ours does: "
                     "move it away"};
  }
  return Secure(folder + '/' + kOutboxLock);
}

void MarkLock(int fd, bool in_use) {
  const std::string_view mark = in_use ? kUsed : kOutOfUse;
  (void)!::pwrite(fd, mark.data(), mark.size(), 0);
}

bool IsOutOfUse(const std::string& folder) {
  const std::string path = folder + '/' + kOutboxLock;
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return false;
  std::array<char, kOutOfUse.size()> mark{};
  const bool held = ::flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  const bool read = ::pread(fd, mark.data(), mark.size(), 0) ==
                    static_cast<ssize_t>(mark.size());
  ::close(fd);
  return held && read &&
         std::string_view(mark.data(), mark.size()) == kOutOfUse;
}

}  // namespace actions
