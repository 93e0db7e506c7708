// What evaluations show, what actions need, and how both end.
#include "cli/rule_evaluation.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "actions/live_actions.h"
#include "base/lifetime.h"
#include "base/loop/loop.h"
#include "cli/action_context.h"
#include "cli/clock_reports.h"
#include "cli/event_reports.h"
#include "cli/host_reports.h"
#include "cli/live_evaluation.h"
#include "cli/task_report.h"
#include "engine/expr/calls.h"

namespace cli {
namespace {

namespace schedule = engine::schedule;

bool HoldOff(const std::vector<engine::expr::Statement>& statements) {
  return engine::expr::AnyCall(
      statements, [](const auto& call) { return call.holdoff > 0; });
}

/// Counts what is performed.
class CountedActions : public engine::alarm::EventSink {
 public:
  CountedActions(const actions::ActionContext& context, RunState* state)
      : actions_(context), state_(*state) {}

  bool NeedsParts(const engine::expr::ast::Call& call) const override {
    return actions_.NeedsParts(call);
  }
  void Perform(const engine::alarm::Event& event, const Done& done) override {
    actions_.Perform(event, [this, done](Outcome outcome) {
      if (outcome == Outcome::kNotPerformed) {
        state_.NotPerformed();
      } else {
        state_.Performed();
      }
      done(outcome);
    });
  }
  void StillBusy(const engine::expr::Statement& statement) override {
    state_.LeftOut();
    actions_.StillBusy(statement);
  }
  void Begin(const std::vector<std::string>& receivers, bool hold_off) {
    actions_.Begin(receivers, hold_off);
  }
  std::optional<engine::alarm::LastPerformed> PerformedBefore(
      const engine::expr::ast::Call& call,
      const engine::expr::Statement& statement) override {
    return actions_.PerformedBefore(call, statement);
  }
  void WhenIdle(std::function<void()> idle) {
    actions_.WhenIdle(std::move(idle));
  }
  void Abandon() { actions_.Abandon(); }

 private:
  actions::LiveActions actions_;
  RunState& state_;
};

class RuleEvaluation : LiveObserver {
 public:
  RuleEvaluation(const RuleEvaluationContext& context,
                 const std::vector<engine::expr::Statement>& statements)
      : context_(context),
        loop_(*context.hosts.loop()),
        report_(context.options.report, context.options.stamped, &context.zone),
        actions_(ContextOfActions(), context.state),
        hosts_(BeginState(statements), context.state, context.log,
               context.clock, context.options.quiet, context.as_pmie),
        clock_(context.clock, context.log, context.as_pmie),
        events_(context.log),
        evaluation_(&context.hosts, LiveOptions(), &actions_, context.clock,
                    this) {}

  base::Result<void> Run(std::vector<engine::expr::Statement> statements);

 private:
  void Evaluated(const schedule::TaskResults& results) override;
  void Answered(std::size_t source, const base::Error* why) override {
    hosts_.Answered(source, why);
  }
  void Skipped(base::Duration interval, std::int64_t ticks) override;
  void Ended() override;
  base::Result<std::vector<engine::expr::Statement>> CheckAgain(
      const std::set<int>& sources) override;

  const LiveHosts* BeginState(
      const std::vector<engine::expr::Statement>& statements);
  schedule::LiveOptions LiveOptions() const;
  actions::ActionContext ContextOfActions();
  bool Print(std::string_view text);
  void TellUnfinished();

