// Addresses in turn, then a pause, then all of them again.
#include "pmapi/pmcd/link.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace pmapi::pmcd {

using base::Error;
using base::ErrorCode;

Link::Link(base::loop::Timers* timers, TransportMaker make, LinkOptions options,
           Events events)
    : timers_(*timers),
      make_(std::move(make)),
      options_(std::move(options)),
      events_(std::move(events)),
      why_{ErrorCode::kNotConnected, "not connected yet"} {
  CHECK(!options_.addresses.empty() && !options_.backoff.empty());
}

void Link::Start() {
  const bool begun = connection_ != nullptr || tries_ > 0;
  if (!begun) TryAddress(0);
}

void Link::TryAddress(std::size_t address) {
  pause_.Cancel();
  if (address == 0) ++tries_;
  connection_ =
      std::make_unique<Connection>(&timers_, make_(), options_.connection);
  connection_->Open(
      options_.addresses[address],
      [this, address](const base::Result<void>& result) {
        Tried(address, result);
      },
      [this](const Error& why) { Down(why); });
}

void Link::Tried(std::size_t address, const base::Result<void>& result) {
  if (result) {
    up_ = true;
    return events_.up();
  }
  const std::size_t next = address + 1;
  if (next < options_.addresses.size()) return TryAddress(next);
  // A copy: the connection that holds it goes.
  Down(Error(result.error()));
}

void Link::Drop(Error why) {
  if (up_) Down(std::move(why));
}

void Link::Down(Error why) {
  up_ = false;
  why_ = std::move(why);
  connection_.reset();
  pause_ = timers_.After(Pause(), [this] { TryAddress(0); });
  events_.down();
}

base::Duration Link::Pause() {
  if (tries_ == 0) return base::Duration{};
  return options_.backoff[std::min(tries_, options_.backoff.size()) - 1];
}

}  // namespace pmapi::pmcd
