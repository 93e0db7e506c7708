// Batch, Answer: what the loop has for the outbox and what it is told, one
// transaction each. Doing it is store.h's.
#ifndef TOCSIN_ACTIONS_DELIVERY_BATCH_H_
#define TOCSIN_ACTIONS_DELIVERY_BATCH_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "actions/notification/notification.h"
#include "base/time.h"

namespace actions {

/// A notification that was tried in vain: its queue waits until `due`.
struct Postponed {
  std::string id;
  base::Timestamp due;
  std::string problem;
};

/// The heads of up to `most` queues of a receiver; also those that are not
/// due yet.
struct Wanted {
  std::string receiver;
  std::size_t most = 0;
  bool early = false;
};

/// Of a receiver what is older.
struct Expiry {
  std::string receiver;
  base::Timestamp before;
};

/// Done in this order.
struct Batch {
  base::Timestamp now{};
  std::vector<Notification> added{};
  std::vector<std::string> removed{};  // ids
  std::vector<Postponed> postponed{};
  std::vector<Expiry> expired{};
  std::vector<std::string> due{};  // receivers: none of theirs waits any more
  std::vector<Wanted> wanted{};

  bool empty() const {
    return added.empty() && removed.empty() && postponed.empty() &&
           expired.empty() && due.empty() && wanted.empty();
  }
};

/// The first of a queue.
struct Head {
  Notification notification;
  std::size_t tries = 0;  // so far
};

struct Offer {
  std::string receiver;
  std::vector<Head> heads;              // in the order in which they are due
  std::optional<base::Timestamp> next;  // when another one is
};

/// How many of a receiver and rule are not delivered.
using Losses = std::map<std::pair<std::string, std::string>, std::size_t>;

/// What is said of the outbox itself.
struct Note {
  bool wrong = true;  // else it is right again
  std::string text;
};

struct Answer {
  std::vector<Offer> offers;  // one for each that was wanted
  Losses expired;
  Losses dropped;                      // because the outbox was full
  std::vector<std::string> receivers;  // known from now on, too
  std::size_t waiting = 0;             // notifications in the outbox
  bool lasts = false;                  // it survives this process
  std::vector<Note> notes;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_BATCH_H_
