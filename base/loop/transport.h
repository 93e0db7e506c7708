// Transport: a stream of bytes to a peer, over TCP or a Unix socket. The seam
// under protocols: it knows no messages, and its fake, which a test plays the
// peer of, is tests/support/fake_transport.h.
#ifndef TOCSIN_BASE_LOOP_TRANSPORT_H_
#define TOCSIN_BASE_LOOP_TRANSPORT_H_

#include <functional>
#include <memory>
#include <string>
#include <variant>

#include "base/byte_reader.h"
#include "base/loop/loop.h"
#include "base/result.h"
#include "base/time.h"

namespace base::loop {

/// A name or an address of version 4 or 6 (without brackets), and a port.
struct TcpAddress {
  std::string host;
  int port = 0;

  friend bool operator==(const TcpAddress&, const TcpAddress&) = default;
};

/// A socket in the file system.
struct UnixAddress {
  std::string path;

  friend bool operator==(const UnixAddress&, const UnixAddress&) = default;
};

using Address = std::variant<TcpAddress, UnixAddress>;

/// "host:44321", "[::1]:44321", "unix:/run/pcp/pmcd.socket".
std::string AddressText(const Address& address);

/// One connection's life: Connect, then bytes both ways, then closed. A
/// transport is not used again.
/// Lifetime: may be destroyed at any time, also from within its own calls:
/// that closes it, and it calls nobody any more.
class Transport {
 public:
  /// What it tells its owner, once connected.
  struct Handlers {
    /// Lifetime: the bytes are gone when the call returns.
    std::function<void(Bytes)> on_bytes;
    /// The peer has closed (kClosed) or the connection broke (kSystem). Comes
    /// at most once, and nothing after it; not after Close().
    std::function<void(Error)> on_closed;
  };

  virtual ~Transport() = default;

  /// Connects, trying all of the peer's addresses in turn, each for `limit`
  /// at most, and calls `done` once, never before this has returned. After
  /// success, and only then, the handlers are called.
  /// Errors: kNoHost; kTimeout; kSystem; of the last address that was tried.
  virtual void Connect(const Address& address, Duration limit,
                       Handlers handlers,
                       std::function<void(Result<void>)> done) = 0;

  /// Sends all of `bytes` after what was written before, taking a copy of
  /// what cannot go at once. What fails is told by on_closed.
  /// REQUIRES: connected; after the end it does nothing.
  virtual void Write(Bytes bytes) = 0;

  /// Bytes that were written and that the system has not taken yet: a peer
  /// that does not read makes it grow.
  virtual std::size_t unsent() const = 0;
};

/// Over a socket of the system.
/// Lifetime: must not outlive `loop`.
std::unique_ptr<Transport> MakeTransport(Loop* loop);

/// Over `fd`, a connected stream socket, as a server has it from accept(2).
/// Takes `fd`; the handlers are called from now on.
std::unique_ptr<Transport> AdoptSocket(Loop* loop, int fd,
                                       Transport::Handlers handlers);

}  // namespace base::loop

#endif  // TOCSIN_BASE_LOOP_TRANSPORT_H_
