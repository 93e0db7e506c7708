// Syslog: the action that sends a message to the system's log. The socket is
// syslog_socket.h's. Source: docs/pmie.md, "Actions".
#ifndef TOCSIN_ACTIONS_SYSLOG_H_
#define TOCSIN_ACTIONS_SYSLOG_H_

#include <cstddef>
#include <deque>
#include <string>

#include "actions/complaints.h"
#include "actions/log.h"
#include "actions/patience.h"
#include "actions/syslog_socket.h"
#include "base/loop/timer.h"
#include "base/result.h"
#include "base/zone.h"
#include "engine/alarm/event.h"

namespace actions {

class Syslog : public engine::alarm::EventSink {
 public:
  /// How long each message waits for a daemon that has enough to read.
  static constexpr base::Duration kLimit{5 * base::kNanosPerSecond};
  /// How many messages may wait for it.
  static constexpr std::size_t kMost = 10'000;

  /// `pid` is this process's, as the log is to have it. Lifetime: `zone` and
  /// `timers` outlive the sink.
  Syslog(std::string path, int pid, const base::Zone* zone,
         base::loop::Timers* timers, Log log)
      : socket_(std::move(path)),
        pid_(pid),
        zone_(zone),
        timers_(*timers),
        complaints_("syslog", std::move(log)) {}

  /// "<29>Nov 20 19:56:04 pcp-pmie[4711]: TEXT", with the call's priority and
  /// tag where it has them. Done once the daemon has it, which is at once
  /// unless a crowd of messages came before. Where nobody listens, or reads too
  /// slowly, it was not performed; the first of a row is logged.
  void Perform(const engine::alarm::Event& event, const Done& done) override;
  /// Sends what can be sent at once; the rest is not performed.
  void Abandon();

 private:
  struct QueuedMessage {
    std::string text;
    Whose whose;
    Done done;
    base::Duration came;  // Patience::now()
  };

  std::string Message(const engine::alarm::Event& event) const;
  void SendAll();
  Outcome OutcomeOf(const Whose& whose, const base::Result<void>& sent);

  SyslogSocket socket_;
  int pid_;
  const base::Zone* zone_;
  base::loop::Timers& timers_;
  Complaints complaints_;
  std::deque<QueuedMessage> queue_;  // that wait for those before them
  bool sending_ = false;
  bool closed_ = false;
  base::loop::Pending again_;
  Patience patience_{kLimit};
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_SYSLOG_H_
