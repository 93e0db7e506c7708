// Syslog: the action that sends a message to the system's log, without the C
// library's syslog(3), which may wait. Source: reference, 6.4.
#ifndef TOCSIN_ACTIONS_SYSLOG_H_
#define TOCSIN_ACTIONS_SYSLOG_H_

#include <string>

#include "actions/log.h"
#include "base/result.h"
#include "base/zone.h"
#include "engine/alarm/event.h"

namespace actions {

/// Where the system's log daemon listens.
inline constexpr char kSyslogSocket[] = "/dev/log";

class Syslog : public engine::alarm::EventSink {
 public:
  /// `pid` is this process's, as the log is to have it. Lifetime: `zone`
  /// outlives the sink.
  Syslog(std::string path, int pid, const base::Zone* zone, Log log)
      : path_(std::move(path)), pid_(pid), zone_(zone), log_(std::move(log)) {}

  /// "<29>Nov 20 19:56:04 pcp-pmie[4711]: TEXT", with the call's priority and
  /// tag where it has them. Done at once; that nobody listens, or reads too
  /// slowly, is a failure, the first in a row is logged.
  void Perform(const engine::alarm::Event& event, const Done& done) override;

 private:
  std::string Message(const engine::alarm::Event& event) const;
  base::Result<void> Send(const std::string& message);

  std::string path_;
  int pid_;
  const base::Zone* zone_;
  Log log_;
  bool failed_ = false;  // the last one, and said so
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_SYSLOG_H_
