// Notification: what a rule has to say to a receiver, in data that outlive the
// tick, the run and the program. What it is sent as: actions/receivers.
#ifndef TOCSIN_ACTIONS_NOTIFICATION_NOTIFICATION_H_
#define TOCSIN_ACTIONS_NOTIFICATION_NOTIFICATION_H_

#include <cstddef>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "base/zone.h"
#include "engine/alarm/event.h"

namespace actions {

/// What rules call the action by which the receiver called `name` is told,
/// which is its first word: "exec" of "exec /usr/bin/page". Empty of a
/// webhook's, whose names have no blank.
inline std::string ActionOf(const std::string& name) {
  const std::size_t blank = name.find(' ');
  return blank == name.npos ? "" : name.substr(0, blank);
}

/// Holds no secret: where `receiver` is and how one is let in is only known to
/// who reads its configuration.
struct Notification {
  std::string id;        // no other has it: a UUID
  std::string receiver;  // its name; of `reliably` as ActionOf() has it
  std::string rule;
  std::string host;      // of its first binding; may be empty
  base::Timestamp time;  // of the evaluation
  /// docs/notifications.md, "What is told"; of `reliably` an Errand's.
  std::string json;
};

/// An id that no other notification has, of no other process.
std::string NewNotificationId();

/// The most that a notification's JSON has: writing it to the disk holds up
/// all others meanwhile. Units: bytes.
constexpr std::size_t kMostNotificationBytes = std::size_t{16} << 20;

/// Why one of `bytes`, which are more, is not taken.
std::string TooLarge(std::size_t bytes);

/// What `event` says to the receiver called `receiver`, but for its JSON.
/// REQUIRES: it has parts.
Notification WithoutJson(const engine::alarm::Event& event,
                         std::string receiver);

/// `one` but for its JSON, which may be large.
Notification WithoutJson(const Notification& one);

/// The same with JsonBody()'s, without the bindings' own texts where it would
/// be more than is taken. Errors: kUnsupported: so it is without them; where
/// the event's texts alone are more it is not made.
base::Result<Notification> NotificationOf(const engine::alarm::Event& event,
                                          std::string receiver,
                                          const base::Zone& zone);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_NOTIFICATION_NOTIFICATION_H_
