// ReadableFile: the bytes of one file, whole, as one view. The seam between
// readers and the file system; its fake is tests/support/memory_file.h.
#ifndef TOCSIN_BASE_FILE_H_
#define TOCSIN_BASE_FILE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/byte_reader.h"
#include "base/result.h"

namespace base {

class ReadableFile {
 public:
  virtual ~ReadableFile() = default;

  /// As they were when the file was opened; one that has grown since is to
  /// be opened anew. One that is still being made is waited for.
  /// Lifetime: the view dies with the file.
  virtual Bytes bytes() const = 0;

  /// What is there of bytes(), of a file that is still being made: more than
  /// `size`, or, once there will be no more, all.
  virtual Bytes BytesBeyond([[maybe_unused]] std::size_t size) const {
    return bytes();
  }
  /// What has kept it from being made to its end, for which it waits.
  virtual Result<void> status() const { return {}; }

  /// Someone has cut the file short since: zeros were read in its place.
  virtual bool cut() const { return false; }
};

/// A descriptor of a regular file, open for reading. One that must be waited
/// for, such as a FIFO, is refused and not waited for.
class RegularFile {
 public:
  /// Errors: kSystem with errno: EISDIR, or EINVAL for what is not regular.
  static Result<RegularFile> Open(const std::string& path);
  ~RegularFile();
  RegularFile(RegularFile&& other) noexcept;
  RegularFile& operator=(RegularFile&&) = delete;

  int fd() const { return fd_; }
  /// When it was opened.
  std::uint64_t size() const { return size_; }

 private:
  RegularFile(int fd, std::uint64_t size) : fd_(fd), size_(size) {}

  int fd_;
  std::uint64_t size_;
};

/// Maps the regular file at `path` for reading; holds no descriptor, so that
/// thousands can be open. An empty file has no bytes.
/// Errors: those of RegularFile::Open; kSystem.
Result<std::unique_ptr<ReadableFile>> MapFile(const std::string& path);

/// The whole text of the regular file at `path`: what must be waited for is
/// refused. Errors: as MapFile; kInvalid above `max_bytes`.
Result<std::string> ReadRegularText(const std::string& path,
                                    std::size_t max_bytes);

/// The whole text of `path`, or of standard input for "-". Of a FIFO that is
/// until its writers are gone, or a signal comes that is caught; with `over`,
/// which is asked then and once a second, until it is over.
/// Errors: kSystem, with EINTR where it is over; kInvalid above `max_bytes`.
Result<std::string> ReadText(const std::string& path, std::size_t max_bytes,
                             const std::function<bool()>& over = nullptr);

}  // namespace base

#endif  // TOCSIN_BASE_FILE_H_
