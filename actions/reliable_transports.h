// Transports of what `reliably` keeps: by a datagram, by a program, by a
// message broker. What is kept is an Errand.
#ifndef TOCSIN_ACTIONS_RELIABLE_TRANSPORTS_H_
#define TOCSIN_ACTIONS_RELIABLE_TRANSPORTS_H_

#include <cstdint>
#include <functional>
#include <map>
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

  base::loop::Timers& timers_;
};

/// To a daemon of this machine: done when it has the message.
class DatagramTransport : public ErrandTransport {
 public:
  /// How often each is tried, kPause apart, at a daemon that has enough to
  /// read: it has failed where that takes longer.
  static constexpr int kTries = 100;
  static constexpr base::Duration kPause{10 * 1'000'000};
  /// Sends a message without waiting.
  using SendNow = std::function<base::Result<void>(const std::string& message)>;

  DatagramTransport(base::loop::Timers* timers, SendNow send)
      : ErrandTransport(timers), send_(std::move(send)) {}

 private:
  void Do(const Notification&, const Errand& errand,
          const Told& told) override {
    Try(errand.message, told, kTries);
  }
  void Try(const std::string& message, const Told& told, int tries);

  SendNow send_;
  std::map<std::uint64_t, base::loop::Pending> pauses_;
  std::uint64_t next_ = 0;  // of those
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
