// Transports of what `reliably` keeps: by a datagram, by a program, by a
// message broker. What is kept is an Errand.
#ifndef TOCSIN_ACTIONS_RELIABLE_TRANSPORTS_H_
#define TOCSIN_ACTIONS_RELIABLE_TRANSPORTS_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "actions/command_queue.h"
#include "actions/delivery/transport.h"
#include "actions/log.h"
#include "actions/notification/errand.h"
#include "actions/stomp/broker.h"
#include "base/loop/timer.h"
#include "base/result.h"

namespace actions {

/// What all of them share: an errand that cannot be read is given up.
class ErrandTransport : public Transport {
 public:
  base::loop::Pending Send(const Notification& one, Ended ended) override;
  bool Knows(const std::string&) const override { return true; }

 protected:
  /// Is told how it went, at once or later.
  using Told = std::function<void(const base::Result<void>&)>;

  /// Lifetime: `timers` outlives this.
  explicit ErrandTransport(base::loop::Timers* timers) : timers_(*timers) {}
  virtual void Do(const Notification& one, const Errand& errand,
                  const Told& told) = 0;

 private:
  base::loop::Timers& timers_;
};

/// To a daemon of this machine: done when it has the message.
class DatagramTransport : public ErrandTransport {
 public:
  /// Sends a message without waiting.
  using SendNow = std::function<base::Result<void>(const std::string& message)>;

  DatagramTransport(base::loop::Timers* timers, SendNow send)
      : ErrandTransport(timers), send_(std::move(send)) {}

 private:
  void Do(const Notification&, const Errand& errand,
          const Told& told) override {
    told(send_(errand.message));
  }

  SendNow send_;
};

/// By a program, in its turn among all commands: done when it ends with status
/// 0.
class ProgramTransport : public ErrandTransport {
 public:
  /// `environment` is as CommandEnvironment() has it, `said` hears what
  /// programs write. Lifetime: `queue` outlives this.
  ProgramTransport(base::loop::Timers* timers, CommandQueue* queue,
                   std::vector<std::string> environment, Log said)
      : ErrandTransport(timers),
        queue_(*queue),
        environment_(std::move(environment)),
        said_(std::move(said)) {}

 private:
  void Do(const Notification& one, const Errand& errand,
          const Told& told) override;

  CommandQueue& queue_;
  std::vector<std::string> environment_;
  Log said_;
};

/// To a message broker: done when that has confirmed it.
class StompTransport : public ErrandTransport {
 public:
  /// Lifetime: `broker`, null where none is known, outlives this.
  StompTransport(base::loop::Timers* timers, StompBroker* broker)
      : ErrandTransport(timers), broker_(broker) {}

 private:
  void Do(const Notification& one, const Errand& errand,
          const Told& told) override;

  StompBroker* broker_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RELIABLE_TRANSPORTS_H_
