// HttpTransport: webhooks' way: a request that the receiver answers.
#ifndef TOCSIN_ACTIONS_DELIVERY_HTTP_TRANSPORT_H_
#define TOCSIN_ACTIONS_DELIVERY_HTTP_TRANSPORT_H_

#include <functional>
#include <string>
#include <utility>

#include "actions/delivery/transport.h"
#include "actions/receivers/receivers.h"
#include "base/http/client.h"
#include "base/loop/loop.h"
#include "base/loop/worker.h"
#include "base/time.h"

namespace actions {

class HttpTransport : public Transport {
 public:
  /// `now` is of the clock on the wall. Lifetime: what is pointed to outlives
  /// this.
  HttpTransport(base::http::Client* client, Receivers* receivers,
                base::loop::Loop* loop, std::function<base::Timestamp()> now)
      : client_(*client),
        receivers_(*receivers),
        loop_(*loop),
        now_(std::move(now)),
        worker_(loop) {}

  /// Told of each that is taken: what is not as it was to be, or nothing.
  using Flawed =
      std::function<void(const Notification& one, const std::string& flaw)>;
  void OnFlaw(Flawed told) { flawed_ = std::move(told); }

  /// What the receiver has answered, once, never before Ask() has returned; or
  /// why there is no answer.
  using Told = std::function<void(const base::Result<base::http::Response>&)>;

  /// The request of one that is large is made on a thread.
  base::loop::Pending Ask(Notification one, Told told);
  base::loop::Pending Send(const Notification& one, Ended ended) override;
  bool Knows(const std::string& receiver) const override {
    return receivers_.Knows(receiver);
  }
  base::Duration IntervalOf(const std::string& receiver) const override {
    return receivers_.IntervalOf(receiver);
  }

 private:
  base::loop::Pending Begin(base::Result<base::http::Request> request,
                            Told told);
  base::loop::Pending SendLarge(Notification one, Told told);
  Tried TriedBy(const base::Result<base::http::Response>& answer) const {
    const Verdict verdict = VerdictOf(answer);
    if (verdict == Verdict::kDelivered) return {};
    return {verdict, ProblemOf(answer), PauseOf(answer, now_())};
  }

  base::http::Client& client_;
  Receivers& receivers_;
  base::loop::Loop& loop_;
  std::function<base::Timestamp()> now_;
  Flawed flawed_ = [](const Notification&, const std::string&) {};
  base::loop::Worker worker_;  // what is large is made ready there
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_HTTP_TRANSPORT_H_
