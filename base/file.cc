// ReadableFile over a memory map, and text read whole.
#include "base/file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/file_guard.h"
#include "base/system_error.h"

namespace base {
namespace {

/// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

/// Up to this much is read at once: a mapping and its pages cost more, most of
/// all in a virtual machine. Bytes.
constexpr std::size_t kTooSmallToMap = std::size_t{16} << 10;

class SmallFile : public ReadableFile {
 public:
  explicit SmallFile(std::string text) : text_(std::move(text)) {}
  Bytes bytes() const override {
    return {reinterpret_cast<const std::uint8_t*>(text_.data()), text_.size()};
  }

 private:
  std::string text_;
};

class MappedFile : public ReadableFile {
 public:
  MappedFile(void* data, std::size_t size) : mapping_{data, size} {}

  Bytes bytes() const override {
    return {static_cast<const std::uint8_t*>(mapping_.data), mapping_.size};
  }
  bool cut() const override { return guard_.cut(); }

 private:
  struct Mapping {
    void* data;
    std::size_t size;
    ~Mapping() { ::munmap(data, size); }
  };
  Mapping mapping_;
  FileGuard guard_{mapping_.data, mapping_.size};
};

/// True once `fd` has something to read or is at its end, false once `over`
/// says so. A signal that comes just before poll(2) is noticed a second later.
bool Awaited(int fd, const std::function<bool()>& over) {
  constexpr int kMillisBetweenLooks = 1000;
  pollfd some{fd, POLLIN, 0};
  while (!over()) {
    if (::poll(&some, 1, kMillisBetweenLooks) > 0) return true;
  }
  return false;
}

Error TooLarge(const std::string& path, std::size_t max_bytes) {
  return {ErrorCode::kInvalid,
          path + ": larger than " + std::to_string(max_bytes) + " bytes"};
}

/// What can be read from now on. Where `over` tells that it is, EINTR.
Result<std::string> ReadAll(int fd, const std::string& path,
                            std::size_t max_bytes,
                            const std::function<bool()>& over) {
  std::string text;
  std::string buffer(65536, '\0');  // a stack may be smaller
  for (;;) {
    if (over && !Awaited(fd, over)) return SystemError(path, EINTR);
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n == 0) return text;
    if (n < 0) return SystemError(path, errno);
    text.append(buffer, 0, static_cast<std::size_t>(n));
    if (text.size() > max_bytes) return TooLarge(path, max_bytes);
  }
}

/// The first `size` bytes, or as many as are still there.
Result<std::unique_ptr<ReadableFile>> ReadSmall(int fd, std::size_t size,
                                                const std::string& path) {
  std::string text(size, '\0');
  std::size_t got = 0;
  while (got < size) {
    const ssize_t n = ::read(fd, text.data() + got, size - got);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return SystemError(path, errno);
    if (n == 0) break;
    got += static_cast<std::size_t>(n);
  }
  text.resize(got);
  return std::unique_ptr<ReadableFile>(
      std::make_unique<SmallFile>(std::move(text)));
}

/// /dev/null as the name of a file says that there is none.
bool IsNullDevice(const std::string& path) {
  struct stat null {};
  struct stat there {};
  return ::stat("/dev/null", &null) == 0 && ::stat(path.c_str(), &there) == 0 &&
         S_ISCHR(there.st_mode) && there.st_rdev == null.st_rdev;
}

}  // namespace

Result<RegularFile> RegularFile::Open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return SystemError(path, errno);
  RegularFile file(fd, 0);
  struct stat status;
  if (::fstat(fd, &status) != 0) return SystemError(path, errno);
  if (S_ISDIR(status.st_mode)) return SystemError(path, EISDIR);
  if (!S_ISREG(status.st_mode)) {
    return Error{ErrorCode::kSystem, path + ": not a regular file", EINVAL};
  }
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

RegularFile::~RegularFile() {
  if (fd_ >= 0) ::close(fd_);
}

RegularFile::RegularFile(RegularFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), size_(other.size_) {}

Result<std::unique_ptr<ReadableFile>> MapFile(const std::string& path) {
  const auto file = RegularFile::Open(path);
  if (!file) return file.error();
  const std::size_t size = file->size();
  if (size <= kTooSmallToMap) return ReadSmall(file->fd(), size, path);
  void* const data =
      ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file->fd(), 0);
  if (data == MAP_FAILED) return SystemError(path, errno);
  return std::unique_ptr<ReadableFile>(
      std::make_unique<MappedFile>(data, size));
}

Result<std::string> ReadRegularText(const std::string& path,
                                    std::size_t max_bytes) {
  if (IsNullDevice(path)) return std::string();
  const auto file = RegularFile::Open(path);
  if (!file) return file.error();
  if (file->size() > max_bytes) return TooLarge(path, max_bytes);
  return ReadAll(file->fd(), path, max_bytes, nullptr);
}

Result<std::string> ReadText(const std::string& path, std::size_t max_bytes,
                             const std::function<bool()>& over) {
  const bool standard_input = path == "-";
  const Descriptor fd(standard_input
                          ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                          : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd.get() < 0) return SystemError(path, errno);
  return ReadAll(fd.get(), path, max_bytes, over);
}

}  // namespace base
