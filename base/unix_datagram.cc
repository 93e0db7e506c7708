// sendto(2) by name, on a socket that stays.
#include "base/unix_datagram.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/system_error.h"

namespace base {
namespace {

int OpenSocket() { return ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0); }

}  // namespace

UnixDatagram::UnixDatagram(std::string name)
    : name_(std::move(name)), fd_(OpenSocket()) {}

UnixDatagram::~UnixDatagram() {
  if (fd_ >= 0) ::close(fd_);
}

Result<void> UnixDatagram::Send(std::string_view message) {
  if (fd_ < 0) fd_ = OpenSocket();
  if (fd_ < 0) return SystemError(name_, errno);
  sockaddr_un to{};
  static_assert(kLongestName < sizeof to.sun_path);
  if (name_.size() > kLongestName) return SystemError(name_, ENAMETOOLONG);
  to.sun_family = AF_UNIX;
  std::memcpy(to.sun_path, name_.data(), name_.size());
  // "@" stands for the NUL before an abstract name.
  if (name_.starts_with('@')) to.sun_path[0] = '\0';
  const std::size_t size = offsetof(sockaddr_un, sun_path) + name_.size();
  const ssize_t sent = ::sendto(
      fd_, message.data(), message.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
      reinterpret_cast<const sockaddr*>(&to), static_cast<socklen_t>(size));
  if (sent < 0) return SystemError(name_, errno);
  return {};
}

}  // namespace base
