// Link: the connection to one pmcd, kept up: all its addresses are tried, and
// when it is lost it is made again, ever less often. What is said over it is
// others' business.
#ifndef TOCSIN_PMAPI_PMCD_LINK_H_
#define TOCSIN_PMAPI_PMCD_LINK_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "base/loop/timer.h"
#include "base/loop/transport.h"
#include "base/result.h"
#include "base/time.h"
#include "pmapi/pmcd/connection.h"

namespace pmapi::pmcd {

/// Where pmcd is, and how often it is tried.
struct LinkOptions {
  /// Tried in this order, each time anew. REQUIRES: at least one.
  std::vector<base::loop::Address> addresses;
  /// How long to wait before each further try; the last holds on.
  /// REQUIRES: at least one.
  std::vector<base::Duration> backoff;
  ConnectionOptions connection;
};

/// A transport for each try.
using TransportMaker = std::function<std::unique_ptr<base::loop::Transport>()>;

/// Threads: the loop's.
class Link {
 public:
  /// What it tells its owner, never before the call that caused it returned.
  struct Events {
    std::function<void()> up;
    /// It was lost, or no address answered: why() says it.
    std::function<void()> down;
  };

  /// Lifetime: `timers` outlives the link.
  Link(base::loop::Timers* timers, TransportMaker make, LinkOptions options,
       Events events);

  /// Connects, and from then on stays connected; once is enough.
  void Start();

  /// The connection, or null while there is none. Lifetime: until `down`.
  Connection* connection() const { return up_ ? connection_.get() : nullptr; }
  /// It is being made now: `up` or `down` will be told.
  bool trying() const { return !up_ && connection_ != nullptr; }
  /// Why there is no connection.
  const base::Error& why() const { return why_; }

  /// Ends the connection as if it had been lost: the peer does not keep to the
  /// protocol.
  void Drop(base::Error why);
  /// The connection has been of use: when it is lost, the next try is made at
  /// once.
  void ResetBackoff() { tries_ = 0; }

 private:
  void TryAddress(std::size_t address);
  void Tried(std::size_t address, const base::Result<void>& result);
  void Down(base::Error why);
  base::Duration Pause();

  base::loop::Timers& timers_;
  TransportMaker make_;
  LinkOptions options_;
  Events events_;
  std::unique_ptr<Connection> connection_;
  bool up_ = false;
  base::Error why_;
  std::size_t tries_ = 0;  // since it was of use
  base::loop::Pending pause_;
};

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_LINK_H_
