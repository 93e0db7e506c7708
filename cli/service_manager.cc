// One unconnected datagram socket: the manager may be restarted meanwhile.
#include "cli/service_manager.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <charconv>
#include <cstddef>
#include <cstring>

#include "base/printable.h"

namespace cli {
namespace {

std::optional<std::int64_t> Number(const std::optional<std::string>& text) {
  std::int64_t number = 0;
  if (!text) return {};
  const auto [end, error] =
      std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size()) return {};
  return number;
}

}  // namespace

ServiceManager::ServiceManager(const Environment& environment, int pid)
    : address_(environment("NOTIFY_SOCKET").value_or("")) {
  const bool path = address_.starts_with('/') || address_.starts_with('@');
  if (!path || address_.size() >= sizeof sockaddr_un::sun_path) return;
  fd_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  const auto usec = Number(environment("WATCHDOG_USEC"));
  const auto whose = Number(environment("WATCHDOG_PID"));
  constexpr std::int64_t kNanosPerMicro = 1000;
  constexpr std::int64_t kMost = std::int64_t{1} << 50;
  if (usec && *usec > 1 && *usec < kMost && whose.value_or(pid) == pid) {
    watchdog_ = base::Duration{*usec * kNanosPerMicro / 2};
  }
}

ServiceManager::~ServiceManager() {
  if (fd_ >= 0) ::close(fd_);
}

void ServiceManager::Status(const std::string& line) {
  if (line == status_) return;
  status_ = line;
  // A line of its own is another message.
  Tell("STATUS=" + base::Printable(line));
}

void ServiceManager::Tell(const std::string& message) const {
  if (fd_ < 0) return;
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  std::memcpy(to.sun_path, address_.data(), address_.size());
  // "@" stands for the NUL before an abstract name.
  if (address_.front() == '@') to.sun_path[0] = '\0';
  const auto size =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address_.size());
  // A manager that does not listen is its own business.
  [[maybe_unused]] const ssize_t n =
      ::sendto(fd_, message.data(), message.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
               reinterpret_cast<const sockaddr*>(&to), size);
}

}  // namespace cli
