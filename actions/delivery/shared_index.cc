// SQLite's own way of mapping, and behind it fallocate(2).
#include "actions/delivery/shared_index.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace actions {
namespace {

/// Fills the holes of the file `path` up to `size`. False: there is no room.
/// Where a file system cannot, it has none of its own either.
bool Allocate(const std::string& path, off_t size) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return true;
  const bool full = ::fallocate(fd, 0, 0, size) != 0 &&
                    (errno == ENOSPC || errno == EDQUOT || errno == EFBIG);
  ::close(fd);
  return !full;
}

}  // namespace

SharedIndex::SharedIndex(sqlite3_file* file, std::string path) {
  if (file == nullptr || file->pMethods == nullptr) return;
  static_cast<sqlite3_io_methods&>(methods_) = *file->pMethods;
  methods_.theirs = file->pMethods;
  methods_.path = std::move(path);
  if (methods_.iVersion < 2 || methods_.xShmMap == nullptr) return;
  methods_.xShmMap = &SharedIndex::Map;
  file->pMethods = &methods_;
}

int SharedIndex::Map(sqlite3_file* file, int part, int size, int extends,
                     void volatile** mapped) {
  const auto* ours = static_cast<const Methods*>(file->pMethods);
  const int code = ours->theirs->xShmMap(file, part, size, extends, mapped);
  if (code != SQLITE_OK || *mapped == nullptr) return code;
  if (Allocate(ours->path, (off_t{part} + 1) * size)) return code;
  *mapped = nullptr;
  return SQLITE_FULL;
}

}  // namespace actions
