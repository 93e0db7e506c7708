// Performer: an action tree with its holdoffs. Source: reference, 6.2.
#ifndef TOCSIN_ENGINE_ALARM_PERFORMER_H_
#define TOCSIN_ENGINE_ALARM_PERFORMER_H_

#include <functional>
#include <unordered_map>

#include "engine/alarm/binding.h"
#include "engine/alarm/event.h"

namespace engine::alarm {

class Performer {
 public:
  /// Lifetime: statement, action and sink outlive the performer.
  Performer(const expr::Statement& statement, const expr::ast::Action& action,
            EventSink* sink)
      : statement_(statement), action_(action), sink_(sink) {}

  /// Performs what is due of the tree: both sides of `&`, the right one of
  /// `|` only if the left one failed; a call that is held off keeps the
  /// outcome it had. `lanes` is asked at most once, when a text is needed.
  void Perform(base::Timestamp now, const std::function<BoundLanes()>& lanes);

 private:
  struct CallState {
    bool performed = false;
    bool succeeded = true;
    base::Timestamp last;
  };
  class Run;

  const expr::Statement& statement_;
  const expr::ast::Action& action_;
  EventSink* sink_;
  std::unordered_map<const expr::ast::Call*, CallState> calls_;
};

}  // namespace engine::alarm

#endif  // TOCSIN_ENGINE_ALARM_PERFORMER_H_
