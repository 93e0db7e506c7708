// Rules evaluated over live hosts, on the event loop, until the end of their
// window or until the loop is stopped: reports, actions, the log. The way there
// is live_run.h's.
#ifndef TOCSIN_CLI_RULE_EVALUATION_H_
#define TOCSIN_CLI_RULE_EVALUATION_H_

#include <set>
#include <vector>

#include "actions/log.h"
#include "actions/receivers/receivers.h"
#include "actions/stomp/settings.h"
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

/// The owner of the rules: hears of evaluations and checks rules again.
class RuleOwner {
 public:
  virtual ~RuleOwner() = default;

  /// After each evaluation, which the state has counted.
  virtual void Evaluated() = 0;
  /// As actions::ActionContext::sharing.
  virtual void Share(bool shared) = 0;
  /// True once a signal has asked to end: it has also stopped the loop.
  virtual bool Over() const = 0;
  /// Checks again what asks one of `sources`, whose metrics have changed.
  virtual engine::check::Rechecked CheckAgain(const std::set<int>& sources) = 0;
};

/// What an evaluation gets. Lifetime: all of it outlives the evaluation.
struct RuleEvaluationContext {
  const Options& options;
  LiveHosts& hosts;
  const pmapi::notation::TimeWindow& window;
  engine::schedule::Clock* clock;
  const base::Zone& zone;
  Output* out;
  actions::Log log;
  actions::Receivers* receivers;
  const std::optional<actions::StompSettings>& stomp;
  RunState* state;  // what is counted
  RuleOwner* owner;
  const AgentReport* agent = nullptr;  // -x: instead of lines
  bool as_pmie = false;                // says nothing of hosts that are late
};

/// Evaluates `statements`, which are right for what the hosts are, and does
/// what they ask for; where a host's metrics change, what its owner gives.
/// Errors: those of Source::Open, of standard output.
base::Result<void> EvaluateRules(
    const RuleEvaluationContext& context,
    std::vector<engine::expr::Statement> statements);

}  // namespace cli

#endif  // TOCSIN_CLI_RULE_EVALUATION_H_
