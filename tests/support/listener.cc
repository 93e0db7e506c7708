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
namespace {

// The port that it got.
int BindTo(int fd, int port) {
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  name.sin_port = htons(static_cast<std::uint16_t>(port));
  socklen_t size = sizeof name;
  auto* any = reinterpret_cast<sockaddr*>(&name);
  CHECK(::bind(fd, any, size) == 0);
  CHECK(::getsockname(fd, any, &size) == 0);
  return ntohs(name.sin_port);
}

// Two that both say so may have one port, as long as only one listens.
void Share(int fd) {
  const int on = 1;
  CHECK(::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0);
}

}  // namespace

Port::Port() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  number_ = BindTo(fd_, 0);
  Share(fd_);
}

Port::~Port() { ::close(fd_); }

Listener::Listener(base::loop::Loop* loop, Accepted accepted, int port)
    : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  if (port != 0) Share(fd_);
  port_ = BindTo(fd_, port);
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
