// SyslogSocket: one datagram to the system's log at a time, without the C
// library's syslog(3), which may wait.
#ifndef TOCSIN_ACTIONS_SYSLOG_SOCKET_H_
#define TOCSIN_ACTIONS_SYSLOG_SOCKET_H_

#include <string>
#include <utility>

#include "base/result.h"
#include "base/time.h"
#include "base/unix_datagram.h"
#include "base/zone.h"

namespace actions {

/// Where the system's log daemon listens.
inline constexpr char kSyslogSocket[] = "/dev/log";

/// Of whom a line of the system's log is.
struct SyslogSender {
  std::string tag;
  int pid = 0;
  int priority = 0;  // with its facility
};

/// "<29>Nov 20 19:56:04 TAG[PID]: TEXT".
std::string SyslogLine(const SyslogSender& from, base::Timestamp now,
                       const base::Zone& zone, const std::string& text);

class SyslogSocket {
 public:
  explicit SyslogSocket(std::string path) : socket_(std::move(path)) {}

  const std::string& path() const { return socket_.name(); }

  /// Sends `line`. Does not wait. Errors: those of UnixDatagram::Send.
  base::Result<void> Send(const std::string& line) {
    return socket_.Send(line);
  }

 private:
  base::UnixDatagram socket_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_SYSLOG_SOCKET_H_
