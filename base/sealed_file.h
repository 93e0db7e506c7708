// SealedFile: bytes as a file in memory that nobody can change any more, to be
// handed to another process.
#ifndef TOCSIN_BASE_SEALED_FILE_H_
#define TOCSIN_BASE_SEALED_FILE_H_

#include <string_view>
#include <utility>

#include "base/result.h"

namespace base {

class SealedFile {
 public:
  /// A file of `bytes`, to be read from its begin. It is closed on exec.
  /// Errors: kSystem.
  static Result<SealedFile> Of(std::string_view bytes);

  ~SealedFile();
  SealedFile(SealedFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  SealedFile& operator=(SealedFile&&) = delete;

  int fd() const { return fd_; }

 private:
  explicit SealedFile(int fd) : fd_(fd) {}

  int fd_;
};

}  // namespace base

#endif  // TOCSIN_BASE_SEALED_FILE_H_
