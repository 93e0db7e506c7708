// Actions in order, by & and |, each told to the sink.
#include "engine/alarm/performer.h"

#include "base/overloaded.h"

namespace engine::alarm {
namespace {

using expr::ast::Action;
using expr::ast::Call;
using expr::ast::Combine;

bool HeldOff(base::Timestamp now, base::Timestamp last, double seconds) {
  return static_cast<double>((now - last).ns) <
         seconds * static_cast<double>(base::kNanosPerSecond);
}

}  // namespace

/// One walk over the tree.
class Performer::Run {
 public:
  Run(Performer* performer, base::Timestamp now,
      const std::function<BoundLanes()>& lanes)
      : performer_(*performer), now_(now), ask_(lanes) {}

  bool Do(const Action& action) {
    return std::visit(
        base::Overloaded{[&](const Call& call) { return DoCall(call); },
                         [&](const Combine& both) { return DoCombine(both); }},
        action.node);
  }

 private:
  bool DoCombine(const Combine& combine) {
    const bool left = Do(*combine.left);
    if (!combine.both && left) return true;
    const bool right = Do(*combine.right);
    return combine.both ? left && right : right;
  }

  bool DoCall(const Call& call) {
    CallState& state = performer_.calls_[&call];
    if (state.performed && HeldOff(now_, state.last, call.holdoff)) {
      return state.succeeded;
    }
    if (!asked_) {
      lanes_ = ask_();
      asked_ = true;
    }
    state.performed = true;
    state.last = now_;
    state.succeeded = performer_.sink_->Perform(Event{
        call, performer_.statement_, now_, Expand(call.arguments, lanes_)});
    return state.succeeded;
  }

  Performer& performer_;
  base::Timestamp now_;
  const std::function<BoundLanes()>& ask_;
  bool asked_ = false;
  BoundLanes lanes_;
};

void Performer::Perform(base::Timestamp now,
                        const std::function<BoundLanes()>& lanes) {
  Run(this, now, lanes).Do(action_);
}

}  // namespace engine::alarm
