// Notification: what a rule has to say to a receiver, in data that outlive the
// tick, the run and the program. What it is sent as: actions/receivers.
#ifndef TOCSIN_ACTIONS_NOTIFICATION_NOTIFICATION_H_
#define TOCSIN_ACTIONS_NOTIFICATION_NOTIFICATION_H_

#include <string>

#include "base/time.h"
#include "base/zone.h"
#include "engine/alarm/event.h"

namespace actions {

/// Holds no secret: where `receiver` is and how one is let in is only known to
/// who reads its configuration.
struct Notification {
  std::string id;        // no other has it: a UUID
  std::string receiver;  // its name
  std::string rule;
  std::string host;      // of its first binding; may be empty
  base::Timestamp time;  // of the evaluation
  std::string json;      // docs/notifications.md, "What is told"
};

/// What `event` says to the receiver called `receiver`, with an id of its own.
/// REQUIRES: it has parts.
Notification NotificationOf(const engine::alarm::Event& event,
                            std::string receiver, const base::Zone& zone);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_NOTIFICATION_NOTIFICATION_H_
