// Transfers: requests over HTTP as libcurl makes them, any number at once, on
// our loop. Names, turns and libcurl's loading are client.h's.
#ifndef TOCSIN_BASE_HTTP_TRANSFERS_H_
#define TOCSIN_BASE_HTTP_TRANSFERS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/http/message.h"
#include "base/loop/loop.h"
#include "base/result.h"

namespace base::http {

struct Libcurl;

/// Knows no proxy but the request's, none from the environment, follows no
/// redirection, and speaks HTTP/1.1, and HTTP/2 where TLS (1.2 or newer) agrees
/// on it. Connections are kept for the next request that is to have such a one.
/// Threads: all on the loop's.
class Transfers {
 public:
  /// How the transfer `id` has ended; may destroy the Transfers.
  /// A head with a status is an answer, whatever becomes of its body.
  /// Errors: kNotConnected: nothing of it was sent; kClosed: it was, in part or
  /// whole, and there is no answer.
  using Ended = std::function<void(std::uint64_t id, Result<Response>)>;

  /// Lifetime: `loop` outlives it.
  Transfers(const Libcurl& curl, loop::Loop* loop, Ended ended);
  ~Transfers();
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;

  /// Sends `request`; `ended` is called later. `resolved` is "host:port:" and
  /// the addresses of the URL's host, or the proxy's, with commas between;
  /// empty where that is an address itself. REQUIRES: there is no transfer
  /// `id`.
  void Begin(std::uint64_t id, Request request, const std::string& resolved);

  /// Ends the transfer, of which nothing else will be told. Errors, with the
  /// words `why`: kNotConnected: nothing of it was sent; kTimeout: it was, and
  /// there is no answer.
  Result<Response> Drop(std::uint64_t id, const std::string& why = "");

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace base::http

#endif  // TOCSIN_BASE_HTTP_TRANSFERS_H_
