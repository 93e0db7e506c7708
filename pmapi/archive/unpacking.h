// UnpackThreads: volumes unpacked in threads of their own, while what is there
// of them is read. How one is unpacked is unpacker.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_UNPACKING_H_
#define TOCSIN_PMAPI_ARCHIVE_UNPACKING_H_

#include <atomic>
#include <memory>
#include <string>

#include "base/file.h"
#include "base/result.h"
#include "pmapi/archive/compressed.h"

namespace pmapi {

/// So many files at most are unpacked ahead at once, by as many threads; who
/// needs one more unpacks it himself. A thread ends with its file, or when that
/// is no longer wanted.
/// Lifetime: outlives the files.
/// Threads: any.
class UnpackThreads {
 public:
  explicit UnpackThreads(int most) : free_(most) {}
  UnpackThreads(const UnpackThreads&) = delete;
  UnpackThreads& operator=(const UnpackThreads&) = delete;

  /// As OpenArchiveFile; kAhead of a compressed file begins to unpack it.
  /// What keeps one from being unpacked to its end is its status(), whoever
  /// unpacks it. kLabel is of its begin only.
  base::Result<std::unique_ptr<base::ReadableFile>> Open(
      const std::string& path, FilePart part);

 private:
  std::atomic<int> free_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_UNPACKING_H_
