// fetch_floor MSEC: what the machine takes of whoever asks a pmcd on it: every
// MSEC milliseconds a request's bytes to a process on loopback, and a result's
// bytes back, which nobody looks at. one_host.py measures it until it is ended.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>

#include "base/check.h"

namespace {

// A fetch of the twenty rules' metrics, and its result, of 64 processors and
// 20 disks.
constexpr std::size_t kRequest = 120;
constexpr std::size_t kResult = 4700;

using Buffer = std::array<std::uint8_t, 65536>;

/// False at the end.
bool Take(int fd, std::size_t size, Buffer* buffer) {
  while (size > 0) {
    const ssize_t n = ::recv(fd, buffer->data(), buffer->size(), 0);
    if (n <= 0) return false;
    size -= std::min(size, static_cast<std::size_t>(n));
  }
  return true;
}

void Serve(int listener) {
  const int fd = ::accept(listener, nullptr, nullptr);
  CHECK(fd >= 0);
  Buffer buffer{};
  while (Take(fd, kRequest, &buffer)) {
    CHECK(::send(fd, buffer.data(), kResult, 0) == ssize_t{kResult});
  }
}

void Ask(int fd, useconds_t pause_ms) {
  Buffer buffer{};
  do {
    ::usleep(pause_ms * 1000);
    CHECK(::send(fd, buffer.data(), kRequest, 0) == ssize_t{kRequest});
  } while (Take(fd, kResult, &buffer));
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc == 2);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const name = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  CHECK(::bind(listener, name, size) == 0 && ::listen(listener, 1) == 0);
  CHECK(::getsockname(listener, name, &size) == 0);
  if (::fork() == 0) {
    Serve(listener);
    ::_exit(0);
  }
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  CHECK(::connect(fd, name, size) == 0);
  Ask(fd, static_cast<useconds_t>(std::atoi(argv[1])));
  return 0;
}
