// Hosts first, then the check, then the run; other rules go the same way.
#include "cli/served_set.h"

#include <algorithm>
#include <utility>

#include "cli/diagnostic_text.h"
#include "cli/pmcd_options.h"

namespace cli {
namespace {

/// So much later than it could be a host may be asked, so that those that are
/// due within that time are asked at once.
constexpr base::Duration kTogether{base::kNanosPerSecond / 100};

using engine::expr::Statement;

/// Whether a rule's `:name` means the host of the rules.
bool IsOwn(const std::string& name, const SetPlan& plan) {
  return name.empty() || name == plan.host.value_or(kLocalPmcd);
}

}  // namespace

ServedSet::ServedSet(const SetContext& context, SetPlan plan)
    : context_(context), plan_(std::move(plan)), latest_(plan_.rules) {
  const Options& options = plan_.options;
  if (options.report != ReportStyle::kNone) {
    report_.emplace(options.report, options.stamped, context.zone);
  }
}

ServedSet::~ServedSet() {
  live_.reset();
  Count([this] { state_.Begin({}, {}); });
  for (ServedHost* host : hosts_) host->Leave(this);
}

base::Result<void> ServedSet::Begin() {
  if (auto taken = TakeHosts(plan_); !taken) return taken;
  NeedAll(plan_.rules);
  RunSoon();
  return {};
}

base::Result<void> ServedSet::Follow(SetPlan plan) {
  if (plan.rules == plan_.rules && !next_) {
    plan_ = std::move(plan);
    return {};
  }
  if (auto taken = TakeHosts(plan); !taken) return taken;
  NeedAll(plan.rules);
  next_ = std::make_unique<SetPlan>(std::move(plan));
  RunSoon();
  return {};
}

/// Those that there are stay: what rules remember is of their numbers.
base::Result<void> ServedSet::TakeHosts(const SetPlan& plan) {
  if (hosts_.empty()) {
    const auto own = context_.host(plan.host, plan);
    if (!own) return own.error();
    hosts_.push_back(*own);
    host_names_.emplace_back();
  }
  for (const auto& [name, needs] : plan.rules->needs()) {
    const bool known = std::find(host_names_.begin(), host_names_.end(),
                                 name) != host_names_.end();
    if (known || IsOwn(name, plan)) continue;
    const auto other = context_.host(name, plan);
    if (!other) return other.error();
    hosts_.push_back(*other);
    host_names_.push_back(name);
  }
  return {};
}

/// What hosts need is the rules' own, which they share.
void ServedSet::NeedAll(const std::shared_ptr<const RuleSet>& rules) {
  for (std::size_t i = 0; i < hosts_.size(); ++i) {
    std::vector<SharedMetricNeeds> all;
    for (const auto& [name, needs] : rules->needs()) {
      const bool here = i == 0 ? IsOwn(name, plan_) : name == host_names_[i];
      if (here) all.emplace_back(rules, &needs);
    }
    if (hosts_[i]->Need(this, Joined(all))) hosts_[i]->Prepare();
  }
}

/// Of one that only the rules to come name those that run know nothing.
void ServedSet::HostPrepared(ServedHost* host) {
  const auto end = hosts_.begin() + static_cast<std::ptrdiff_t>(asked_);
  if (std::find(hosts_.begin(), end, host) != end) CheckAgain(host);
  if (running_ == nullptr || next_) RunSoon();
}

std::string ServedSet::NameOf(const ServedHost* host) const {
  const auto at = std::find(hosts_.begin(), hosts_.end(), host);
  if (at == hosts_.begin()) return plan_.title;
  return host_names_[static_cast<std::size_t>(at - hosts_.begin())];
}

/// Many sets are begun one after the other, so that no tick waits for all.
void ServedSet::RunSoon() {
  if (std::exchange(soon_, true)) return;
  context_.later(lifetime_.Guard([this] {
    soon_ = false;
    Run();
  }));
}

void ServedSet::Run() {
  const bool prepared =
      std::all_of(hosts_.begin(), hosts_.end(),
                  [](const ServedHost* one) { return one->is_prepared(); });
  if (!prepared || (running_ != nullptr && !next_)) return;
  CheckedRules checked = Check(next_ ? next_->rules : plan_.rules);
  context_.tell(checked.diagnostics);
  if (running_ != nullptr && HasErrors(checked.diagnostics)) {
    context_.hosts.messages->Log(
        LogLevel::kError,
        plan_.title + ": rules are wrong, and those that there are stay");
    next_.reset();
    latest_ = plan_.rules;
    return NeedAll(running_);
  }
  if (next_) plan_ = std::move(*std::exchange(next_, nullptr));
  const auto done = Run(std::move(checked));
  if (!done) Fail(done.error());
}

ServedSet::CheckedRules ServedSet::Check(
    const std::shared_ptr<const RuleSet>& rules) const {
  std::vector<engine::check::SourceView> views;
  for (const ServedHost* host : hosts_) views.push_back(host->View());
  CheckedRules all{rules, engine::check::Checker(std::move(views)), {}, {}};
  int number = 0;
  for (const RuleSet::File& file : rules->files()) {
    auto checked = all.checker.Check(*file.source, file.parsed, number++);
    for (auto& one : checked.diagnostics) {
      all.diagnostics.push_back({file.source.get(), std::move(one)});
    }
    for (auto& one : checked.statements) {
      all.statements.push_back(std::move(one));
    }
  }
  all.checker.Rest();
  return all;
}

base::Result<void> ServedSet::Run(CheckedRules checked) {
  std::vector<pmapi::Source*> sources;
  for (const ServedHost* host : hosts_) sources.push_back(host->source());
  Count([&] {
    state_.Begin(checked.statements, {});
    state_.Written(checked.rules->written());
  });
  context_.uses(checked.statements);
  asked_ = hosts_.size();
  const auto before = std::exchange(running_, checked.rules);
  checker_ = std::move(checked.checker);
  if (live_) {
    return live_->Renew({std::move(sources), std::move(checked.statements),
                         SameStatements(*before, *running_)});
  }
  live_.emplace(std::move(sources), LiveOptions(),
                static_cast<engine::alarm::EventSink*>(this), Hooks(),
                context_.hosts.loop, context_.hosts.clock);
  return live_->Begin(std::move(checked.statements));
}

void ServedSet::CheckAgain(ServedHost* host) {
  const auto at = std::find(hosts_.begin(), hosts_.end(), host);
  const int local = static_cast<int>(at - hosts_.begin());
  auto again = checker_->CheckAgain({{local, host->View()}});
  checker_->Rest();
  std::vector<FiledDiagnostic> diagnostics;
  for (auto& [source, one] : again.diagnostics) {
    diagnostics.push_back({source, std::move(one)});
  }
  context_.tell(diagnostics);
  Count([&] { state_.Replace(again.numbers, again.statements); });
  const auto done =
      live_->Replace({{local, host->source()}}, std::move(again.statements));
  if (!done) Fail(done.error());
}

engine::schedule::LiveOptions ServedSet::LiveOptions() const {
  const Options& options = plan_.options;
  engine::schedule::LiveOptions live;
  live.start = context_.hosts.clock->Now();
  live.together = kTogether;
  live.zone = context_.zone;
  live.rates.counter_wrap = options.counter_wrap;
  live.detail = DetailFor(options.report);
  live.programs = context_.programs;
  return live;
}

engine::schedule::LiveHooks ServedSet::Hooks() {
  engine::schedule::LiveHooks hooks;
  hooks.report = [this](const engine::schedule::TaskResults& results) {
    Evaluated(results);
  };
  hooks.answered = [this](int source, const base::Error* why) {
    hosts_[static_cast<std::size_t>(source)]->Answered(why);
  };
  hooks.skipped = [this](base::Duration interval, std::int64_t ticks) {
    Count([&] { state_.Skipped(ticks); });
    context_.skipped(interval, ticks);
  };
  return hooks;
}

void ServedSet::Evaluated(const engine::schedule::TaskResults& results) {
  if (report_) {
    std::string text;
    report_->Append(results, &text);
    context_.out->Print(text);
    context_.out->Flush();
  }
  Count([&] { state_.Evaluated(results); });
}

/// What is done keeps the trees of its rule, which may be others by then.
void ServedSet::Perform(const engine::alarm::Event& event, const Done& done) {
  context_.actions->set_scope(plan_.scope);
  context_.actions->Perform(
      event, [this, over = base::Lifetime::Watch(lifetime_),
              tree = event.statement.source, done](Outcome outcome) {
        if (!over.over()) Performed(outcome);
        done(outcome);
      });
}

void ServedSet::Performed(Outcome outcome) {
  Count([&] {
    if (outcome == Outcome::kNotPerformed) {
      state_.NotPerformed();
    } else {
      state_.Performed();
    }
  });
}

void ServedSet::Count(const std::function<void()>& change) {
  const RunCounts before = state_.counts();
  change();
  context_.counted(before, state_.counts());
}

void ServedSet::StillBusy(const Statement& statement) {
  Count([&] { state_.LeftOut(); });
  context_.actions->StillBusy(statement);
}

void ServedSet::Fail(const base::Error& why) const {
  context_.hosts.messages->Log(LogLevel::kError,
                               plan_.title + ": " + why.message);
}

}  // namespace cli