  const RuleEvaluationContext& context_;
  base::loop::Loop& loop_;
  TaskReport report_;
  CountedActions actions_;
  HostReports hosts_;
  ClockReports clock_;
  EventReports events_;
  LiveEvaluation evaluation_;
  base::Lifetime lifetime_;
};

/// Before anything is told of a host.
const LiveHosts* RuleEvaluation::BeginState(
    const std::vector<engine::expr::Statement>& statements) {
  const LiveHosts& hosts = context_.hosts;
  std::map<std::size_t, std::string> asked;
  for (std::size_t s = 0; s < hosts.size(); ++s) {
    if (hosts.is_asked(s)) asked[s] = hosts.source(s).ContextName();
  }
  context_.state->Begin(statements, asked);
  return &hosts;
}

schedule::LiveOptions RuleEvaluation::LiveOptions() const {
  const Options& options = context_.options;
  schedule::LiveOptions live;
  live.start = context_.window.first;
  live.zone = &context_.zone;
  live.rates.counter_wrap = options.counter_wrap;
  live.detail = DetailFor(options.report);
  if (context_.window.end < pmapi::notation::kNoEnd) {
    live.end = context_.window.end;
  }
  return live;
}

void RuleEvaluation::Evaluated(const schedule::TaskResults& results) {
  std::string text;
  if (context_.agent != nullptr) {
    context_.agent->Append(results, &text);
  } else {
    report_.Append(results, &text);
  }
  Print(text);
  clock_.Look();
  for (const engine::alarm::Watch& one : results.watches) {
    if (one.uses_events()) events_.Evaluated(one.statement());
  }
  context_.state->Evaluated(results);
  context_.owner->Evaluated();
}

/// What the last tick has begun may still have an alternative. There may be no
/// tick at all, and the loop not run yet.
void RuleEvaluation::Ended() {
  loop_.Post(
      lifetime_.Guard([this] { actions_.WhenIdle([this] { loop_.Stop(); }); }));
}

void RuleEvaluation::Skipped(base::Duration interval, std::int64_t ticks) {
  context_.state->Skipped(ticks);
  clock_.Skipped(interval, ticks);
}

actions::ActionContext RuleEvaluation::ContextOfActions() {
  auto context = ActionContextOf(context_.options, context_.zone,
                                 context_.clock, &loop_, context_.receivers);
  context.stomp = context_.stomp;
  context.print = [this](std::string_view text) {
    using Written = actions::Print::Written;
    if (Print(text)) {
      if (context_.out->EndPiece()) context_.state->Kept();
      return Written::kYes;
    }
    return context_.out->status() ? Written::kLost : Written::kOver;
  };
  context.log = context_.log;
  context.sharing = [this](bool shared) { context_.owner->Share(shared); };
  context.deliveries = [this](const actions::DeliveryCounts& deliveries) {
    context_.state->DeliveriesAre(deliveries);
  };
  context.broker = [this](const actions::BrokerState& broker) {
    context_.state->BrokerIs(broker);
  };
  context.commands = [this](const actions::CommandCounts& commands) {
    context_.state->CommandsAre(commands);
  };
  context.as_pmie = context_.as_pmie;
  return context;
}

/// Live output is read as it comes.
bool RuleEvaluation::Print(std::string_view text) {
  context_.out->Print(text);
  const bool written = context_.out->Flush();
  if (!context_.out->status()) loop_.Stop();
  return written;
}

base::Result<std::vector<engine::expr::Statement>> RuleEvaluation::CheckAgain(
    const std::set<int>& sources) {
  hosts_.Changed(sources);
  engine::check::Rechecked rechecked = context_.owner->CheckAgain(sources);
  context_.state->Replace(rechecked.numbers, rechecked.statements);
  return std::move(rechecked.statements);
}

/// Programs are left to end by themselves, and nobody will see how.
void RuleEvaluation::TellUnfinished() {
  const std::size_t rules = evaluation_.unfinished();
  if (rules == 0) return;
  context_.log(LogLevel::kWarning,
               std::to_string(rules) +
                   (rules == 1 ? " rule has" : " rules have") +
                   " a command that still runs: what follows from "
                   "how it ends is not done");
}

base::Result<void> RuleEvaluation::Run(
    std::vector<engine::expr::Statement> statements) {
  const auto receivers = ReceiversOf(statements);
  AllowDescriptorsOf(context_.hosts.size(), receivers.size());
  const bool hold_off = HoldOff(statements);
  // It may wait for what is held off: ticks are counted from then on.
  actions_.Begin(receivers, hold_off);
  const auto begun = evaluation_.Begin(std::move(statements));
  if (begun && !context_.owner->Over()) loop_.Run();
  actions_.Abandon();
  if (!begun) return begun;
  TellUnfinished();
  return evaluation_.status();
}

}  // namespace

base::Result<void> EvaluateRules(
    const RuleEvaluationContext& context,
    std::vector<engine::expr::Statement> statements) {
  RuleEvaluation evaluation(context, statements);
  return evaluation.Run(std::move(statements));
}

}  // namespace cli
