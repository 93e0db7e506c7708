// UnixDatagram: messages to whoever has a name on this machine, such as the
// daemon of the system's log. Connections are base/loop/transport.h's.
#ifndef TOCSIN_BASE_UNIX_DATAGRAM_H_
#define TOCSIN_BASE_UNIX_DATAGRAM_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace base {

class UnixDatagram {
 public:
  /// In bytes.
  static constexpr std::size_t kLongestName = 107;

  /// `name` is a path, or "@" and an abstract name. Opens its descriptor now:
  /// when it is needed there may be none to be had.
  explicit UnixDatagram(std::string name);
  ~UnixDatagram();
  UnixDatagram(const UnixDatagram&) = delete;
  UnixDatagram& operator=(const UnixDatagram&) = delete;

  const std::string& name() const { return name_; }

  /// Sends `message` to whoever has the name at this moment: a daemon that is
  /// started anew is found again. Does not wait. Errors: kSystem; EAGAIN: it
  /// has enough to read, EMSGSIZE: it takes none of this length.
  Result<void> Send(std::string_view message);
  /// The same of a message that is empty, with a descriptor of what `fd` is.
  Result<void> SendFile(int fd);

 private:
  Result<void> SendWith(std::string_view message, const int* fd);

  std::string name_;
  int fd_;
};

}  // namespace base

#endif  // TOCSIN_BASE_UNIX_DATAGRAM_H_
