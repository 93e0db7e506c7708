// Client: requests over HTTP, sent from the loop and answered by a call. What
// is libcurl's is transfers.h.
#ifndef TOCSIN_BASE_HTTP_CLIENT_H_
#define TOCSIN_BASE_HTTP_CLIENT_H_

#include <functional>
#include <memory>

#include "base/http/message.h"
#include "base/loop/loop.h"
#include "base/result.h"

namespace base::http {

/// Looks names up by a resolver of its own, so that receivers that nobody knows
/// hold up no one else's look-ups. Which proxies, redirections and versions of
/// HTTP there are: transfers.h.
/// Threads: all on the loop's.
class Client {
 public:
  /// Told once, never before Send() has returned, and not after the Client or
  /// the Pending is gone, either of which it may destroy.
  /// Errors, all without the URL: kInvalid: the URL is none; kUnsupported: no
  /// libcurl here; kNoHost: a name that nobody knows; kNotConnected: nothing
  /// was sent, for want of a connection or of a regular file for it; kTimeout,
  /// kClosed: something was, and there is no answer.
  using Done = std::function<void(Result<Response>)>;

  /// Lifetime: `loop` outlives the client.
  explicit Client(loop::Loop* loop);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Sends `request` when it is its turn (turns.h). Any status is an answer.
  loop::Pending Send(Request request, Done done);

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace base::http

#endif  // TOCSIN_BASE_HTTP_CLIENT_H_
