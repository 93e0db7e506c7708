// The form of RFC 3164, as syslog(3) writes it.
#include "actions/syslog_socket.h"

#include <cerrno>

#include "base/calendar.h"

namespace actions {
namespace {

/// Fits the send buffer of every system.
constexpr std::size_t kCutTo = 60'000;

std::string Cut(const std::string& line) {
  return line.substr(0, kCutTo) + "... (" + std::to_string(line.size()) +
         " bytes)";
}

}  // namespace

std::string SyslogLine(const SyslogSender& from, base::Timestamp now,
                       const base::Zone& zone, const std::string& text) {
  // "Nov 20 19:56:04", out of the middle of what ctime writes.
  std::string stamp;
  base::AppendCtime(zone, now, &stamp);
  return '<' + std::to_string(from.priority) + '>' + stamp.substr(4, 15) + ' ' +
         from.tag + '[' + std::to_string(from.pid) + "]: " + text;
}

base::Result<void> SyslogSocket::Send(const std::string& line) {
  auto sent = socket_.Send(line);
  const bool too_long = !sent && sent.error().system_errno == EMSGSIZE;
  return too_long && line.size() > kCutTo ? socket_.Send(Cut(line)) : sent;
}

}  // namespace actions
