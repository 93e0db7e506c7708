// ReadableFile over a memory map, and text read whole.
#include "base/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace base {
namespace {

Error SystemError(const std::string& path, int code) {
  return Error{ErrorCode::kSystem, path + ": " + std::strerror(code), code};
}

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

class MappedFile : public ReadableFile {
 public:
  MappedFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  ~MappedFile() override { Unmap(); }

  Bytes bytes() const override { return {data_, size_}; }

  Result<void> Refresh() override {
    struct stat status;
    if (::fstat(fd_.get(), &status) != 0) return SystemError(path_, errno);
    if (!S_ISREG(status.st_mode)) return SystemError(path_, EINVAL);
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == size_) return {};
    Unmap();
    if (size == 0) return {};
    void* p = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd_.get(), 0);
    if (p == MAP_FAILED) return SystemError(path_, errno);
    data_ = static_cast<const std::uint8_t*>(p);
    size_ = size;
    return {};
  }

 private:
  void Unmap() {
    if (size_ > 0) ::munmap(const_cast<std::uint8_t*>(data_), size_);
    data_ = nullptr;
    size_ = 0;
  }

  std::string path_;
  Descriptor fd_;
  const std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace

Result<std::unique_ptr<ReadableFile>> MapFile(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return SystemError(path, errno);
  auto file = std::make_unique<MappedFile>(path, fd);
  if (auto mapped = file->Refresh(); !mapped) return mapped.error();
  return std::unique_ptr<ReadableFile>(std::move(file));
}

Result<std::string> ReadText(const std::string& path, std::size_t max_bytes) {
  const bool standard_input = path == "-";
  const Descriptor fd(standard_input
                          ? ::dup(STDIN_FILENO)
                          : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd.get() < 0) return SystemError(path, errno);
  std::string text;
  char buffer[65536];
  for (;;) {
    const ssize_t n = ::read(fd.get(), buffer, sizeof buffer);
    if (n == 0) return text;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return SystemError(path, errno);
    text.append(buffer, static_cast<std::size_t>(n));
    if (text.size() > max_bytes) {
      return Error{ErrorCode::kInvalid, path + ": larger than " +
                                            std::to_string(max_bytes) +
                                            " bytes, which no rule file is"};
    }
  }
}

}  // namespace base
