// HttpPeer: a server of HTTP/1.1 on this machine that a test plays.
#ifndef TOCSIN_TESTS_SUPPORT_HTTP_PEER_H_
#define TOCSIN_TESTS_SUPPORT_HTTP_PEER_H_

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "base/loop/loop.h"
#include "base/loop/transport.h"
#include "tests/support/listener.h"

namespace tests {

/// Takes requests whole and answers with the bytes that it is told to.
/// Lifetime: must not outlive the loop.
class HttpPeer {
 public:
  explicit HttpPeer(base::loop::Loop* loop, int port = 0)
      : loop_(*loop),
        listener_(
            loop, [this](int fd) { Accept(fd); }, port) {}

  int port() const { return listener_.port(); }
  std::string url(const std::string& path = "/") const {
    return "http://127.0.0.1:" + std::to_string(port()) + path;
  }

  /// "STATUS", headers (each with its line's end) and a body as an answer.
  static std::string Answer(const std::string& status,
                            const std::string& headers = "",
                            const std::string& body = "");

  /// What the next ones are answered with; nothing at all if it is empty.
  std::string answer = Answer("204 No Content");
  /// Called with each request, before its answer goes.
  std::function<void(const std::string& request)> asked =
      [](const std::string&) {};
  /// Head and body of each, in order.
  std::vector<std::string> requests;
  std::size_t connections = 0;

  /// Answers all that are waiting for one.
  void AnswerAll(const std::string& bytes);
  /// Closes all connections.
  void HangUp() { peers_.clear(); }

 private:
  struct Peer {
    std::unique_ptr<base::loop::Transport> transport;
    std::string received;
  };

  void Accept(int fd);
  void Take(Peer* peer);

  base::loop::Loop& loop_;
  std::list<Peer> peers_;
  Listener listener_;
};

/// The body of a request.
std::string BodyOf(const std::string& request);

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_HTTP_PEER_H_
