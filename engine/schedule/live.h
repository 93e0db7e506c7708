// Live: statements over live sources, as time goes by: at each tick all
// sources of an interval are asked at once, and what needs no more than the
// ones that have answered is evaluated. Over archives: replay.h.
#ifndef TOCSIN_ENGINE_SCHEDULE_LIVE_H_
#define TOCSIN_ENGINE_SCHEDULE_LIVE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/loop/timer.h"
#include "base/result.h"
#include "engine/program/program_table.h"
#include "engine/schedule/clock.h"
#include "engine/schedule/replay.h"

namespace engine::schedule {

/// Of runs whose rules may be the same. Threads: one at a time.
using program::ProgramTable;

struct LiveOptions {
  /// The first tick.
  base::Timestamp start;
  /// Not 0: ticks begin at multiples of this, as those of other runs do. Many
  /// runs are then awake at the same moments, and asleep in between: to be
  /// woken up costs as much as what is done then.
  base::Duration together{};
  /// The last tick may be at it; none: never ends.
  std::optional<base::Timestamp> end;
  /// Of the reserved variables. Lifetime: outlives the run.
  const base::Zone* zone = nullptr;
  pmapi::RateOptions rates;
  /// Where something is shown all of a tick waits for all its sources, so that
  /// it is shown in source order.
  alarm::Detail detail = alarm::Detail::kNone;
  /// As that of ScheduleOptions. Lifetime: outlives the run.
  program::ProgramTable* programs = nullptr;
};

/// What a live run tells. Any may be empty.
struct LiveHooks {
  /// After each evaluation of a task.
  std::function<void(const TaskResults&)> report;
  /// Is told of each source that a tick asked: null where it has answered.
  /// kLate: its rules are unknown at this tick, and nothing is lost. kChanged:
  /// the rules that ask it are to be checked again and replaced. What has
  /// happened to it since the tick before is told first, in a call of its own.
  std::function<void(int source, const base::Error* why)> answered;
  /// Is told how many ticks of `interval` have been left out, because the ones
  /// before took too long or the machine slept.
  std::function<void(base::Duration interval, std::int64_t ticks)> skipped;
  /// No tick will come any more.
  std::function<void()> ended;
};

/// Threads: all on the thread of `timers`.
class Live {
 public:
  /// Lifetime: all that is pointed to outlives the run.
  Live(std::vector<pmapi::Source*> sources, const LiveOptions& options,
       alarm::EventSink* sink, LiveHooks hooks, base::loop::Timers* timers,
       Clock* clock);
  ~Live();
  Live(const Live&) = delete;
  Live& operator=(const Live&) = delete;

  /// Destroying the run ends it. Errors: those of Source::Open.
  base::Result<void> Begin(std::vector<expr::Statement> statements);
  /// To be called when the metrics of `sources`, by their numbers, have
  /// changed, perhaps because these are other sources than before. `statements`
  /// are all that ask one of them and are right now; they take the place of
  /// those that asked one. Expressions that are the same keep what they
  /// remember, but not derived metrics, nor what now asks for something else.
  /// Holdoffs and actions that have been begun go on; those of a statement that
  /// is gone, to their end.
  /// REQUIRES: not called by a hook. Errors: those of Source::Open.
  base::Result<void> Replace(const std::map<int, pmapi::Source*>& sources,
                             std::vector<expr::Statement> statements);

  /// Rules that are to run in the place of all that there were.
  struct Renewal {
    /// Begins with those that there were, in their order.
    std::vector<pmapi::Source*> sources;
    /// Of another checker.
    std::vector<expr::Statement> statements;
    /// By the number of a statement that of the one before which says the same.
    std::map<int, int> before;
  };
  /// To be called when the rules are others. What they have in common with
  /// those before goes on as in Replace(), and ticks of the same interval do.
  /// REQUIRES: as Replace(). Errors: those of Source::Open.
  base::Result<void> Renew(Renewal renewal);

  std::int64_t skipped_ticks() const;
  /// How many statements have begun an action on whose end more depends.
  std::size_t unfinished();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_LIVE_H_
