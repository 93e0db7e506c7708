// libarchive, loaded when the first file needs it, and told that its input is
// one compressed file and nothing else.
#include "pmapi/archive/unpacker.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include "base/shared_library.h"
#include "base/system_error.h"

namespace pmapi {
namespace {

constexpr std::size_t kReadSize = std::size_t{1} << 18;

/// The functions of libarchive that are used.
struct Library {
  using Take = decltype(&::archive_read_support_format_raw);

  decltype(&::archive_read_new) read_new = nullptr;
  decltype(&::archive_read_free) read_free = nullptr;
  decltype(&::archive_read_open_fd) read_open_fd = nullptr;
  decltype(&::archive_read_next_header) read_next_header = nullptr;
  decltype(&::archive_read_data_block) read_data_block = nullptr;
  decltype(&::archive_filter_code) filter_code = nullptr;
  decltype(&::archive_error_string) error_string = nullptr;
  std::array<Take, 7> takes = {};  // the kinds of files that we take
};

constexpr std::array<const char*, 7> kTakes = {
    "archive_read_support_filter_xz",    "archive_read_support_filter_lzma",
    "archive_read_support_filter_bzip2", "archive_read_support_filter_compress",
    "archive_read_support_filter_zstd",  "archive_read_support_format_raw",
    "archive_read_support_format_empty"};

base::Result<Library> Load() {
  base::SharedLibrary library("libarchive.so.13");
  Library all;
  library.Find("archive_read_new", &all.read_new);
  library.Find("archive_read_free", &all.read_free);
  library.Find("archive_read_open_fd", &all.read_open_fd);
  library.Find("archive_read_next_header", &all.read_next_header);
  library.Find("archive_read_data_block", &all.read_data_block);
  library.Find("archive_filter_code", &all.filter_code);
  library.Find("archive_error_string", &all.error_string);
  for (std::size_t i = 0; i < kTakes.size(); ++i) {
    library.Find(kTakes[i], &all.takes[i]);
  }
  if (library.complete()) return all;
  return base::Error{base::ErrorCode::kUnsupported,
                     library.Missing("libarchive13")};
}

/// Loaded once, by whoever comes first.
const base::Result<Library>& Loaded() {
  static const base::Result<Library> loaded = Load();
  return loaded;
}

std::string PatternOfName() {
  const char* folder = std::getenv("PCP_TMPFILE_DIR");
  const bool set = folder != nullptr && *folder != '\0';
  return std::string(set ? folder : "/var/tmp") + "/tocsin-XXXXXX";
}

bool WriteAll(int fd, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::write(fd, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace

std::uint64_t MostUnpacked(std::uint64_t packed) {
  constexpr std::uint64_t kMib = std::uint64_t{1} << 20;
  return std::max(
      {512 * kMib, std::min(1000 * packed, 2048 * kMib), 100 * packed});
}

base::Result<std::unique_ptr<Unpacker>> Unpacker::Open(const std::string& path,
                                                       std::uint64_t most) {
  auto packed = base::RegularFile::Open(path);
  if (!packed) return packed.error();
  most = std::min(most, MostUnpacked(packed->size()));
  std::unique_ptr<Unpacker> unpacker(
      new Unpacker(path, *std::move(packed), most));
  if (auto begun = unpacker->Begin(); !begun) return begun.error();
  return unpacker;
}

Unpacker::Unpacker(const std::string& path, base::RegularFile packed,
                   std::uint64_t most)
    : path_(path),
      packed_(std::move(packed)),
      most_(most),
      pattern_(PatternOfName()) {}

Unpacker::~Unpacker() {
  if (in_ != nullptr) Loaded()->read_free(in_);
  if (fd_ >= 0) ::close(fd_);
}

base::Result<void> Unpacker::Begin() {
  fd_ = ::mkostemp(pattern_.data(), O_CLOEXEC);
  if (fd_ < 0) return base::SystemError(pattern_, errno);
  ::unlink(pattern_.c_str());
  return GzipReader::Takes(packed_.fd()) ? BeginGzip() : BeginOther();
}

base::Result<void> Unpacker::BeginGzip() {
  auto gzip = GzipReader::Open(packed_.fd());
  if (!gzip) return CannotBe(gzip.error());
  gzip_ = *std::move(gzip);
  const auto first = gzip_->Next();
  if (!first) return CannotBe(first.error());
  first_ = *first;
  return {};
}

/// Empty at the end.
base::Result<std::string_view> Unpacker::Next() {
  if (gzip_ == nullptr) return NextOfOther();
  if (first_) return *std::exchange(first_, std::nullopt);
  const auto piece = gzip_->Next();
  if (!piece) return CannotBe(piece.error());
  return *piece;
}

base::Result<void> Unpacker::BeginOther() {
  if (const auto& loaded = Loaded(); !loaded) return CannotBe(loaded.error());
  in_ = Loaded()->read_new();
  for (const auto take : Loaded()->takes) take(in_);
  if (Loaded()->read_open_fd(in_, packed_.fd(), kReadSize) != ARCHIVE_OK) {
    return Failure();
  }
  archive_entry* entry = nullptr;
  const int header = Loaded()->read_next_header(in_, &entry);
  ended_ = header == ARCHIVE_EOF;
  if (ended_) return {};
  if (header != ARCHIVE_OK) return Failure();
  if (Loaded()->filter_code(in_, 0) == ARCHIVE_FILTER_NONE) {
    return base::Error{base::ErrorCode::kCorrupt,
                       path_ + ": is not compressed, though it is named so"};
  }
  return {};
}

base::Result<std::string_view> Unpacker::NextOfOther() {
  const void* data = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  int got = ARCHIVE_OK;
  while (got == ARCHIVE_OK && size == 0) {
    got = Loaded()->read_data_block(in_, &data, &size, &offset);
  }
  if (got == ARCHIVE_EOF) return std::string_view();
  if (got != ARCHIVE_OK) return Failure();
  return std::string_view(static_cast<const char*>(data), size);
}

base::Result<void> Unpacker::Step() {
  const auto piece = Next();
  if (!piece) return piece.error();
  ended_ = piece->empty();
  if (piece->size() > most_ - size_) return TooMuch();
  if (!WriteAll(fd_, piece->data(), piece->size())) {
    return base::SystemError(pattern_, errno);
  }
  size_ += piece->size();
  return {};
}

base::Error Unpacker::TooMuch() const {
  return base::Error{base::ErrorCode::kCorrupt,
                     path_ + ": unpacks to more than " + std::to_string(most_) +
                         " bytes, which of its size no archive does: if it "
                         "is meant, unpack it first"};
}

base::Error Unpacker::Failure() const {
  const char* text = Loaded()->error_string(in_);
  return CannotBe(
      {base::ErrorCode::kCorrupt, text != nullptr ? text : "no reason given"});
}

base::Error Unpacker::CannotBe(const base::Error& why) const {
  base::Error error = why;
  error.message = path_ + ": cannot be unpacked: " + why.message;
  return error;
}

}  // namespace pmapi
