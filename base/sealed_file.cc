// memfd_create(2), filled and sealed.
#include "base/sealed_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "base/system_error.h"

namespace base {
namespace {

constexpr char kName[] = "tocsin";

bool Fill(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  constexpr int kAll = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  return ::lseek(fd, 0, SEEK_SET) == 0 && ::fcntl(fd, F_ADD_SEALS, kAll) == 0;
}

}  // namespace

Result<SealedFile> SealedFile::Of(std::string_view bytes) {
  SealedFile file(::memfd_create(kName, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file.fd_ < 0 || !Fill(file.fd_, bytes)) {
    return SystemError("a file in memory", errno);
  }
  return file;
}

SealedFile::~SealedFile() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace base
