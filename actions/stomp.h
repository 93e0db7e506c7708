// Stomp: the action that tells a message broker. The conversation with it is
// stomp/broker.h's. Source: docs/actions.md, "Message brokers".
#ifndef TOCSIN_ACTIONS_STOMP_H_
#define TOCSIN_ACTIONS_STOMP_H_

#include <string>
#include <utility>

#include "actions/action_sink.h"
#include "actions/complaints.h"
#include "actions/log.h"
#include "actions/stomp/broker.h"

namespace actions {

class Stomp : public ActionSink {
 public:
  /// Lifetime: `broker` outlives the sink.
  Stomp(StompBroker* broker, Log log)
      : broker_(*broker), complaints_("stomp", std::move(log), "sent again") {}

  /// Sends the text. Done when the broker has it, as pmie when it is sent; what
  /// was not sent was not performed. The first of a row that fails is logged.
  void Perform(const engine::alarm::Event& event, const Done& done) override;
  void Abandon() override { broker_.Abandon(); }

 private:
  StompBroker& broker_;
  Complaints complaints_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_STOMP_H_
