// The form of RFC 3164, as syslog(3) writes it.
#include "actions/syslog_socket.h"

#include "base/calendar.h"

namespace actions {

std::string SyslogLine(const SyslogSender& from, base::Timestamp now,
                       const base::Zone& zone, const std::string& text) {
  // "Nov 20 19:56:04", out of the middle of what ctime writes.
  std::string stamp;
  base::AppendCtime(zone, now, &stamp);
  return '<' + std::to_string(from.priority) + '>' + stamp.substr(4, 15) + ' ' +
         from.tag + '[' + std::to_string(from.pid) + "]: " + text;
}

}  // namespace actions
