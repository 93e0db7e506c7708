// What the receiver is sent, and what its answer means.
#include "actions/delivery/http_transport.h"

namespace actions {

base::loop::Pending HttpTransport::Send(const Notification& one, Ended ended) {
  auto request = receivers_.RequestFor(one);
  const auto tell = [this, one, ended = std::move(ended)](
                        const base::Result<base::http::Response>& answer) {
    const Tried tried = TriedBy(answer);
    if (tried.verdict == Verdict::kDelivered) flawed_(one, answer->flaw);
    ended(tried);
  };
  if (!request) {
    return timers_.After({}, [tell, why = request.error()] { tell(why); });
  }
  return client_.Send(std::move(*request), tell);
}

}  // namespace actions
