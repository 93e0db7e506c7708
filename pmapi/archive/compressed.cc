// libarchive, behind a file without a name.
#include "pmapi/archive/compressed.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>

#include "base/system_error.h"
#include "pmapi/archive/format.h"
#include "pmapi/archive/name.h"

namespace pmapi {
namespace {

constexpr std::size_t kReadSize = std::size_t{1} << 18;

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

  /// Until at least `enough` bytes are there, or to the end, which must come
  /// before there are more than `most`.
  base::Result<void> Unpack(const base::RegularFile& packed,
                            const std::string& path, std::uint64_t enough,
                            std::uint64_t most, UnnamedFile* out) {
    if (::archive_read_open_fd(in_, packed.fd(), kReadSize) != ARCHIVE_OK) {
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
    return Copy(path, enough, most, out);
  }

 private:
  base::Result<void> Copy(const std::string& path, std::uint64_t enough,
                          std::uint64_t most, UnnamedFile* out) {
    for (std::uint64_t copied = 0; copied < enough;) {
      const void* data = nullptr;
      std::size_t size = 0;
      la_int64_t offset = 0;
      const int got = ::archive_read_data_block(in_, &data, &size, &offset);
      if (got == ARCHIVE_EOF) return {};
      if (got != ARCHIVE_OK) return Failure(path);
      if (size > most - copied) return TooMuch(path, most);
      if (!out->Append(static_cast<const char*>(data), size)) {
        return base::SystemError(out->pattern(), errno);
      }
      copied += size;
    }
    return {};
  }

  static base::Error TooMuch(const std::string& path, std::uint64_t most) {
    return base::Error{base::ErrorCode::kCorrupt,
                       path + ": unpacks to more than " + std::to_string(most) +
                           " bytes, which of its size no archive does: if it "
                           "is meant, unpack it first"};
  }

  base::Error Failure(const std::string& path) {
    const char* text = ::archive_error_string(in_);
    return base::Error{base::ErrorCode::kCorrupt,
                       path + ": cannot be unpacked: " +
                           (text != nullptr ? text : "no reason given")};
  }

  ::archive* in_;
};

}  // namespace

std::uint64_t MostUnpacked(std::uint64_t packed) {
  constexpr std::uint64_t kMib = std::uint64_t{1} << 20;
  return std::max(
      {512 * kMib, std::min(1000 * packed, 2048 * kMib), 100 * packed});
}

base::Result<std::unique_ptr<base::ReadableFile>> OpenUnpacked(
    const std::string& path, FilePart part, std::uint64_t most) {
  const auto packed = base::RegularFile::Open(path);
  if (!packed) return packed.error();
  UnnamedFile unpacked;
  if (!unpacked.ok()) return base::SystemError(unpacked.pattern(), errno);
  most = std::min(most, MostUnpacked(packed->size()));
  const std::uint64_t enough =
      part == FilePart::kLabel
          ? LabelSize(ArchiveVersion::k3) + DataHeaderSize(ArchiveVersion::k3)
          : most + 1;
  auto done = Unpacker().Unpack(*packed, path, enough, most, &unpacked);
  if (!done) return done.error();
  return base::MapFile(unpacked.path());
}

base::Result<std::unique_ptr<base::ReadableFile>> OpenArchiveFile(
    const std::string& path, FilePart part) {
  if (CompressionSuffix(path).empty()) return base::MapFile(path);
  return OpenUnpacked(path, part, std::numeric_limits<std::uint64_t>::max());
}

}  // namespace pmapi
