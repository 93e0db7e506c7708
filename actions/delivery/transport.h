// Transport: how one notification is sent, once: the seam between what keeps it
// and what it is sent by. Over HTTP: http_transport.h; by other actions:
// actions/reliable_transports.h.
#ifndef TOCSIN_ACTIONS_DELIVERY_TRANSPORT_H_
#define TOCSIN_ACTIONS_DELIVERY_TRANSPORT_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "actions/delivery/retry.h"
#include "actions/notification/notification.h"
#include "base/loop/timer.h"
#include "base/time.h"

namespace actions {

/// What has come of a try.
struct Tried {
  Verdict verdict = Verdict::kDelivered;
  std::string problem = {};   // for a log; empty: delivered
  base::Duration pause = {};  // the receiver asks for it
};

/// Threads: all on the loop's.
class Transport {
 public:
  using Ended = std::function<void(const Tried&)>;

  virtual ~Transport() = default;
  /// Tries to send `one`, without waiting. `ended` is called once, never before
  /// this has returned, unless the Pending is gone before.
  virtual base::loop::Pending Send(const Notification& one, Ended ended) = 0;
  /// Whether there is a receiver of that name, now.
  virtual bool Knows(const std::string& receiver) const = 0;
  /// It is sent to no more often than once in this time; 0: as often as may be.
  virtual base::Duration IntervalOf(const std::string&) const { return {}; }
};

/// Each notification goes by the transport of its receiver's action.
class TransportByAction : public Transport {
 public:
  /// Those of actions that have none of their own go by `other`. Lifetime: that
  /// outlives this.
  explicit TransportByAction(Transport* other) : other_(*other) {}

  /// `action` is what rules call it.
  void Add(const std::string& action, std::unique_ptr<Transport> transport) {
    transports_[action] = std::move(transport);
  }

  base::loop::Pending Send(const Notification& one, Ended ended) override {
    return For(one.receiver).Send(one, std::move(ended));
  }
  bool Knows(const std::string& receiver) const override {
    return For(receiver).Knows(receiver);
  }
  base::Duration IntervalOf(const std::string& receiver) const override {
    return For(receiver).IntervalOf(receiver);
  }

 private:
  Transport& For(const std::string& receiver) const {
    const auto found = transports_.find(ActionOf(receiver));
    return found == transports_.end() ? other_ : *found->second;
  }

  Transport& other_;
  std::map<std::string, std::unique_ptr<Transport>> transports_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_TRANSPORT_H_
