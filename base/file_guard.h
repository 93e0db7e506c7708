// FileGuard: keeps a mapped file that somebody cuts short, or that its disk has
// no room for, from killing the process. Mapping one to read is file.h's.
#ifndef TOCSIN_BASE_FILE_GUARD_H_
#define TOCSIN_BASE_FILE_GUARD_H_

#include <cstddef>

namespace base {

struct GuardedRange;

/// Once a byte is read or written that the file no longer has, the whole
/// mapping is zeros that are nobody else's, and cut() is true: what was read
/// last is not to be believed, and what was written last is lost. Elsewhere
/// SIGBUS ends the process as ever. Threads: guards may come and go, and be
/// read through, in any.
class FileGuard {
 public:
  /// Lifetime: the mapping must outlive the guard.
  FileGuard(const void* data, std::size_t size);
  ~FileGuard();
  FileGuard(const FileGuard&) = delete;
  FileGuard& operator=(const FileGuard&) = delete;

  bool cut() const;

 private:
  GuardedRange* range_;
};

}  // namespace base

#endif  // TOCSIN_BASE_FILE_GUARD_H_
