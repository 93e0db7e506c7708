// A URL stands in the line by how many of it are on their way.
#include "base/http/turns.h"

namespace base::http {

/// An id is in one queue alone, so no two are equal.
void Turns::Line(Queues::iterator at) {
  const Queue& queue = at->second;
  if (!queue.waiting.empty()) {
    line_.emplace(queue.begun, *queue.waiting.begin(), at);
  } else if (queue.begun == 0) {
    urls_.erase(at);
  }
}

void Turns::Unline(Queues::iterator at) {
  const Queue& queue = at->second;
  if (queue.waiting.empty()) return;
  line_.erase({queue.begun, *queue.waiting.begin(), at});
}

void Turns::Wait(const std::string& url, std::uint64_t id) {
  const auto at = urls_.try_emplace(url).first;
  Unline(at);
  at->second.waiting.insert(id);
  Line(at);
}

std::optional<std::uint64_t> Turns::Next() {
  if (line_.empty()) return std::nullopt;
  const auto [begun, id, at] = *line_.begin();
  if (begun_ >= (begun == 0 ? kMostOfAll : kMost)) return std::nullopt;
  Unline(at);
  at->second.waiting.erase(id);
  ++at->second.begun;
  ++begun_;
  Line(at);
  return id;
}

void Turns::Leave(const std::string& url, std::uint64_t id) {
  const auto at = urls_.find(url);
  Unline(at);
  if (at->second.waiting.erase(id) == 0) {
    --at->second.begun;
    --begun_;
  }
  Line(at);
}

}  // namespace base::http
