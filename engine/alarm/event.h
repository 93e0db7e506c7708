// Event, EventSink: what a true rule asks for, and the seam to who does it.
#ifndef TOCSIN_ENGINE_ALARM_EVENT_H_
#define TOCSIN_ENGINE_ALARM_EVENT_H_

#include <string>

#include "base/time.h"
#include "engine/expr/expr.h"

namespace engine::alarm {

/// An action call that is due, its text expanded. Lifetime: the references
/// last for the call.
struct Event {
  const expr::ast::Call& call;
  const expr::Statement& statement;
  base::Timestamp time;  // of the evaluation
  std::string text;      // all arguments, one after the other
};

class EventSink {
 public:
  virtual ~EventSink() = default;
  /// Performs the action; true if it succeeded, for `|`.
  virtual bool Perform(const Event& event) = 0;
};

}  // namespace engine::alarm

#endif  // TOCSIN_ENGINE_ALARM_EVENT_H_
