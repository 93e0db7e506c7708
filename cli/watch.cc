// The loop, a live run on it, and what both tell.
#include "cli/watch.h"

#include <unistd.h>

#include <cerrno>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "actions/live_actions.h"
#include "base/loop/loop.h"
#include "base/number.h"
#include "cli/host_changes.h"
#include "cli/task_report.h"
#include "engine/schedule/live.h"

namespace cli {
namespace {

namespace schedule = engine::schedule;

/// Counts what is performed.
class Counted : public engine::alarm::EventSink {
 public:
  Counted(const actions::ActionContext& context, RunState* state)
      : actions_(context), state_(*state) {}

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
  void WhenIdle(std::function<void()> idle) {
    actions_.WhenIdle(std::move(idle));
  }
  void Abandon() { actions_.Abandon(); }

 private:
  actions::LiveActions actions_;
  RunState& state_;
};

class Watch {
 public:
  Watch(const WatchContext& context, CheckAgain check)
      : context_(context),
        check_(std::move(check)),
        report_(context.options.report, context.options.stamped, &context.zone),
        loop_(*context.hosts.loop()),
        actions_(ContextOfActions(), context.state),
        changes_(&context.hosts, [this](const std::set<int>& sources) {
          return BeginAnew(sources);
        }) {}

  base::Result<void> Run(std::vector<engine::expr::Statement> statements);

 private:
  schedule::LiveOptions LiveOptions() const;
  schedule::LiveHooks Hooks();
  actions::ActionContext ContextOfActions();
  bool Print(std::string_view text);
  void Answered(int source, const base::Error* why);
  void Late(std::size_t source);
  bool AnotherIsTold(std::size_t source) const;
  void TellOf(std::size_t source, const base::Error* lost);
  bool BeginAnew(const std::set<int>& sources);
  void Skipped(base::Duration interval, std::int64_t ticks);
  void TellUnfinished();

