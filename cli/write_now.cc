// A way for each kind of reader.
#include "cli/write_now.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <string>

namespace cli {
namespace {

/// Writes no more than a pipe or terminal has room for if it has any: for those
/// that cannot be opened anew.
ssize_t WriteIfReady(int descriptor, std::string_view text) {
  pollfd room{descriptor, POLLOUT, 0};
  if (::poll(&room, 1, 0) == 0) {
    errno = EAGAIN;
    return -1;
  }
  return ::write(descriptor, text.data(),
                 std::min<std::size_t>(text.size(), PIPE_BUF));
}

/// Writes through a descriptor of our own, which need not wait while those of
/// others do. It is opened each time: what a descriptor stands for may change.
ssize_t WriteAnew(int descriptor, std::string_view text) {
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  const int own =
      ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (own < 0) return WriteIfReady(descriptor, text);
  const ssize_t n = ::write(own, text.data(), text.size());
  const int error = errno;
  ::close(own);
  errno = error;
  return n;
}

/// A pipe can be told to wait for nothing, since Linux 6.4: that is a third of
/// what WriteAnew() takes.
ssize_t WriteToPipe(int descriptor, std::string_view text) {
  const iovec all{const_cast<char*>(text.data()), text.size()};
  const ssize_t n = ::pwritev2(descriptor, &all, 1, -1, RWF_NOWAIT);
  const bool told = n >= 0 || errno == EAGAIN || errno == EPIPE;
  return told ? n : WriteAnew(descriptor, text);
}

}  // namespace

ssize_t WriteNow(int descriptor, std::string_view text) {
  struct stat kind {};
  if (::fstat(descriptor, &kind) != 0) return -1;
  if (S_ISSOCK(kind.st_mode)) {
    return ::send(descriptor, text.data(), text.size(), MSG_DONTWAIT);
  }
  if (S_ISFIFO(kind.st_mode)) return WriteToPipe(descriptor, text);
  if (S_ISCHR(kind.st_mode) && ::isatty(descriptor) == 1) {
    return WriteAnew(descriptor, text);
  }
  return ::write(descriptor, text.data(), text.size());
}

}  // namespace cli
