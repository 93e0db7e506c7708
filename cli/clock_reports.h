// ClockReports: what the log says of a clock that is set during a live run, and
// of ticks that are left out.
#ifndef TOCSIN_CLI_CLOCK_REPORTS_H_
#define TOCSIN_CLI_CLOCK_REPORTS_H_

#include <cstdint>
#include <optional>

#include "actions/log.h"
#include "base/time.h"
#include "engine/schedule/clock.h"

namespace cli {

class ClockReports {
 public:
  /// As pmie there are no words for a clock that is set. Lifetime: `clock`
  /// outlives it.
  ClockReports(engine::schedule::Clock* clock, actions::Log log, bool as_pmie);

  /// Tells that the time of day was set since the last call, by a second or
  /// more.
  void Look();
  /// So many ticks were left out just now: told once, for a machine that is too
  /// slow is so at every tick, and not at all where the clock was set forward.
  void Skipped(base::Duration interval, std::int64_t ticks);

 private:
  base::Timestamp Origin() const;

  engine::schedule::Clock& clock_;
  actions::Log log_;
  bool as_pmie_;
  base::Timestamp origin_;  // what time it was when Clock::Elapsed() was none
  std::optional<base::Timestamp> set_forward_;  // when that was found last
  bool told_of_skipped_ = false;
};

}  // namespace cli

#endif  // TOCSIN_CLI_CLOCK_REPORTS_H_
