// FewLines: a log where thousands may say the same at once: the first few are
// told each by itself, the others in sum.
#ifndef TOCSIN_ACTIONS_FEW_LINES_H_
#define TOCSIN_ACTIONS_FEW_LINES_H_

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "actions/log.h"
#include "base/loop/timer.h"

namespace actions {

/// Threads: all on the loop's.
class FewLines {
 public:
  /// So many lines of one kind and level stand in the log...
  static constexpr std::size_t kMost = 10;
  /// ...from the first one so long; then there is the sum of those beyond.
  static constexpr base::Duration kSpan{10 * base::kNanosPerSecond};

  /// Lifetime: `timers` outlives it.
  FewLines(Log log, base::loop::Timers* timers)
      : log_(std::move(log)), timers_(*timers) {}
  FewLines(const FewLines&) = delete;
  FewLines& operator=(const FewLines&) = delete;

  /// A log for lines of a kind of its own. Lifetime: this outlives it.
  Log Of(const std::string& kind);
  /// Tells at once what there is to tell.
  void End();

 private:
  using Key = std::pair<std::string, LogLevel>;
  struct Crowd {
    std::size_t told = 0;
    std::size_t beyond = 0;
    std::string last;  // of those beyond
    base::loop::Pending over;
  };

  void Add(const Key& key, const std::string& text);
  void TellSum(const Key& key);

  Log log_;
  base::loop::Timers& timers_;
  std::map<Key, Crowd> crowds_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_FEW_LINES_H_
