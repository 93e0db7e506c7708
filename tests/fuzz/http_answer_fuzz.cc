// Fuzz target: any bytes as a receiver's answer, from its socket through
// libcurl to what is made of it: delivered or not, when to try again, what
// people are shown.
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "actions/delivery/retry.h"
#include "actions/receivers/shown_exchange.h"
#include "base/check.h"
#include "base/http/client.h"
#include "base/printable.h"
#include "tests/support/listener.h"

namespace {

using base::http::Response;

/// A connection's whole life is kept short: nothing of one input is left for
/// the next.
class Exchange {
 public:
  Exchange() {
    request_.url = "http://127.0.0.1:" + std::to_string(listener_.port());
    request_.headers = {"X-Key: SECRET"};
    request_.body = "{}";
  }
  base::Result<Response> Make(const std::string& answer) {
    answer_ = answer;
    const auto sent = client_.Send(request_, [this](auto result) {
      result_ = std::move(result);
      loop_.Stop();
    });
    loop_.Run();
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
    return *std::move(result_);
  }
  const base::http::Request& request() const { return request_; }

 private:
  /// Says it all, and then no more. The request is small enough to be sent
  /// though nobody reads it.
  void Answer(int fd) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
    ::send(fd, answer_.data(), answer_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    ::shutdown(fd, SHUT_WR);
  }

  base::loop::Loop loop_;
  tests::Listener listener_{&loop_, [this](int fd) { Answer(fd); }};
  base::http::Client client_{&loop_};
  base::http::Request request_;
  std::string answer_;
  std::optional<base::Result<Response>> result_;
  int fd_ = -1;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static auto* const exchange = new Exchange;
  const auto answer =
      exchange->Make(std::string(reinterpret_cast<const char*>(data), size));
  const auto verdict = actions::VerdictOf(answer);
  const auto pause = actions::PauseOf(answer, {});
  CHECK(pause.ns >= 0 && pause.ns <= actions::kLongestPause.ns);
  const std::string problem = actions::ProblemOf(answer);
  CHECK(base::Printable(problem) == problem);
  if (!answer) {
    CHECK(verdict != actions::Verdict::kDelivered);
    return 0;
  }
  CHECK((verdict == actions::Verdict::kDelivered) ==
        (answer->status / 100 == 2));
  CHECK(answer->body.size() <= base::http::kMostBody);
  const std::string shown =
      actions::ShownResponse(*answer, exchange->request());
  CHECK(shown.find("SECRET") == shown.npos);
  return 0;
}
