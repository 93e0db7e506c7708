// sendmsg(2) by name, on a socket that stays.
#include "base/unix_datagram.h"

#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include "base/system_error.h"

namespace base {
namespace {

int OpenSocket() { return ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0); }

/// Source: unix(7), SCM_RIGHTS.
void AddRights(int fd, std::span<char> room, msghdr* header) {
  header->msg_control = room.data();
  header->msg_controllen = room.size();
  cmsghdr* rights = CMSG_FIRSTHDR(header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof fd);
  std::memcpy(CMSG_DATA(rights), &fd, sizeof fd);
}

}  // namespace

UnixDatagram::UnixDatagram(std::string name)
    : name_(std::move(name)), fd_(OpenSocket()) {}

UnixDatagram::~UnixDatagram() {
  if (fd_ >= 0) ::close(fd_);
}

Result<void> UnixDatagram::Send(std::string_view message) {
  return SendWith(message, nullptr);
}

Result<void> UnixDatagram::SendFile(int fd) { return SendWith({}, &fd); }

/// `fd`: null if there is none.
Result<void> UnixDatagram::SendWith(std::string_view message, const int* fd) {
  if (fd_ < 0) fd_ = OpenSocket();
  if (fd_ < 0) return SystemError(name_, errno);
  sockaddr_un to{};
  static_assert(kLongestName < sizeof to.sun_path);
  if (name_.size() > kLongestName) return SystemError(name_, ENAMETOOLONG);
  to.sun_family = AF_UNIX;
  std::memcpy(to.sun_path, name_.data(), name_.size());
  // "@" stands for the NUL before an abstract name.
  if (name_.starts_with('@')) to.sun_path[0] = '\0';
  iovec text{const_cast<char*>(message.data()), message.size()};
  msghdr header{};
  header.msg_name = &to;
  header.msg_namelen =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name_.size());
  header.msg_iov = &text;
  header.msg_iovlen = 1;
  alignas(cmsghdr) char rights[CMSG_SPACE(sizeof(int))] = {};
  if (fd != nullptr) AddRights(*fd, rights, &header);
  if (::sendmsg(fd_, &header, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
    return SystemError(name_, errno);
  }
  return {};
}

}  // namespace base
