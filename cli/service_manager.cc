// sd_notify(3), without systemd's library.
#include "cli/service_manager.h"

#include <charconv>

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

ServiceManager::ServiceManager(const Environment& environment, int pid) {
  const std::string name = environment("NOTIFY_SOCKET").value_or("");
  const bool is_name = name.starts_with('/') || name.starts_with('@');
  if (!is_name || name.size() > base::UnixDatagram::kLongestName) return;
  socket_.emplace(name);
  const auto usec = Number(environment("WATCHDOG_USEC"));
  const auto whose = Number(environment("WATCHDOG_PID"));
  constexpr std::int64_t kNanosPerMicro = 1000;
  constexpr std::int64_t kMost = std::int64_t{1} << 50;
  if (usec && *usec > 1 && *usec < kMost && whose.value_or(pid) == pid) {
    watchdog_ = base::Duration{*usec * kNanosPerMicro / 2};
  }
}

void ServiceManager::Status(const std::string& line) {
  if (line == status_) return;
  status_ = line;
  // A line of its own is another message.
  Tell("STATUS=" + base::Printable(line));
}

void ServiceManager::Tell(const std::string& message) const {
  // A message that the manager does not take is dropped.
  if (socket_) static_cast<void>(socket_->Send(message));
}

}  // namespace cli
