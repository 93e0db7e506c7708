// MessageQueue: messages to a daemon of this machine, in their order, one after
// the other as it takes them. What they are: syslog.h, journal.h.
#ifndef TOCSIN_ACTIONS_MESSAGE_QUEUE_H_
#define TOCSIN_ACTIONS_MESSAGE_QUEUE_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <utility>

#include "actions/complaints.h"
#include "actions/log.h"
#include "base/loop/timer.h"
#include "base/patience.h"
#include "base/result.h"
#include "engine/alarm/event.h"

namespace actions {

/// Threads: all on the loop's.
class MessageQueue {
 public:
  /// How long each message waits for a daemon that has enough to read.
  static constexpr base::Duration kLimit{5 * base::kNanosPerSecond};
  /// How many messages may wait for it.
  static constexpr std::size_t kMost = 10'000;
  using Done = engine::alarm::EventSink::Done;
  /// Sends a message without waiting.
  using Send = std::function<base::Result<void>(const std::string& message)>;

  /// `action` is what rules call it. Lifetime: `timers` outlives this.
  MessageQueue(const std::string& action, Send send, base::loop::Timers* timers,
               Log log)
      : send_(std::move(send)),
        timers_(*timers),
        complaints_(action, std::move(log)) {}
  MessageQueue(const MessageQueue&) = delete;
  MessageQueue& operator=(const MessageQueue&) = delete;

  /// Done once the daemon has it, which is at once unless a crowd of messages
  /// came before. Where nobody listens, or reads too slowly, it was not
  /// performed; the first of a row is logged.
  void Add(const Whose& whose, std::string message, const Done& done);
  /// Sends what can be sent at once; the rest is not performed.
  void Abandon();

 private:
  struct QueuedMessage {
    std::string text;
    Whose whose;
    Done done;
    base::Duration came;  // Patience::now()
  };

  void SendAll();
  engine::alarm::EventSink::Outcome OutcomeOf(const Whose& whose,
                                              const base::Result<void>& sent);

  Send send_;
  base::loop::Timers& timers_;
  Complaints complaints_;
  std::deque<QueuedMessage> queue_;  // that wait for those before them
  bool sending_ = false;
  bool closed_ = false;
  base::loop::Pending again_;
  base::Patience patience_{kLimit};
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_MESSAGE_QUEUE_H_
