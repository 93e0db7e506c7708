// ActionSink: what performs the actions of one kind in a live run. Which there
// are: live_actions.h.
#ifndef TOCSIN_ACTIONS_ACTION_SINK_H_
#define TOCSIN_ACTIONS_ACTION_SINK_H_

#include "engine/alarm/event.h"

namespace actions {

class ActionSink : public engine::alarm::EventSink {
 public:
  /// The program ends: gives up what waits, now and later.
  virtual void Abandon() {}
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_ACTION_SINK_H_
