// One timer, for whoever comes first.
#include "engine/schedule/wake_queue.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

namespace engine::schedule {

void WakeQueue::Add(base::Timestamp due, std::function<void()> wake) {
  const base::Duration left = due - clock_.Now();
  const auto before =
      std::find_if(entries_.begin(), entries_.end(),
                   [due](const Entry& one) { return one.due >= due; });
  entries_.insert(before,
                  {due,
                   {clock_.Elapsed().ns + std::max<std::int64_t>(left.ns, 0)},
                   std::move(wake)});
  Arm();
}

void WakeQueue::Arm() {
  const auto first = std::min_element(
      entries_.begin(), entries_.end(),
      [](const Entry& a, const Entry& b) { return a.at < b.at; });
  if (first == entries_.end()) return;
  const std::int64_t left = first->at.ns - clock_.Elapsed().ns;
  timer_ = timers_.After({std::max<std::int64_t>(left, 0)}, [this] { Wake(); });
}

/// Wakes all up to the last that is due: entries that are due at one time are
/// woken together, though the waits for them were reckoned at different ones.
void WakeQueue::Wake() {
  const base::Duration elapsed = clock_.Elapsed();
  auto end = entries_.begin();
  for (auto one = entries_.begin(); one != entries_.end(); ++one) {
    if (one->at <= elapsed ||
        (end != entries_.begin() && one->due == std::prev(end)->due)) {
      end = std::next(one);
    }
  }
  std::list<Entry> now;  // who is woken may add itself again
  now.splice(now.begin(), entries_, entries_.begin(), end);
  Arm();
  for (const Entry& one : now) one.wake();
}

}  // namespace engine::schedule
