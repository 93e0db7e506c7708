// TimerQueue: what is to be called when, by a clock that its owner reads.
#ifndef TOCSIN_BASE_LOOP_TIMER_QUEUE_H_
#define TOCSIN_BASE_LOOP_TIMER_QUEUE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/time.h"

namespace base::loop {

/// A heap whose calls stand still while their times move in it: once there is
/// room for as many as ever wait at once, one more takes no memory.
class TimerQueue {
 public:
  /// A place, and which of those that had it.
  struct Key {
    std::uint32_t slot = 0;
    std::uint32_t age = 0;
  };

  Key Add(Duration due, std::function<void()> call);
  /// Does nothing where it was taken or cancelled before.
  void Cancel(Key key);

  /// When the first one is due.
  std::optional<Duration> Next() const {
    if (heap_.empty()) return std::nullopt;
    return Duration{heap_.front().due};
  }
  /// Takes the first one out if it is due at `now` and was added before one
  /// whose number is `before`; else null. Of those of one time the one that was
  /// added first comes first.
  std::function<void()> Take(Duration now, std::uint64_t before);
  /// The number of the one that is added next.
  std::uint64_t next() const { return next_; }

 private:
  struct Entry {
    std::int64_t due = 0;
    std::uint64_t number = 0;
    std::uint32_t slot = 0;

    friend bool operator<(const Entry& a, const Entry& b) {
      return a.due != b.due ? a.due < b.due : a.number < b.number;
    }
  };
  struct Slot {
    std::function<void()> call;
    std::uint32_t age = 0;
    std::uint32_t place = 0;  // in heap_
  };

  std::function<void()> Remove(std::uint32_t slot);
  void Put(std::size_t place, const Entry& entry);
  std::size_t Raise(std::size_t place, const Entry& entry);
  std::size_t Lower(std::size_t place, const Entry& entry);

  std::vector<Entry> heap_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;  // of slots_
  std::uint64_t next_ = 0;
};

}  // namespace base::loop

#endif  // TOCSIN_BASE_LOOP_TIMER_QUEUE_H_
