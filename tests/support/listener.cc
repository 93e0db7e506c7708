// Listening sockets of the system, watched by the loop.
#include "tests/support/listener.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <utility>

#include "base/check.h"

namespace tests {

Listener::Listener(base::loop::Loop* loop, Accepted accepted, int port)
    : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  const int on = 1;
  ::setsockopt(fd_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  name.sin_port = htons(static_cast<std::uint16_t>(port));
  socklen_t size = sizeof name;
  auto* any = reinterpret_cast<sockaddr*>(&name);
  CHECK(::bind(fd_, any, size) == 0);
  CHECK(::getsockname(fd_, any, &size) == 0);
  port_ = ntohs(name.sin_port);
  Listen(loop, std::move(accepted));
}

Listener::Listener(base::loop::Loop* loop, Accepted accepted,
                   const std::string& path)
    : fd_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  CHECK(path.size() < sizeof name.sun_path);
  std::memcpy(name.sun_path, path.data(), path.size());
  CHECK(::bind(fd_, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0);
  Listen(loop, std::move(accepted));
}

void Listener::Listen(base::loop::Loop* loop, Accepted accepted) {
  CHECK(::listen(fd_, SOMAXCONN) == 0);
  auto watch = loop->OnReadable(fd_, [this, accepted = std::move(accepted)] {
    const int fd = ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd >= 0) accepted(fd);
  });
  CHECK(watch.has_value());
  watch_ = *std::move(watch);
}

Listener::~Listener() {
  watch_.Cancel();
  ::close(fd_);
}

}  // namespace tests
