// TimerQueue: what is to be called when, by a clock that its owner reads.
#ifndef TOCSIN_BASE_LOOP_TIMER_QUEUE_H_
#define TOCSIN_BASE_LOOP_TIMER_QUEUE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "base/time.h"

namespace base::loop {

class TimerQueue {
 public:
  /// Of those of one time the one that was added first comes first.
  using Key = std::pair<std::int64_t, std::uint64_t>;  // time, number

  Key Add(Duration due, std::function<void()> call) {
    const Key key{due.ns, next_++};
    calls_.emplace(key, std::move(call));
    return key;
  }
  void Cancel(const Key& key) { calls_.erase(key); }

  /// When the first one is due.
  std::optional<Duration> Next() const {
    if (calls_.empty()) return std::nullopt;
    return Duration{calls_.begin()->first.first};
  }
  /// Takes the first one out if it is due at `now` and was added before one
  /// whose number is `before`; else null.
  std::function<void()> Take(Duration now, std::uint64_t before) {
    const auto first = calls_.begin();
    if (first == calls_.end() || first->first.first > now.ns ||
        first->first.second >= before) {
      return nullptr;
    }
    auto call = std::move(first->second);
    calls_.erase(first);
    return call;
  }
  /// The number of the one that is added next.
  std::uint64_t next() const { return next_; }

 private:
  std::map<Key, std::function<void()>> calls_;
  std::uint64_t next_ = 0;
};

}  // namespace base::loop

#endif  // TOCSIN_BASE_LOOP_TIMER_QUEUE_H_
