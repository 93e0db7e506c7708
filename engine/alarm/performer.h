// Performer: an action tree with its holdoffs. Source: docs/pmie.md, "Holdoff".
#ifndef TOCSIN_ENGINE_ALARM_PERFORMER_H_
#define TOCSIN_ENGINE_ALARM_PERFORMER_H_

#include <functional>
#include <memory>

#include "engine/alarm/binding.h"
#include "engine/alarm/event.h"

namespace engine::alarm {

/// A tick: its time, and when it is due in seconds since the epoch as pmie
/// reckons them, whose rounding decides when a holdoff is over.
struct TickTime {
  base::Timestamp time{};
  double seconds = 0;
};

class Performer {
 public:
  /// Lifetime: statement, action and sink outlive the performer.
  Performer(const expr::Statement& statement, const expr::ast::Action& action,
            EventSink* sink);
  ~Performer();
  Performer(const Performer&) = delete;
  Performer& operator=(const Performer&) = delete;

  /// Performs what is due of the tree, one call after the other: both sides of
  /// `&`, the right one of `|` only if the left one failed; a call that is
  /// held off keeps the outcome it had. One that the sink has not performed
  /// has failed and is not held off, whenever that is known. A call that takes
  /// time is not waited for: the rest follows when it is done, unless the
  /// performer is gone by then. Until then the tree is not begun again (the
  /// sink is told, if something was due): pmie would stand still for as long.
  /// `lanes` is asked at most once, before this returns.
  void Perform(const TickTime& now, const std::function<BoundLanes()>& lanes);

  const expr::ast::Action& action() const { return *action_; }
  /// A call has been begun and is not done.
  bool busy() const;
  /// The same, and more of the tree depends on how it ends.
  bool has_more() const;
  /// The action is from now on that of `statement`, which says the same.
  void MoveTo(const expr::Statement& statement);
  /// The same, of `action` in another text that says the same.
  void MoveTo(const expr::Statement& statement,
              const expr::ast::Action& action);

 private:
  class Execution;
  const expr::ast::Action* action_;
  std::shared_ptr<Execution> execution_;
};

}  // namespace engine::alarm

#endif  // TOCSIN_ENGINE_ALARM_PERFORMER_H_
