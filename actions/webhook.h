// Webhook: the action that tells a receiver over HTTP. What is sent is made by
// actions/receivers; actions/delivery sends it, again and again if need be.
// Source: docs/notifications.md, "What it comes to".
#ifndef TOCSIN_ACTIONS_WEBHOOK_H_
#define TOCSIN_ACTIONS_WEBHOOK_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "actions/action_sink.h"
#include "actions/complaints.h"
#include "actions/delivery/deliverer.h"
#include "actions/delivery/http_transport.h"
#include "actions/delivery/transport.h"
#include "actions/log.h"
#include "actions/receivers/receivers.h"
#include "base/http/client.h"
#include "base/loop/loop.h"
#include "base/zone.h"
#include "engine/alarm/event.h"

namespace actions {

/// What a Webhook needs. Lifetime: what is pointed to outlives it.
struct WebhookContext {
  const base::Zone* zone = nullptr;
  base::loop::Loop* loop = nullptr;
  Receivers* receivers = nullptr;
  std::function<base::Timestamp()> now;
  std::function<base::Duration()> steady;
  std::string state = {};  // the directory of the outbox; empty: none
  Log log;
  Log outbox;  // what is said of it; receivers that flap do not drown that
  Log losses;  // what is not delivered, or left at the end: leaves out no line
  // As DeliveryContext has them.
  std::function<void(bool)> busy = [](bool) {};
  std::function<void(const DeliveryCounts&)> counts =
      [](const DeliveryCounts&) {};
  std::function<void(const std::vector<Holdoff>&)> holdoffs =
      [](const std::vector<Holdoff>&) {};
};

class Webhook : public ActionSink {
 public:
  /// As many of `now` are on their way or wait for their turn at most.
  static constexpr std::size_t kMost = 10'000;
  /// How long the end waits for the disk.
  static constexpr base::Duration kLastWrite{5 * base::kNanosPerSecond};

  explicit Webhook(const WebhookContext& context);

  /// Sends what an earlier run has left; `receivers` are those of the rules.
  void Begin(const std::vector<std::string>& receivers);
  Deliverer* deliverer() { return &deliverer_; }
  /// By what else than HTTP the outbox is emptied.
  TransportByAction* transports() { return &transports_; }
  bool NeedsParts(const engine::expr::ast::Call&) const override {
    return true;
  }
  /// Has the event delivered. Done when it is in the outbox; one of `now` is
  /// tried once, and done when the receiver has answered: successfully if with
  /// a status from 200 to 299; what did not get there was not performed. The
  /// first of a row that fails is logged, with scheme and host of the URL
  /// alone.
  void Perform(const engine::alarm::Event& event, const Done& done) override;
  /// What is in the outbox stays there. What is of `now` is given up: not
  /// performed.
  void Abandon() override;

 private:
  struct Sending {
    Whose whose;
    Notification one;  // without its JSON
    Done done;
    base::loop::Pending answer;
  };

  void Post(const engine::alarm::Event& event, Notification notification,
            const Done& done);
  void Answered(std::uint64_t number,
                const base::Result<base::http::Response>& answer);
  Outcome OutcomeOf(const Sending& sending,
                    const base::Result<base::http::Response>& answer);

  const base::Zone* zone_;
  Receivers& receivers_;
  std::map<std::uint64_t, Sending> sendings_;
  std::uint64_t next_ = 0;
  bool closed_ = false;
  base::http::Client client_;
  HttpTransport http_;
  TransportByAction transports_{&http_};
  Complaints complaints_;
  HttpTransport::Flawed flawed_;
  Deliverer deliverer_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_WEBHOOK_H_
