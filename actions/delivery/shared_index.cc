// SQLite's own way of mapping, and behind it madvise(2). The file is not opened
// for that: to close it would give up all locks that SQLite has on it.
#include "actions/delivery/shared_index.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstddef>

namespace actions {
namespace {

/// Fills the holes below `mapped`. False: there is no room. A kernel before
/// 5.14 cannot say so.
bool Fill(void volatile* mapped, int size) {
  return ::madvise(const_cast<void*>(mapped), static_cast<std::size_t>(size),
                   MADV_POPULATE_WRITE) == 0 ||
         errno != EFAULT;
}

}  // namespace

SharedIndex::SharedIndex(sqlite3_file* file) {
  if (file == nullptr || file->pMethods == nullptr) return;
  static_cast<sqlite3_io_methods&>(methods_) = *file->pMethods;
  methods_.theirs = file->pMethods;
  if (methods_.iVersion < 2 || methods_.xShmMap == nullptr) return;
  methods_.xShmMap = &SharedIndex::Map;
  file->pMethods = &methods_;
}

int SharedIndex::Map(sqlite3_file* file, int part, int size, int extends,
                     void volatile** mapped) {
  const auto* ours = static_cast<const Methods*>(file->pMethods);
  const int code = ours->theirs->xShmMap(file, part, size, extends, mapped);
  if (code != SQLITE_OK || *mapped == nullptr || Fill(*mapped, size)) {
    return code;
  }
  *mapped = nullptr;
  return SQLITE_FULL;
}

}  // namespace actions
