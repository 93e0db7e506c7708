// A replay: rules over archives from one end of a window to the other, with
// reports and a progress line. Over live hosts: live_run.h.
#ifndef TOCSIN_CLI_REPLAY_H_
#define TOCSIN_CLI_REPLAY_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/zone.h"
#include "cli/agent_report.h"
#include "cli/archives.h"
#include "cli/late_end.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/process_context.h"
#include "cli/receiver_files.h"
#include "engine/expr/expr.h"
#include "engine/schedule/clock.h"

namespace cli {

/// What a replay gets. Lifetime: all of it outlives the replay.
struct ReplayContext {
  const Options& options;
  const Archives& archives;
  const pmapi::notation::TimeWindow& window;
  engine::schedule::Clock* clock;
  const base::Zone& zone;
  const ProcessContext& process;
  /// The name of a statement's file.
  std::function<std::string(int file)> file_name;
  /// Where the window has no end yet; asked before each evaluation.
  LateEnd* late_end = nullptr;
  const AgentReport* agent = nullptr;        // -x: instead of lines
  Messages* messages = nullptr;              // with --act: of actions
  const ReceiverFiles* receivers = nullptr;  // ... whom they tell
};

struct Replayed {
  bool acted = true;  // false: with --act, some action was not performed
  /// What remains of it, for ProcessContext::keep.
  std::shared_ptr<const void> rest;
};

/// Evaluates `statements` until the end of the window or a signal.
/// Errors: damage of an archive.
base::Result<Replayed> ReplayArchives(
    const ReplayContext& context,
    std::vector<engine::expr::Statement> statements);

}  // namespace cli

#endif  // TOCSIN_CLI_REPLAY_H_
