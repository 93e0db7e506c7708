// Event, EventSink: what a true rule asks for, and the seam to whoever performs
// it.
#ifndef TOCSIN_ENGINE_ALARM_EVENT_H_
#define TOCSIN_ENGINE_ALARM_EVENT_H_

#include <functional>
#include <optional>

#include "base/time.h"
#include "engine/alarm/expansion.h"
#include "engine/expr/expr.h"

namespace engine::alarm {

struct MessageParts;

/// An action call that is due, its text expanded. Lifetime: call and
/// statement last as long as the run, the rest for the call of Perform().
struct Event {
  const expr::ast::Call& call;
  const expr::Statement& statement;
  base::Timestamp time;  // of the evaluation
  /// All arguments, one after the other.
  const Expansion& message;
  /// What it is made of, where the sink needs it; else null.
  const MessageParts* parts = nullptr;
  /// It stands on the left of a "|": the rule asks whether it fails.
  bool asked = false;

  const std::string& text() const { return message.text; }
};

/// When a call was performed last, and how it ended.
struct LastPerformed {
  base::Timestamp time;  // of the evaluation
  bool succeeded = true;
};

class EventSink {
 public:
  /// What became of an action. What was not performed at all has failed, too,
  /// and does not hold off: it is due again at the next tick.
  enum class Outcome { kSucceeded, kFailed, kNotPerformed };

  /// Called once, with the outcome that `|` asks for.
  using Done = std::function<void(Outcome outcome)>;

  virtual ~EventSink() = default;
  /// Whether events of `call` must have their parts.
  virtual bool NeedsParts(const expr::ast::Call&) const { return false; }
  /// What is known of `call`, which is one of `statement`, from before there
  /// was a performer of it: its holdoff goes on.
  virtual std::optional<LastPerformed> PerformedBefore(
      const expr::ast::Call& /*call*/, const expr::Statement& /*statement*/) {
    return std::nullopt;
  }
  /// Performs the action and calls `done`: before it returns, or a copy of
  /// it later, for what takes time. It may be called when the run is gone.
  virtual void Perform(const Event& event, const Done& done) = 0;
  /// A statement's action is due, and is left out, because the one before is
  /// still being performed.
  virtual void StillBusy(const expr::Statement&) {}
};

}  // namespace engine::alarm

#endif  // TOCSIN_ENGINE_ALARM_EVENT_H_
