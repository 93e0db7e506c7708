// FakeTimers: the fake of base/loop's Timers. Time passes when a test says so.
#ifndef TOCSIN_TESTS_SUPPORT_FAKE_TIMERS_H_
#define TOCSIN_TESTS_SUPPORT_FAKE_TIMERS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "base/loop/timer.h"
#include "base/time.h"

namespace tests {

class FakeTimers : public base::loop::Timers {
 public:
  base::loop::Pending After(base::Duration delay,
                            std::function<void()> call) override {
    const Key key{now_.ns + delay.ns, next_++};
    calls_->emplace(key, std::move(call));
    return base::loop::Pending([calls = calls_, key] { calls->erase(key); });
  }

  /// Lets `span` pass: makes the calls that come due, in their order, also
  /// those that they ask for.
  void Advance(base::Duration span) {
    const std::int64_t end = now_.ns + span.ns;
    while (!calls_->empty() && calls_->begin()->first.first <= end) {
      now_.ns = calls_->begin()->first.first;
      const auto call = std::move(calls_->begin()->second);
      calls_->erase(calls_->begin());
      call();
    }
    now_.ns = end;
  }

  std::size_t waiting() const { return calls_->size(); }
  /// How much time has passed.
  base::Duration now() const { return now_; }

 private:
  using Key = std::pair<std::int64_t, std::uint64_t>;

  base::Duration now_;
  std::uint64_t next_ = 0;
  std::shared_ptr<std::map<Key, std::function<void()>>> calls_ =
      std::make_shared<std::map<Key, std::function<void()>>>();
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_FAKE_TIMERS_H_
