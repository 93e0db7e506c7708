// ServedSet: the rules that a site runs at one host: checked when the hosts
// that they ask have answered, evaluated from then on, and followed by other
// rules with what they have in common. Which there are is served_site.h's.
#ifndef TOCSIN_CLI_SERVED_SET_H_
#define TOCSIN_CLI_SERVED_SET_H_

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actions/live_actions.h"
#include "base/zone.h"
#include "cli/output.h"
#include "cli/run_state.h"
#include "cli/served_host.h"
#include "cli/site_plan.h"
#include "cli/task_report.h"
#include "engine/check/checker.h"
#include "engine/schedule/live.h"

namespace cli {

/// What sets get from their site. Lifetime: outlives them.
struct SetContext {
  HostContext hosts;
  const base::Zone* zone = nullptr;
  /// Of all sets; null: each has its own.
  engine::schedule::ProgramTable* programs = nullptr;
  actions::LiveActions* actions = nullptr;
  Output* out = nullptr;
  /// The host that a set's rules call so; opened where it is not.
  std::function<base::Result<ServedHost*>(const std::optional<std::string>&,
                                          const SetPlan&)>
      host;
  /// Says what is wrong with rules, of each mistake once.
  std::function<void(const std::vector<FiledDiagnostic>&)> tell;
  /// Does something soon, between two turns of the loop.
  std::function<void(std::function<void()>)> later;
  /// These are evaluated from now on.
  std::function<void(const std::vector<engine::expr::Statement>&)> uses;
  /// The counts of a set have grown by these.
  std::function<void(const RunCounts& before, const RunCounts& now)> counted;
  /// As engine::schedule::LiveHooks has it.
  std::function<void(base::Duration interval, std::int64_t ticks)> skipped =
      [](base::Duration, std::int64_t) {};
};

/// Threads: the loop's.
class ServedSet : HostUser, engine::alarm::EventSink {
 public:
  ServedSet(const SetContext& context, SetPlan plan);
  ~ServedSet() override;
  ServedSet(const ServedSet&) = delete;
  ServedSet& operator=(const ServedSet&) = delete;

  /// Opens the hosts that the rules name. Errors: as LiveHosts::Open.
  base::Result<void> Begin();
  /// Runs the rules of `plan`, of the same key and host, instead. What is the
  /// same goes on. Errors: as Begin(); nothing has changed.
  base::Result<void> Follow(SetPlan plan);

  const SetPlan& plan() const { return plan_; }
  /// Those of plan(), or those that it has been told to Expect() or to follow
  /// since and has not refused.
  const std::shared_ptr<const RuleSet>& latest() const { return latest_; }
  /// It will be told to follow these.
  void Expect(std::shared_ptr<const RuleSet> rules) {
    latest_ = std::move(rules);
  }
  const RunState& state() const { return state_; }
  std::size_t unfinished() { return live_ ? live_->unfinished() : 0; }

 private:
  void HostPrepared(ServedHost* host) override;
  std::string NameOf(const ServedHost* host) const override;

  bool NeedsParts(const engine::expr::ast::Call& call) const override {
    return context_.actions->NeedsParts(call);
  }
  std::optional<engine::alarm::LastPerformed> PerformedBefore(
      const engine::expr::ast::Call& call,
      const engine::expr::Statement& statement) override {
    context_.actions->set_scope(plan_.scope);
    return context_.actions->PerformedBefore(call, statement);
  }
  void Perform(const engine::alarm::Event& event, const Done& done) override;
  void StillBusy(const engine::expr::Statement& statement) override;

  base::Result<void> TakeHosts(const SetPlan& plan);
  void NeedAll(const std::shared_ptr<const RuleSet>& rules);
  void RunSoon();
  /// Rules that are right for what the hosts are, and what is wrong with
  /// others.
  struct CheckedRules {
    std::shared_ptr<const RuleSet> rules;
    engine::check::Checker checker;
    std::vector<engine::expr::Statement> statements;
    std::vector<FiledDiagnostic> diagnostics;
  };
  void Run();
  CheckedRules Check(const std::shared_ptr<const RuleSet>& rules) const;
  base::Result<void> Run(CheckedRules checked);
  void CheckAgain(ServedHost* host);
  engine::schedule::LiveOptions LiveOptions() const;
  engine::schedule::LiveHooks Hooks();
  void Performed(Outcome outcome);
  void Count(const std::function<void()>& change);
  void Evaluated(const engine::schedule::TaskResults& results);
  void Fail(const base::Error& why) const;

  const SetContext& context_;
  SetPlan plan_;
  std::unique_ptr<SetPlan> next_;        // its hosts are being asked
  std::vector<ServedHost*> hosts_;       // the first one is the rules' own
  std::vector<std::string> host_names_;  // as rules call the others
  std::size_t asked_ = 0;                // of hosts_, those that running_ asks
  std::shared_ptr<const RuleSet> running_;
  std::shared_ptr<const RuleSet> latest_;
  std::optional<engine::check::Checker> checker_;
  std::optional<engine::schedule::Live> live_;
  std::optional<TaskReport> report_;
  RunState state_;
  bool soon_ = false;
  base::Lifetime lifetime_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_SERVED_SET_H_
