// LossLog: what is not delivered, in the log. No other lines crowd it out, and
// it crowds out none: a receiver and a reason have one line at a time.
#ifndef TOCSIN_ACTIONS_DELIVERY_LOSS_LOG_H_
#define TOCSIN_ACTIONS_DELIVERY_LOSS_LOG_H_

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
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

  /// What the same receiver loses for the same reason within this time after a
  /// line is told in sum...
  static constexpr base::Duration kSpan{10 * base::kNanosPerSecond};
  /// ...with the names of so many rules.
  static constexpr std::size_t kMostListed = 5;

  /// Lifetime: `timers` outlives it.
  LossLog(base::loop::Timers* timers, Tell tell)
      : timers_(*timers), tell_(std::move(tell)) {}
  LossLog(const LossLog&) = delete;
  LossLog& operator=(const LossLog&) = delete;

  /// "RULE, OTHER and 9 more: WHO: 12 notifications WHY".
  void Add(const std::string& receiver, const std::string& rule,
           const std::string& why, std::size_t count = 1);
  /// Tells at once what there is to tell.
  void End();

 private:
  using Key = std::pair<std::string, std::string>;  // receiver, why
  struct Burst {
    std::size_t untold = 0;
    std::set<std::string> rules;  // whose these are
    base::loop::Pending over;
  };

  void TellSum(const Key& key);

  base::loop::Timers& timers_;
  Tell tell_;
  std::map<Key, Burst> bursts_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_LOSS_LOG_H_
