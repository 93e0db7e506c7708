// libarchive, behind a file without a name.
#include "pmapi/archive/compressed.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "pmapi/archive/format.h"
#include "pmapi/archive/name.h"

namespace pmapi {
namespace {

constexpr std::size_t kReadSize = std::size_t{1} << 18;

base::Error SystemError(const std::string& path, int code) {
  return base::Error{base::ErrorCode::kSystem,
                     path + ": " + std::strerror(code), code};
}

/// A file without a name, gone when its descriptor and mappings are.
class UnnamedFile {
 public:
  UnnamedFile() {
    const char* folder = std::getenv("PCP_TMPFILE_DIR");
    pattern_ = folder != nullptr && *folder != '\0' ? folder : "/var/tmp";
    pattern_ += "/tocsin-XXXXXX";
    fd_ = ::mkostemp(pattern_.data(), O_CLOEXEC);
    if (fd_ >= 0) ::unlink(pattern_.c_str());
  }
  ~UnnamedFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  UnnamedFile(const UnnamedFile&) = delete;
  UnnamedFile& operator=(const UnnamedFile&) = delete;

  bool ok() const { return fd_ >= 0; }
  const std::string& pattern() const { return pattern_; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

  bool Append(const char* data, std::size_t size) {
    while (size > 0) {
      const ssize_t n = ::write(fd_, data, size);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return false;
      data += n;
      size -= static_cast<std::size_t>(n);
    }
    return true;
  }

 private:
  std::string pattern_;
  int fd_ = -1;
};

/// libarchive, told that its input is one compressed file and nothing else.
class Unpacker {
 public:
  Unpacker() : in_(::archive_read_new()) {
    ::archive_read_support_filter_xz(in_);
    ::archive_read_support_filter_lzma(in_);
    ::archive_read_support_filter_bzip2(in_);
    ::archive_read_support_filter_gzip(in_);
    ::archive_read_support_filter_compress(in_);
    ::archive_read_support_filter_zstd(in_);
    ::archive_read_support_format_raw(in_);
    ::archive_read_support_format_empty(in_);
  }
  ~Unpacker() { ::archive_read_free(in_); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  /// Until at least `enough` bytes are there, or to the end.
  base::Result<void> Unpack(const std::string& path, std::uint64_t enough,
                            UnnamedFile* out) {
    if (::archive_read_open_filename(in_, path.c_str(), kReadSize) !=
        ARCHIVE_OK) {
      return Failure(path);
    }
    archive_entry* entry = nullptr;
    const int header = ::archive_read_next_header(in_, &entry);
    if (header == ARCHIVE_EOF) return {};
    if (header != ARCHIVE_OK) return Failure(path);
    if (::archive_filter_code(in_, 0) == ARCHIVE_FILTER_NONE) {
      return base::Error{base::ErrorCode::kCorrupt,
                         path + ": is not compressed, though it is named so"};
    }
    return Copy(path, enough, out);
  }

 private:
  base::Result<void> Copy(const std::string& path, std::uint64_t enough,
                          UnnamedFile* out) {
    for (std::uint64_t copied = 0; copied < enough;) {
      const void* data = nullptr;
      std::size_t size = 0;
      la_int64_t offset = 0;
      const int got = ::archive_read_data_block(in_, &data, &size, &offset);
      if (got == ARCHIVE_EOF) return {};
      if (got != ARCHIVE_OK) return Failure(path);
      if (!out->Append(static_cast<const char*>(data), size)) {
        return SystemError(out->pattern(), errno);
      }
      copied += size;
    }
    return {};
  }

  base::Error Failure(const std::string& path) {
    const char* text = ::archive_error_string(in_);
    return base::Error{base::ErrorCode::kCorrupt,
                       path + ": cannot be unpacked: " +
                           (text != nullptr ? text : "no reason given")};
  }

  ::archive* in_;
};

base::Result<std::unique_ptr<base::ReadableFile>> OpenUnpacked(
    const std::string& path, FilePart part) {
  if (::access(path.c_str(), R_OK) != 0) return SystemError(path, errno);
  UnnamedFile unpacked;
  if (!unpacked.ok()) return SystemError(unpacked.pattern(), errno);
  const std::uint64_t enough = part == FilePart::kLabel
                                   ? LabelSize(ArchiveVersion::k3) + 1
                                   : std::numeric_limits<std::uint64_t>::max();
  if (auto done = Unpacker().Unpack(path, enough, &unpacked); !done) {
    return done.error();
  }
  return base::MapFile(unpacked.path());
}

}  // namespace

base::Result<std::unique_ptr<base::ReadableFile>> OpenArchiveFile(
    const std::string& path, FilePart part) {
  return CompressionSuffix(path).empty() ? base::MapFile(path)
                                         : OpenUnpacked(path, part);
}

}  // namespace pmapi
