// What the receiver is sent, and what its answer means.
#include "actions/delivery/http_transport.h"

#include <memory>

namespace actions {
namespace {

/// To make a request of more takes longer than a tick may be late.
constexpr std::size_t kLargeBytes = std::size_t{32} << 10;

}  // namespace

base::loop::Pending HttpTransport::Send(const Notification& one, Ended ended) {
  return Ask(one, [this, one = WithoutJson(one), ended = std::move(ended)](
                      const base::Result<base::http::Response>& answer) {
    const Tried tried = TriedBy(answer);
    if (tried.verdict == Verdict::kDelivered) flawed_(one, answer->flaw);
    ended(tried);
  });
}

base::loop::Pending HttpTransport::Ask(Notification one, Told told) {
  if (receivers_.EffortOf(one) > kLargeBytes)
    return SendLarge(std::move(one), std::move(told));
  return Begin(receivers_.RequestFor(one), std::move(told));
}

base::loop::Pending HttpTransport::Begin(
    base::Result<base::http::Request> request, Told told) {
  if (request) return client_.Send(*std::move(request), std::move(told));
  return loop_.After(
      {}, [told = std::move(told), why = request.error()] { told(why); });
}

base::loop::Pending HttpTransport::SendLarge(Notification one, Told told) {
  struct Large {
    MadeRequest made{base::http::Request()};
    base::loop::Pending sending;
    bool dropped = false;
  };
  const auto large = std::make_shared<Large>();
  const auto begin = [this, head = WithoutJson(one), told = std::move(told),
                      large] {
    if (large->dropped) return;
    large->sending =
        Begin(receivers_.RequestOf(head, std::move(large->made)), told);
  };
  const auto given = worker_.Do(
      [large, make = receivers_.MakerFor(std::move(one))] {
        large->made = make();
      },
      begin);
  if (!given) {
    large->made.request = given.error();
    large->sending = loop_.After({}, begin);
  }
  return base::loop::Pending([large] {
    large->dropped = true;
    large->sending.Cancel();
  });
}

}  // namespace actions
