// A binary heap, each of whose entries knows its call, and each call its entry.
#include "base/loop/timer_queue.h"

#include <utility>

namespace base::loop {

TimerQueue::Key TimerQueue::Add(Duration due, std::function<void()> call) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  slots_[slot].call = std::move(call);
  const Entry entry{due.ns, next_++, slot};
  heap_.emplace_back();
  Put(Raise(heap_.size() - 1, entry), entry);
  return {slot, slots_[slot].age};
}

/// What a call holds goes when nothing here is half done: it may cancel others.
void TimerQueue::Cancel(Key key) {
  if (slots_[key.slot].age == key.age) (void)Remove(key.slot);
}

std::function<void()> TimerQueue::Take(Duration now, std::uint64_t before) {
  if (heap_.empty()) return nullptr;
  const Entry& first = heap_.front();
  if (first.due > now.ns || first.number >= before) return nullptr;
  return Remove(first.slot);
}

std::function<void()> TimerQueue::Remove(std::uint32_t slot) {
  Slot& gone = slots_[slot];
  ++gone.age;
  const std::size_t place = gone.place;
  const Entry last = heap_.back();
  heap_.pop_back();
  if (place < heap_.size()) {
    Put(Lower(Raise(place, last), last), last);
  }
  free_.push_back(slot);
  return std::exchange(gone.call, nullptr);
}

void TimerQueue::Put(std::size_t place, const Entry& entry) {
  heap_[place] = entry;
  slots_[entry.slot].place = static_cast<std::uint32_t>(place);
}

/// The place of `entry` among those above `place`, which move down for it.
std::size_t TimerQueue::Raise(std::size_t place, const Entry& entry) {
  while (place > 0) {
    const std::size_t above = (place - 1) / 2;
    if (!(entry < heap_[above])) break;
    Put(place, heap_[above]);
    place = above;
  }
  return place;
}

/// The same among those below.
std::size_t TimerQueue::Lower(std::size_t place, const Entry& entry) {
  for (;;) {
    std::size_t below = 2 * place + 1;
    if (below >= heap_.size()) return place;
    const std::size_t other = below + 1;
    if (other < heap_.size() && heap_[other] < heap_[below]) below = other;
    if (!(heap_[below] < entry)) return place;
    Put(place, heap_[below]);
    place = below;
  }
}

}  // namespace base::loop