  const WatchContext& context_;
  CheckAgain check_;
  TaskReport report_;
  base::loop::Loop& loop_;
  Counted actions_;
  std::vector<std::uint8_t> down_;  // sources
  std::set<std::size_t> late_;      // that has been told
  std::set<std::size_t> untold_;    // that they are down
  std::optional<schedule::Live> live_;
  HostChanges changes_;
  base::Result<void> failure_;
  std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

schedule::LiveOptions Watch::LiveOptions() const {
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

schedule::LiveHooks Watch::Hooks() {
  schedule::LiveHooks hooks;
  hooks.report = [this](const schedule::TaskResults& results) {
    std::string text;
    if (context_.agent != nullptr) {
      context_.agent->Append(results, &text);
    } else {
      report_.Append(results, &text);
    }
    Print(text);
    context_.state->Evaluated(results);
    context_.evaluated();
  };
  hooks.answered = [this](int source, const base::Error* why) {
    Answered(source, why);
  };
  hooks.skipped = [this](base::Duration interval, std::int64_t ticks) {
    Skipped(interval, ticks);
  };
  // What the last tick has begun may still have an alternative. There may be
  // no tick at all, and the loop not run yet.
  hooks.ended = [this] {
    loop_.Post([this, alive = std::weak_ptr<const bool>(alive_)] {
      if (!alive.expired()) actions_.WhenIdle([this] { loop_.Stop(); });
    });
  };
  return hooks;
}

/// Told once: a machine that is too slow is so at every tick.
void Watch::Skipped(base::Duration interval, std::int64_t ticks) {
  const bool first = context_.state->counts().skipped == 0;
  context_.state->Skipped(ticks);
  if (!first) return;
  std::string seconds;
  base::AppendNumber(interval.Seconds(), &seconds);
  context_.log("Warning",
               std::to_string(ticks) + " evaluations, due every " + seconds +
                   " s, are left out: the ones before took too long, or the "
                   "machine slept. SIGUSR1 tells how many it has been");
}

actions::ActionContext Watch::ContextOfActions() {
  actions::ActionContext context;
  context.zone = &context_.zone;
  context.loop = &loop_;
  context.pid = ::getpid();
  for (char** variable = environ; *variable != nullptr; ++variable) {
    context.environment.emplace_back(*variable);
  }
  context.print = [this](std::string_view text) {
    using Written = actions::Print::Written;
    if (Print(text)) {
      if (context_.out->EndPiece()) context_.state->Kept();
      return Written::kYes;
    }
    return context_.out->status() ? Written::kLost : Written::kOver;
  };
  context.log = context_.log;
  context.sharing = context_.sharing;
  context.commands = [this](std::size_t running, std::size_t waiting,
                            std::size_t killed) {
    context_.state->CommandsAre(running, waiting, killed);
  };
  return context;
}

/// Live output is read as it comes.
bool Watch::Print(std::string_view text) {
  context_.out->Print(text);
  const bool written = context_.out->Flush();
  if (!context_.out->status()) loop_.Stop();
  return written;
}

/// Told once: a host that is slow is so at every tick.
void Watch::Late(std::size_t source) {
  context_.state->HostIs(source, HostState::kLate);
  if (context_.as_pmie || context_.options.quiet) return;
  if (!late_.insert(source).second) return;
  context_.log("Warning",
               context_.hosts.Title(source) +
                   " takes longer to answer than three quarters of the "
                   "interval: until it has answered, what asks it is unknown");
}

/// pmie learns of a connection's end by asking in vain. A peer that was killed
/// with something unread resets it.
std::string LossText(const base::Error& why) {
  const bool closed = why.code == base::ErrorCode::kClosed ||
                      why.system_errno == ECONNRESET ||
                      why.system_errno == EPIPE;
  return base::PmapiText(
      closed ? base::Error{base::ErrorCode::kProtocol, why.message} : why);
}

void Watch::Answered(int source, const base::Error* why) {
  const auto at = static_cast<std::size_t>(source);
  std::uint8_t& down = down_[at];
  const bool changed = why != nullptr && why->code == base::ErrorCode::kChanged;
  if (changed) changes_.Changed(source);
  if (why != nullptr && why->code == base::ErrorCode::kLate) {
    if (down == 0) Late(at);
    return;
  }
  const bool lost = why != nullptr && !changed;
  context_.state->HostIs(at, lost ? HostState::kSilent : HostState::kAnswers);
  if (lost == (down != 0)) return;
  if (lost && AnotherIsTold(at)) untold_.insert(at);
  down = lost;
  const bool untold = untold_.contains(at);
  if (!lost) untold_.erase(at);
  if (!untold) TellOf(at, lost ? why : nullptr);
}

/// To pmie what has one name is one host, however it is connected to.
bool Watch::AnotherIsTold(std::size_t source) const {
  if (!context_.as_pmie) return false;
  const std::string& name = context_.hosts.source(source).HostName();
  for (std::size_t s = 0; s < down_.size(); ++s) {
    if (down_[s] != 0 && context_.hosts.source(s).HostName() == name) {
      return true;
    }
  }
  return false;
}

void Watch::TellOf(std::size_t source, const base::Error* lost) {
  const std::string title = context_.hosts.Title(source);
  if (!context_.hosts.is_pmcd(source)) {
    if (lost != nullptr) {
      context_.log("Error", title + ": " + lost->message);
    } else if (!context_.options.quiet) {
      context_.log("Info", title + " is there again");
    }
    return;
  }
  if (lost != nullptr) {
    context_.log("Error", "pmFetch from " +
                              context_.hosts.source(source).HostName() +
                              " failed: " + LossText(*lost));
  }
  if (context_.options.quiet) return;
  context_.log("Info", (lost != nullptr ? "Lost connection to "
                                        : "Re-established connection to ") +
                           title);
}

bool Watch::BeginAnew(const std::set<int>& sources) {
  engine::check::Rechecked rechecked = check_(sources);
  context_.state->Replace(rechecked.numbers, rechecked.statements);
  failure_ = live_->Replace(sources, std::move(rechecked.statements));
  if (!failure_) loop_.Stop();
  return failure_.has_value();
}

/// Programs are left to end by themselves, and nobody will see how.
void Watch::TellUnfinished() {
  const std::size_t rules = live_->unfinished();
  if (rules == 0) return;
  context_.log("Warning", std::to_string(rules) +
                              (rules == 1 ? " rule has" : " rules have") +
                              " a command that still runs: what follows from "
                              "how it ends is not done");
}

base::Result<void> Watch::Run(std::vector<engine::expr::Statement> statements) {
  const std::vector<pmapi::Source*> sources = context_.hosts.Sources();
  std::map<std::size_t, std::string> asked;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    if (context_.hosts.is_asked(s)) asked[s] = sources[s]->ContextName();
  }
  context_.state->Begin(statements, asked);
  for (std::size_t s = 0; s < sources.size(); ++s) {
    down_.push_back(context_.hosts.failure(s).has_value());
    if (down_[s] != 0) context_.state->HostIs(s, HostState::kSilent);
  }
  live_.emplace(sources, LiveOptions(), &actions_, Hooks(), &loop_,
                context_.clock);
  auto begun = live_->Begin(std::move(statements));
  if (!begun) return begun;
  if (!context_.over()) loop_.Run();
  actions_.Abandon();
  TellUnfinished();
  return failure_;
}

}  // namespace

base::Result<void> WatchHosts(const WatchContext& context,
                              std::vector<engine::expr::Statement> statements,
                              CheckAgain check) {
  return Watch(context, std::move(check)).Run(std::move(statements));
}

}  // namespace cli
