// Replay: statements over sources from one time to another, in pmie's order,
// without waiting: time is what the ticks say.
#ifndef TOCSIN_ENGINE_SCHEDULE_REPLAY_H_
#define TOCSIN_ENGINE_SCHEDULE_REPLAY_H_

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/zone.h"
#include "engine/alarm/event.h"
#include "engine/alarm/watch.h"
#include "engine/expr/expr.h"
#include "pmapi/series/number_rows.h"
#include "pmapi/source/source.h"

namespace engine::schedule {

/// The results of a task at one of its ticks. Lifetime: the call.
struct TaskResults {
  base::Timestamp now;
  std::span<const alarm::Watch> watches;  // in source order
  const alarm::Results& results;
  int tick;  // of the block
};

struct ReplayOptions {
  base::Timestamp start;
  base::Timestamp end;  // the last tick may be at it
  /// Of the reserved variables. Lifetime: outlives the replay.
  const base::Zone* zone = nullptr;
  pmapi::RateOptions rates;
  alarm::Detail detail = alarm::Detail::kNone;
  /// So many fetch and evaluate at once. The results are the same.
  int threads = 1;
};

/// What a replay tells while it runs. Any may be empty.
struct ReplayHooks {
  /// After each evaluation of a task.
  std::function<void(const TaskResults&)> report;
  /// Asked before each evaluation with its time: false ends the replay.
  std::function<bool(base::Timestamp)> go_on;
};

class Replay {
 public:
  /// Lifetime: `sources` and `sink` outlive the replay. Threads: where there
  /// are several, const members and Open() of `sources` are called from any.
  Replay(std::vector<expr::Statement> statements,
         std::vector<pmapi::Source*> sources, const ReplayOptions& options,
         alarm::EventSink* sink);
  ~Replay();
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  /// Errors: damage of a source, once everything before it is done.
  base::Result<void> Run(const ReplayHooks& hooks);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_REPLAY_H_
