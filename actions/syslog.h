// Syslog: the action that sends a message to the system's log. The socket is
// syslog_socket.h's. Source: docs/pmie.md, "Actions".
#ifndef TOCSIN_ACTIONS_SYSLOG_H_
#define TOCSIN_ACTIONS_SYSLOG_H_

#include <string>
#include <utility>

#include "actions/action_sink.h"
#include "actions/log.h"
#include "actions/message_queue.h"
#include "actions/syslog_socket.h"
#include "actions/text_limit.h"
#include "base/loop/timer.h"
#include "base/zone.h"

namespace actions {

class Syslog : public ActionSink {
 public:
  /// `pid` is this process's, as the log is to have it. Lifetime: `zone` and
  /// `timers` outlive the sink.
  Syslog(std::string path, int pid, const base::Zone* zone,
         base::loop::Timers* timers, Log log)
      : socket_(std::move(path)),
        pid_(pid),
        zone_(zone),
        limit_("syslog", kMostText, log),
        queue_(
            "syslog",
            [this](const std::string& message) { return Send(message); },
            timers, std::move(log)) {}

  /// A longer text is cut: fits the send buffer of every system.
  static constexpr std::size_t kMostText = 60'000;

  /// "<29>Nov 20 19:56:04 pcp-pmie[4711]: TEXT", with the call's priority and
  /// tag where it has them, by a MessageQueue.
  void Perform(const engine::alarm::Event& event, const Done& done) override;
  void Abandon() override { queue_.Abandon(); }

  /// That line.
  std::string Message(const engine::alarm::Event& event);
  /// Sends one without waiting. Errors: SyslogSocket's.
  base::Result<void> Send(const std::string& message) {
    return socket_.Send(message);
  }

 private:
  SyslogSocket socket_;
  int pid_;
  const base::Zone* zone_;
  TextLimit limit_;
  MessageQueue queue_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_SYSLOG_H_
