// Watching: rules over live hosts, on the event loop, until the end of their
// window or until the loop is stopped. The way there is live_run.h's.
#ifndef TOCSIN_CLI_WATCH_H_
#define TOCSIN_CLI_WATCH_H_

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/zone.h"
#include "cli/agent_report.h"
#include "cli/live_hosts.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_state.h"
#include "engine/check/checker.h"
#include "engine/expr/expr.h"
#include "engine/schedule/clock.h"

namespace cli {

/// What a live run gets. Lifetime: all of it outlives the run.
struct WatchContext {
  const Options& options;
  LiveHosts& hosts;
  const pmapi::notation::TimeWindow& window;
  engine::schedule::Clock* clock;
  const base::Zone& zone;
  Output* out;
  /// Writes a line of the log: a level ("Info") and a text.
  std::function<void(const std::string& level, const std::string& text)> log;
  /// What the run counts, and what is told after each evaluation.
  RunState* state;
  std::function<void()> evaluated;
  /// As actions::ActionContext has it.
  std::function<void(bool)> sharing;
  /// True once a signal has asked to end: it has also stopped the loop.
  std::function<bool()> over;
  const AgentReport* agent = nullptr;  // -x: instead of lines
  bool as_pmie = false;                // which has no words for what is late
};

/// Checks again what asks one of `sources`, whose metrics have changed.
using CheckAgain =
    std::function<engine::check::Rechecked(const std::set<int>& sources)>;

/// Evaluates `statements`, which are right for what the hosts are, and does
/// what they ask for; where a host's metrics change, what `check` gives of it.
/// Errors: those of Source::Open, of standard output.
base::Result<void> WatchHosts(const WatchContext& context,
                              std::vector<engine::expr::Statement> statements,
                              CheckAgain check);

}  // namespace cli

#endif  // TOCSIN_CLI_WATCH_H_
