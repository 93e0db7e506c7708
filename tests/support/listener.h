// Listener: a server's end for tests on this machine: accepts connections on
// a free port of 127.0.0.1 or on a socket in the file system. Port: a port of
// one's own, also while nobody listens there.
#ifndef TOCSIN_TESTS_SUPPORT_LISTENER_H_
#define TOCSIN_TESTS_SUPPORT_LISTENER_H_

#include <functional>
#include <memory>
#include <string>

#include "base/loop/loop.h"
#include "base/loop/transport.h"

namespace tests {

/// A port of 127.0.0.1 that nobody else gets as long as it is held. Who
/// connects to it is refused while no Listener is on it.
class Port {
 public:
  Port();
  ~Port();
  Port(const Port&) = delete;
  Port& operator=(const Port&) = delete;

  int number() const { return number_; }

 private:
  int fd_;
  int number_ = 0;
};

/// Calls `accepted` with the descriptor of each connection, who takes it.
/// Lifetime: must not outlive the loop.
class Listener {
 public:
  using Accepted = std::function<void(int fd)>;

  /// On a port of the system's choice, or on `port`, a Port's.
  Listener(base::loop::Loop* loop, Accepted accepted, int port = 0);
  /// On a socket at `path`.
  Listener(base::loop::Loop* loop, Accepted accepted, const std::string& path);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int port() const { return port_; }

 private:
  void Listen(base::loop::Loop* loop, Accepted accepted);

  int fd_;
  int port_ = 0;
  base::loop::Pending watch_;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_LISTENER_H_
