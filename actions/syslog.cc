// A datagram a message, to whoever has the socket's name at that moment: a log
// daemon that is started anew is found again.
#include "actions/syslog.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <syslog.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/calendar.h"
#include "engine/alarm/shown.h"

namespace actions {
namespace {

constexpr int kPriority = LOG_DAEMON | LOG_NOTICE;
constexpr char kTag[] = "pcp-pmie";

/// A daemon that reads at all has made room by then.
constexpr base::Duration kPause{10 * 1'000'000};

/// "Nov 20 19:56:04", out of the middle of what ctime writes.
std::string Stamp(const base::Zone& zone, base::Timestamp time) {
  std::string stamp;
  base::AppendCtime(zone, time, &stamp);
  return stamp.substr(4, 15);
}

class Socket {
 public:
  Socket() : fd_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {}
  ~Socket() {
    if (fd_ >= 0) ::close(fd_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

base::Error SendError(const std::string& path, int error) {
  return {base::ErrorCode::kSystem, path + ": " + std::strerror(error), error};
}

}  // namespace

std::string Syslog::Message(const engine::alarm::Event& event) const {
  const auto& call = event.call;
  const int priority =
      call.syslog_priority < 0 ? kPriority : call.syslog_priority;
  return '<' + std::to_string(priority) + '>' + Stamp(*zone_, event.time) +
         ' ' + (call.syslog_tag.empty() ? kTag : call.syslog_tag) + '[' +
         std::to_string(pid_) + "]: " + engine::alarm::Shown(event.message);
}

base::Result<void> Syslog::Send(const std::string& message) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path_.size() >= sizeof address.sun_path) {
    return SendError(path_, ENAMETOOLONG);
  }
  std::memcpy(address.sun_path, path_.c_str(), path_.size() + 1);
  const Socket socket;
  const ssize_t sent = ::sendto(
      socket.fd(), message.data(), message.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
      reinterpret_cast<const sockaddr*>(&address), sizeof address);
  if (sent < 0) return SendError(path_, errno);
  return {};
}

void Syslog::Tell(const base::Result<void>& sent) {
  if (!sent && !failed_) {
    log_("Error", "syslog: " + sent.error().message);
  }
  failed_ = !sent;
}

/// In order. A socket takes some ten messages, or as many as an administrator
/// allows, before its daemon must have read: more may well come of one tick.
void Syslog::SendAll() {
  sending_ = true;
  while (!letters_.empty()) {
    const auto sent = Send(letters_.front().text);
    const bool full = !sent && sent.error().system_errno == EAGAIN;
    if (full && waited_ < kLimit) {
      waited_.ns += kPause.ns;
      again_ = timers_.After(kPause, [this] { SendAll(); });
      break;
    }
    if (sent) waited_ = {};
    const Done done = std::move(letters_.front().done);
    letters_.pop_front();
    Tell(sent);
    done(sent.has_value());
  }
  sending_ = false;
}

void Syslog::Perform(const engine::alarm::Event& event, const Done& done) {
  if (letters_.size() == kMost) {
    Tell(SendError(path_, EAGAIN));
    return done(false);
  }
  letters_.push_back({Message(event), done});
  // Those before it go first: when their time comes, or right now, where it is
  // one of them that has asked for it.
  if (letters_.size() == 1 && !sending_) SendAll();
}

}  // namespace actions
