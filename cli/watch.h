// Watching: rules over live hosts, on the event loop, until the end of their
// window or until the loop is stopped. The way there is live_run.h's.
#ifndef TOCSIN_CLI_WATCH_H_
#define TOCSIN_CLI_WATCH_H_

#include <functional>
#include <string>
#include <vector>

#include "base/zone.h"
#include "cli/live_hosts.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_state.h"
#include "engine/expr/expr.h"
#include "engine/schedule/clock.h"

namespace cli {

/// What a live run gets. Lifetime: all of it outlives the run.
struct WatchContext {
  const Options& options;
  LiveHosts& hosts;
  const grammar::micro::TimeWindow& window;
  engine::schedule::Clock* clock;
  const base::Zone& zone;
  Output* out;
  /// Writes a line of the log: a level ("Info") and a text.
  std::function<void(const std::string& level, const std::string& text)> log;
  /// What the run counts, and what is told after each evaluation.
  RunState* state;
  std::function<void()> evaluated;
  /// True once a signal has asked to end: it has also stopped the loop.
  std::function<bool()> over;
};

/// The statements that are right for what the hosts are now.
using CheckRules = std::function<std::vector<engine::expr::Statement>()>;

/// How long hosts may take to tell what rules need to know of them.
inline constexpr base::Duration kPrepareLimit{10 * base::kNanosPerSecond};

/// Evaluates what `check` gives and does what it asks for; asks again where a
/// host's metrics have changed.
/// Errors: those of Source::Open, of standard output.
base::Result<void> WatchHosts(const WatchContext& context, CheckRules check);

}  // namespace cli

#endif  // TOCSIN_CLI_WATCH_H_
