// inflate() of zlib, member after member. The library is loaded when the first
// file needs it.
#include "pmapi/archive/gzip_reader.h"

#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/shared_library.h"
#include "base/system_error.h"

namespace pmapi {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18;
/// To inflateInit2(): the largest window, and gzip's header and trailer.
constexpr int kGzipWindow = 15 + 16;
constexpr unsigned char kMagic[] = {0x1f, 0x8b};

/// The functions of zlib that are used.
struct Library {
  decltype(&::inflateInit2_) init = nullptr;
  decltype(&::inflate) inflate = nullptr;
  decltype(&::inflateReset) reset = nullptr;
  decltype(&::inflateEnd) end = nullptr;
};

base::Result<Library> Load() {
  base::SharedLibrary library("libz.so.1");
  Library all;
  library.Find("inflateInit2_", &all.init);
  library.Find("inflate", &all.inflate);
  library.Find("inflateReset", &all.reset);
  library.Find("inflateEnd", &all.end);
  if (library.complete()) return all;
  return base::Error{base::ErrorCode::kUnsupported, library.Missing("zlib1g")};
}

/// Loaded once, by whoever comes first.
const base::Result<Library>& Loaded() {
  static const base::Result<Library> loaded = Load();
  return loaded;
}

base::Error Corrupt(const std::string& why) {
  return {base::ErrorCode::kCorrupt, why};
}

}  // namespace

class GzipReader::Impl {
 public:
  Impl(int fd, const Library& zlib) : fd_(fd), zlib_(zlib) {}
  ~Impl() { zlib_.end(&stream_); }

  base::Result<void> Begin();
  base::Result<std::string_view> Next();

 private:
  bool Fill();
  void Step();
  void Fail(base::Error error) { failure_ = std::move(error); }

  int fd_;
  Library zlib_;
  z_stream stream_ = {};
  std::vector<unsigned char> in_ = std::vector<unsigned char>(kPiece);
  std::vector<unsigned char> out_ = std::vector<unsigned char>(kPiece);
  bool first_ = true;     // no member has ended yet
  bool between_ = false;  // one has, and the next has not begun
  bool ended_ = false;
  std::optional<base::Error> failure_;
};

base::Result<void> GzipReader::Impl::Begin() {
  const int begun = zlib_.init(&stream_, kGzipWindow, ZLIB_VERSION,
                               static_cast<int>(sizeof stream_));
  if (begun == Z_OK) return {};
  return base::Error{base::ErrorCode::kUnsupported, "zlib does not begin"};
}

/// False at the end of the file, or where it cannot be read.
bool GzipReader::Impl::Fill() {
  ssize_t got = 0;
  do {
    got = ::read(fd_, in_.data(), in_.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) Fail(base::SystemError("read", errno));
  if (got <= 0) return false;
  stream_.next_in = in_.data();
  stream_.avail_in = static_cast<uInt>(got);
  return true;
}

/// What is no member behind one is padding or whatever: gzip(1) passes it over,
/// too.
void GzipReader::Impl::Step() {
  if (stream_.avail_in == 0 && !Fill()) {
    if (between_) {
      ended_ = true;
    } else if (!failure_) {
      Fail(Corrupt("truncated gzip input"));
    }
    return;
  }
  if (std::exchange(between_, false)) zlib_.reset(&stream_);
  const int done = zlib_.inflate(&stream_, Z_NO_FLUSH);
  if (done == Z_STREAM_END) {
    first_ = false;
    between_ = true;
  } else if (done != Z_OK && !first_ && stream_.total_out == 0) {
    ended_ = true;
  } else if (done != Z_OK) {
    Fail(Corrupt(stream_.msg != nullptr ? stream_.msg : "it is damaged"));
  }
}

base::Result<std::string_view> GzipReader::Impl::Next() {
  stream_.next_out = out_.data();
  stream_.avail_out = static_cast<uInt>(out_.size());
  while (stream_.avail_out > 0 && !ended_ && !failure_) Step();
  const std::size_t size = out_.size() - stream_.avail_out;
  if (size == 0 && failure_) return *failure_;
  return std::string_view(reinterpret_cast<const char*>(out_.data()), size);
}

bool GzipReader::Takes(int fd) {
  unsigned char begin[sizeof kMagic] = {};
  return ::pread(fd, begin, sizeof begin, 0) == sizeof begin &&
         begin[0] == kMagic[0] && begin[1] == kMagic[1];
}

base::Result<std::unique_ptr<GzipReader>> GzipReader::Open(int fd) {
  const auto& loaded = Loaded();
  if (!loaded) return loaded.error();
  auto impl = std::make_unique<Impl>(fd, *loaded);
  if (auto begun = impl->Begin(); !begun) return begun.error();
  return std::unique_ptr<GzipReader>(new GzipReader(std::move(impl)));
}

GzipReader::GzipReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
GzipReader::~GzipReader() = default;

base::Result<std::string_view> GzipReader::Next() { return impl_->Next(); }

}  // namespace pmapi
