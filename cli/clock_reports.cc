// The time of day beside the time that never jumps. That one stands still while
// the machine sleeps: it cannot tell the one from the other.
#include "cli/clock_reports.h"

#include <cstdlib>
#include <string>
#include <utility>

#include "base/number.h"

namespace cli {

using actions::LogLevel;

ClockReports::ClockReports(engine::schedule::Clock* clock, actions::Log log,
                           bool as_pmie)
    : clock_(*clock),
      log_(std::move(log)),
      as_pmie_(as_pmie),
      origin_(Origin()) {}

base::Timestamp ClockReports::Origin() const {
  return base::Timestamp{clock_.Now().ns - clock_.Elapsed().ns};
}

void ClockReports::Look() {
  const base::Timestamp before = std::exchange(origin_, Origin());
  const std::int64_t step = (origin_ - before).ns / base::kNanosPerSecond;
  if (as_pmie_ || step == 0) return;
  const std::string by = " by " + std::to_string(std::abs(step)) + " s";
  if (step > 0) {
    set_forward_ = clock_.Now();
    log_(LogLevel::kWarning,
         "the clock was set forward" + by +
             ", or the machine slept: what was due meanwhile is left out");
  } else {
    log_(LogLevel::kWarning,
         "the clock was set back" + by +
             ": what is due more often than that begins anew, with its "
             "holdoffs");
  }
}

void ClockReports::Skipped(base::Duration interval, std::int64_t ticks) {
  Look();
  // Rules of another interval wake later than those at which it was found.
  const base::Timestamp last{clock_.Now().ns - ticks * interval.ns};
  if (set_forward_ && last <= *set_forward_) return;
  if (std::exchange(told_of_skipped_, true)) return;
  std::string seconds;
  base::AppendNumber(interval.Seconds(), &seconds);
  const bool one = ticks == 1;
  log_(LogLevel::kWarning,
       std::to_string(ticks) + (one ? " evaluation" : " evaluations") +
           ", due every " + seconds + " s, " + (one ? "is" : "are") +
           " left out: what came before took too long, or the machine slept. "
           "SIGUSR1 tells how many it has been");
}

}  // namespace cli
