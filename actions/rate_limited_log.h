// RateLimitedLog: of the many lines of one kind that thousands of actions log
// at once, the first few stand by themselves, the others are counted. spdlog's
// own filter for duplicates leaves out only equal lines right behind each
// other; these differ in the names they tell.
#ifndef TOCSIN_ACTIONS_RATE_LIMITED_LOG_H_
#define TOCSIN_ACTIONS_RATE_LIMITED_LOG_H_

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "actions/log.h"
#include "base/loop/timer.h"

namespace actions {

/// Threads: all on the loop's.
class RateLimitedLog {
 public:
  /// How many lines of one kind and level are written as they come within kSpan
  /// of the first.
  static constexpr std::size_t kMost = 10;
  /// After this time the number of lines beyond kMost is logged, with the last
  /// of them.
  static constexpr base::Duration kSpan{10 * base::kNanosPerSecond};

  /// Lifetime: `timers` outlives it.
  RateLimitedLog(Log log, base::loop::Timers* timers)
      : log_(std::move(log)), timers_(*timers) {}
  RateLimitedLog(const RateLimitedLog&) = delete;
  RateLimitedLog& operator=(const RateLimitedLog&) = delete;

  /// A log for lines of a kind of its own. Lifetime: this outlives it.
  Log Of(const std::string& kind);
  /// Tells at once what there is to tell.
  void End();

 private:
  using Key = std::pair<std::string, LogLevel>;
  struct Burst {
    std::size_t told = 0;
    std::size_t beyond = 0;
    std::string last;  // of those beyond
    base::loop::Pending over;
  };

  void Add(const Key& key, const std::string& text);
  void TellSum(const Key& key);
  void TellWhatWasWrong(const std::string& kind);

  Log log_;
  base::loop::Timers& timers_;
  std::map<Key, Burst> bursts_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RATE_LIMITED_LOG_H_
