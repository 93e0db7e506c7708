// Reliable: `reliably` before an action: what it would do is put into the
// outbox, and done from there (reliable_transports.h) until it has succeeded.
// Source: docs/actions.md, "Reliably".
#ifndef TOCSIN_ACTIONS_RELIABLE_H_
#define TOCSIN_ACTIONS_RELIABLE_H_

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "actions/action_sink.h"
#include "actions/complaints.h"
#include "actions/delivery/deliverer.h"
#include "actions/log.h"
#include "actions/notification/errand.h"

namespace actions {

class Reliable : public ActionSink {
 public:
  using Kind = engine::expr::ast::ActionKind;
  /// What is kept of one kind of action.
  struct Way {
    /// To whom it goes, as outbox lists have it; empty: to the call's receiver.
    std::string target;
    /// `id` is that of the notification.
    std::function<Errand(const engine::alarm::Event& event,
                         const std::string& id)>
        errand;
  };

  /// Lifetime: `deliverer` outlives the sink.
  Reliable(Deliverer* deliverer, std::map<Kind, Way> ways, Log log)
      : deliverer_(*deliverer),
        ways_(std::move(ways)),
        complaints_("reliably", std::move(log), "kept again") {}

  bool NeedsParts(const engine::expr::ast::Call&) const override {
    return true;
  }
  /// Done when it is in the outbox; what could not be put there was not
  /// performed. REQUIRES: there is a way for its kind.
  void Perform(const engine::alarm::Event& event, const Done& done) override;

 private:
  Deliverer& deliverer_;
  std::map<Kind, Way> ways_;
  Complaints complaints_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RELIABLE_H_
