// LossLog: what is not delivered, in the log. No other lines crowd it out: each
// rule that loses something is named, with how many.
#ifndef TOCSIN_ACTIONS_DELIVERY_LOSS_LOG_H_
#define TOCSIN_ACTIONS_DELIVERY_LOSS_LOG_H_

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "base/loop/timer.h"
#include "base/time.h"

namespace actions {

/// "3 notifications".
std::string CountedNotifications(std::size_t count);

/// Threads: all on the loop's.
class LossLog {
 public:
  using Tell = std::function<void(const std::string& text)>;

  /// What the same rule loses within this time after a line is told in sum.
  static constexpr base::Duration kSpan{10 * base::kNanosPerSecond};

  /// Lifetime: `timers` outlives it.
  LossLog(base::loop::Timers* timers, Tell tell)
      : timers_(*timers), tell_(std::move(tell)) {}
  LossLog(const LossLog&) = delete;
  LossLog& operator=(const LossLog&) = delete;

  /// "RULE: webhook: RECEIVER: 3 notifications WHY".
  void Add(const std::string& receiver, const std::string& rule,
           const std::string& why, std::size_t count = 1);
  /// Tells at once what there is to tell.
  void End();

 private:
  using Key = std::tuple<std::string, std::string, std::string>;
  struct Burst {
    std::size_t untold = 0;
    base::loop::Pending over;
  };

  void TellSum(const Key& key);

  base::loop::Timers& timers_;
  Tell tell_;
  std::map<Key, Burst> bursts_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_LOSS_LOG_H_
