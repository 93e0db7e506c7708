// Resolver: names of hosts to addresses, on threads of its own, because the
// system's look-up waits. Knows no loop: who asks says where answers go.
#ifndef TOCSIN_BASE_LOOP_RESOLVER_H_
#define TOCSIN_BASE_LOOP_RESOLVER_H_

#include <sys/socket.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace base::loop {

/// A socket address of any family.
struct SocketAddress {
  sockaddr_storage storage;
  socklen_t size = 0;
};

/// All addresses of a name, in the system's order of preference.
using Addresses = std::vector<SocketAddress>;

/// "10.0.0.1" or "::1" as an address; nothing else is one.
Result<Addresses> NumericAddress(const std::string& host, int port);

/// Threads: Resolve() is for one thread; answers come on others.
class Resolver {
 public:
  using Answer = std::function<void(Result<Addresses>)>;

  Resolver();
  /// Answers that have not begun by now are not given; does not wait.
  ~Resolver();

  /// Looks `host` up and calls `answer` on a thread of the resolver; where
  /// none is to be had, at once. Who asks for the same while it is looked up is
  /// answered with it. Names that take long hold up others only when many do,
  /// and those that are not found no others than such.
  /// Errors: kNoHost; kSystem where there is no thread.
  void Resolve(const std::string& host, int port, Answer answer);

 private:
  struct Queue;
  std::shared_ptr<Queue> queue_;
};

}  // namespace base::loop

#endif  // TOCSIN_BASE_LOOP_RESOLVER_H_
