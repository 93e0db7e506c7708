// Batch, Answer: what the loop has for the outbox and what it is told, one
// transaction each. Doing it is store.h's.
#ifndef TOCSIN_ACTIONS_DELIVERY_BATCH_H_
#define TOCSIN_ACTIONS_DELIVERY_BATCH_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actions/delivery/counts_by_rule.h"
#include "actions/delivery/delivery_counts.h"
#include "actions/delivery/holdoff.h"
#include "actions/notification/notification.h"
#include "base/time.h"

namespace actions {

/// A notification that was tried in vain: its queue waits for so long.
struct Postponed {
  std::string id;
  base::Duration wait;
  std::string problem;
};

/// The heads of up to `most` queues of a receiver.
struct Wanted {
  std::string receiver;
  std::size_t most = 0;
  bool early = false;               // also those that are not due yet
  std::set<std::string> besides{};  // ids that are not wanted
};

/// Done in this order.
struct Batch {
  base::Timestamp now{};  // by the clock on the wall
  /// How far that was set since the last batch: what waits and what grows old
  /// does so as if it had not been.
  base::Duration jump{};
  std::vector<Notification> added{};
  std::vector<std::string> removed{};  // ids
  std::vector<Postponed> postponed{};
  std::vector<std::string> expired{};  // receivers: what is older than
                                       // kDeadline is given up
  std::vector<std::string> due{};  // receivers: none of theirs waits any more
  std::vector<Holdoff> holdoffs{};
  std::vector<Wanted> wanted{};
  std::vector<std::string> counted{};  // receivers: how much waits for them
  bool last = false;                   // what does not last is lost

  bool empty() const {
    return added.empty() && removed.empty() && postponed.empty() &&
           expired.empty() && due.empty() && holdoffs.empty() && wanted.empty();
  }
};

/// The first of a queue.
struct Head {
  Notification notification;
  std::size_t tries = 0;  // so far
};

struct Offer {
  std::string receiver;
  std::vector<Head> heads;             // in the order in which they are due
  bool more = false;                   // there are, beyond so many bytes
  std::optional<base::Duration> next;  // when another one is, from now
};

/// What is said of the outbox itself.
struct Note {
  bool wrong = true;  // else it is right again
  std::string text;
};

/// Why receivers do not answer, by their names.
using Problems = std::map<std::string, std::string>;

struct Answer {
  std::vector<Offer> offers;  // one for each that was wanted
  CountsByRule expired;
  CountsByRule dropped;                // because the outbox was full
  CountsByRule lost;                   // with the process, after the last batch
  CountsByRule forgotten;              // by memory: the file has it
  CountsByRule damaged;                // what a damaged file alone had
  std::vector<std::string> receivers;  // known from now on, too
  std::vector<std::string> retried;    // receivers: another asks for that
  CountsByRule taken_over;             // from an earlier run, once
  Problems taken_problems;             // with these
  std::vector<Holdoff> holdoffs;       // from an earlier run, once
  std::size_t waiting = 0;             // notifications in the outbox
  std::size_t copies = 0;              // of these: the file has them, too
  std::size_t bytes = 0;               // of their JSON
  base::Duration oldest;               // for so long the first has waited
  std::size_t taken_out = 0;           // by other programs, since the last one
  std::map<std::string, std::size_t> counted;  // of those that were asked for
  bool lasts = false;                          // it survives this process
  std::string unusable;  // why the state directory is not used
  std::vector<Note> notes;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_BATCH_H_
