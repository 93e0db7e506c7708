// sendto(2) by name, on a socket that stays.
#include "actions/syslog_socket.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/calendar.h"

namespace actions {
namespace {

/// Fits the send buffer of every system.
constexpr std::size_t kCutTo = 60'000;

int OpenSocket() { return ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0); }

std::string Cut(const std::string& line) {
  return line.substr(0, kCutTo) + "... (" + std::to_string(line.size()) +
         " bytes)";
}

base::Error SendError(const std::string& path, int error) {
  return {base::ErrorCode::kSystem, path + ": " + std::strerror(error), error};
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

SyslogSocket::SyslogSocket(std::string path)
    : path_(std::move(path)), fd_(OpenSocket()) {}

SyslogSocket::~SyslogSocket() {
  if (fd_ >= 0) ::close(fd_);
}

base::Result<void> SyslogSocket::SendOnce(const std::string& line) {
  if (fd_ < 0) fd_ = OpenSocket();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path_.size() >= sizeof address.sun_path) {
    return SendError(path_, ENAMETOOLONG);
  }
  std::memcpy(address.sun_path, path_.c_str(), path_.size() + 1);
  const ssize_t sent =
      fd_ < 0
          ? -1
          : ::sendto(fd_, line.data(), line.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
                     reinterpret_cast<const sockaddr*>(&address),
                     sizeof address);
  if (sent < 0) return SendError(path_, errno);
  return {};
}

base::Result<void> SyslogSocket::Send(const std::string& line) {
  auto sent = SendOnce(line);
  const bool too_long = !sent && sent.error().system_errno == EMSGSIZE;
  return too_long && line.size() > kCutTo ? SendOnce(Cut(line)) : sent;
}

}  // namespace actions
