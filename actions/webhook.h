// Webhook: the action that tells a receiver over HTTP. What is sent is made by
// actions/receivers, and sent by base/http. Source: docs/notifications.md,
// "What it comes to".
#ifndef TOCSIN_ACTIONS_WEBHOOK_H_
#define TOCSIN_ACTIONS_WEBHOOK_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "actions/complaints.h"
#include "actions/log.h"
#include "actions/receivers/receivers.h"
#include "base/http/client.h"
#include "base/loop/loop.h"
#include "base/zone.h"
#include "engine/alarm/event.h"

namespace actions {

class Webhook : public engine::alarm::EventSink {
 public:
  /// As many notifications are on their way or wait for their turn at most.
  static constexpr std::size_t kMost = 10'000;

  /// Lifetime: `zone` and `loop` outlive the sink.
  Webhook(const base::Zone* zone, base::loop::Loop* loop, Log log)
      : zone_(zone),
        client_(loop),
        complaints_("webhook", std::move(log), "sent again") {}

  /// Posts the event. Done when the receiver has answered, successfully if with
  /// a status from 200 to 299. What did not get to the receiver at all was not
  /// performed. The first of a row that fails is logged, with scheme and host
  /// of the URL alone.
  void Perform(const engine::alarm::Event& event, const Done& done) override;
  /// What is on its way or waits is given up: not performed.
  void Abandon();

 private:
  struct Sending {
    Whose whose;
    std::string receiver;  // as logs show it
    Done done;
    base::loop::Pending answer;
  };

  void Answered(std::uint64_t number,
                const base::Result<base::http::Response>& answer);
  Outcome OutcomeOf(const Sending& sending,
                    const base::Result<base::http::Response>& answer);

  const base::Zone* zone_;
  Receivers receivers_;
  std::map<std::uint64_t, Sending> sendings_;
  std::uint64_t next_ = 0;
  bool closed_ = false;
  base::http::Client client_;
  Complaints complaints_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_WEBHOOK_H_
