// LiveEvaluation: statements evaluated on the loop over live hosts, and begun
// anew where the hosts' metrics are no longer what they were. What comes of it
// is its observer's.
#ifndef TOCSIN_CLI_LIVE_EVALUATION_H_
#define TOCSIN_CLI_LIVE_EVALUATION_H_

#include <cstddef>
#include <set>
#include <vector>

#include "base/result.h"
#include "cli/host_changes.h"
#include "cli/live_hosts.h"
#include "engine/alarm/event.h"
#include "engine/expr/expr.h"
#include "engine/schedule/clock.h"
#include "engine/schedule/live.h"

namespace cli {

/// Is told how an evaluation goes.
class LiveObserver {
 public:
  virtual ~LiveObserver() = default;

  /// After each evaluation of a task.
  virtual void Evaluated(const engine::schedule::TaskResults& results) = 0;
  /// How it went with a source that a tick has asked: null where it answered,
  /// kLate where it has not yet.
  virtual void Answered(std::size_t source, const base::Error* why) = 0;
  /// As LiveHooks::skipped.
  virtual void Skipped(base::Duration interval, std::int64_t ticks) = 0;
  /// No tick will come any more.
  virtual void Ended() = 0;
  /// `sources` have been asked anew: all statements that ask one of them, right
  /// for what they are. Errors: the evaluation ends with it.
  virtual base::Result<std::vector<engine::expr::Statement>> CheckAgain(
      const std::set<int>& sources) = 0;
};

/// Threads: the loop's.
class LiveEvaluation {
 public:
  /// Lifetime: all that is pointed to outlives it.
  LiveEvaluation(LiveHosts* hosts, const engine::schedule::LiveOptions& options,
                 engine::alarm::EventSink* actions,
                 engine::schedule::Clock* clock, LiveObserver* observer);
  /// Ends it.
  ~LiveEvaluation();
  LiveEvaluation(const LiveEvaluation&) = delete;
  LiveEvaluation& operator=(const LiveEvaluation&) = delete;

  /// Errors: those of Source::Open.
  base::Result<void> Begin(std::vector<engine::expr::Statement> statements) {
    return live_.Begin(std::move(statements));
  }
  /// Why it has stopped the loop, if it has.
  const base::Result<void>& status() const { return status_; }
  /// Statements that would do more once what they have begun is done.
  std::size_t unfinished() { return live_.unfinished(); }

 private:
  engine::schedule::LiveHooks Hooks();
  void Answered(int source, const base::Error* why);
  bool BeginAnew(const std::set<int>& sources);

  LiveHosts& hosts_;
  LiveObserver& observer_;
  engine::schedule::Live live_;
  HostChanges changes_;
  base::Result<void> status_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_LIVE_EVALUATION_H_
