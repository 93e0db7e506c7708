// A URL stands in its line by how many of it are on their way.
#include "base/http/turns.h"

namespace base::http {

/// An id is in one queue alone, so no two are equal.
void Turns::Add(Queues::iterator at) {
  const Queue& queue = at->second;
  if (queue.waiting.empty()) return;
  LineOf(queue.last).turns.emplace(queue.begun, *queue.waiting.begin(), at);
}

void Turns::Remove(Queues::iterator at) {
  const Queue& queue = at->second;
  if (queue.waiting.empty()) return;
  LineOf(queue.last).turns.erase({queue.begun, *queue.waiting.begin(), at});
}

void Turns::SetLast(Queue* queue, Last last) {
  LineOf(queue->last).begun -= queue->begun;
  queue->last = last;
  LineOf(queue->last).begun += queue->begun;
}

/// The first of those in line.
bool Turns::MayBegin(Last last) {
  const Line& line = LineOf(last);
  if (line.turns.empty()) return false;
  if (last == Last::kSilent && line.begun >= kMostSilent) return false;
  std::size_t begun = 0;
  for (const Line& one : lines_) begun += one.begun;
  const bool own = last == Last::kAnswered && line.begun < kMost;
  const bool first = std::get<0>(*line.turns.begin()) == 0;
  const std::size_t of_all = last == Last::kUnknown ? kMostWithNew : kMostOfAll;
  return own || begun < (first ? of_all : kMost);
}

void Turns::Wait(const std::string& url, std::uint64_t id) {
  const auto at = urls_.try_emplace(url).first;
  Remove(at);
  at->second.waiting.insert(id);
  Add(at);
}

std::optional<std::uint64_t> Turns::Next() {
  Line* next = nullptr;
  for (const Last last : {Last::kAnswered, Last::kUnknown, Last::kSilent}) {
    if (!MayBegin(last)) continue;
    Line& line = LineOf(last);
    if (next == nullptr ||
        Before()(*line.turns.begin(), *next->turns.begin())) {
      next = &line;
    }
  }
  if (next == nullptr) return std::nullopt;
  const auto [begun, id, at] = *next->turns.begin();
  Remove(at);
  at->second.waiting.erase(id);
  ++at->second.begun;
  ++next->begun;
  Add(at);
  return id;
}

void Turns::Leave(const std::string& url, std::uint64_t id,
                  std::optional<bool> answered) {
  const auto at = urls_.find(url);
  Queue& queue = at->second;
  Remove(at);
  if (queue.waiting.erase(id) == 0) {
    --queue.begun;
    --LineOf(queue.last).begun;
    if (answered) SetLast(&queue, *answered ? Last::kAnswered : Last::kSilent);
  }
  Add(at);
}

}  // namespace base::http
