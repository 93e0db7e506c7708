// poll(2), so that a signal that comes before read(2) is noticed.
#include "cli/line_reader.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace cli {

/// False at the end, and where it is over.
bool LineReader::Fill() {
  constexpr int kMillisBetweenLooks = 1000;
  pollfd some{descriptor_, POLLIN, 0};
  while (!over_()) {
    if (::poll(&some, 1, kMillisBetweenLooks) <= 0) continue;
    char bytes[4096];
    const ssize_t count = ::read(descriptor_, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    rest_.append(bytes, static_cast<std::size_t>(count));
    return true;
  }
  return false;
}

std::optional<std::string> LineReader::Next() {
  std::size_t looked = 0;
  while (rest_.find('\n', looked) == rest_.npos && rest_.size() < kMost) {
    looked = rest_.size();
    if (Fill()) continue;
    if (over_() || rest_.empty()) return std::nullopt;
    return std::exchange(rest_, "");
  }
  const std::size_t end = rest_.find('\n');
  const bool whole = end <= kMost;
  std::string line = rest_.substr(0, whole ? end : kMost);
  rest_.erase(0, whole ? end + 1 : kMost);
  return line;
}

}  // namespace cli
