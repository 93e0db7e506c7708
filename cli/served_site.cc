// A plan is followed a set at a time, one between two turns of the loop: ticks
// that are due meanwhile are not late for a thousand of them.
#include "cli/served_site.h"

#include <algorithm>
#include <utility>

#include "base/listed.h"
#include "base/one_line.h"
#include "cli/action_context.h"
#include "cli/diagnostic_text.h"

namespace cli {
namespace {

/// So many mistakes are told between two readings of the site.
constexpr std::size_t kMostTold = 1000;

std::string Count(std::size_t n, const std::string& what) {
  return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s");
}

/// A host's connection is decided by its name, and by what its set's
/// environment says.
std::string HostKey(const std::optional<std::string>& spec,
                    const SetPlan& plan) {
  std::string key = spec.value_or("");
  for (const auto& [name, value] : plan.variables) {
    key += '\n' + name + '=' + value;
  }
  return key;
}

Environment EnvironmentOf(const SetPlan& plan, const Environment& around) {
  return [variables = plan.variables,
          around](const std::string& name) -> std::optional<std::string> {
    const auto own = variables.find(name);
    return own == variables.end() ? around(name) : own->second;
  };
}

}  // namespace

ServedSite::ServedSite(const SiteContext& context)
    : context_(context), of_sets_(ContextOfSets()) {}

SetContext ServedSite::ContextOfSets() {
  SetContext context;
  context.hosts = context_.hosts;
  context.zone = context_.zone;
  context.programs = context_.programs;
  context.actions = context_.actions;
  context.out = context_.process->out;
  context.host = [this](const auto& spec, const SetPlan& plan) {
    return HostOf(spec, plan);
  };
  context.tell = [this](const auto& found) { TellOfRules(found); };
  context.later = [this](auto chore) { Later(std::move(chore)); };
  context.uses = [this](const auto& statements) { Uses(statements); };
  context.counted = [this](const RunCounts& before, const RunCounts& now) {
    Add(before, now);
  };
  context.skipped = context_.skipped;
  return context;
}

base::Result<ServedHost*> ServedSite::HostOf(
    const std::optional<std::string>& spec, const SetPlan& plan) {
  auto& host = hosts_[HostKey(spec, plan)];
  if (host) return host.get();
  AllowDescriptorsOf(hosts_.size(), receivers_.size());
  host = std::make_unique<ServedHost>(
      context_.hosts, spec, EnvironmentOf(plan, context_.process->environment));
  if (auto opened = host->Open(); !opened) {
    hosts_.erase(HostKey(spec, plan));
    return opened.error();
  }
  return host.get();
}

bool ServedSite::Apply(const SitePlan& plan, bool asked) {
  bool changed = first_;
  told_.clear();
  if (asked) problems_.clear();
  if (asked) refused_.clear();
  Tell(plan);
  std::set<std::string> keys;
  for (const SetPlan& one : plan.sets) {
    keys.insert(one.key);
    const bool wrong = !first_ && plan.wrong.contains(one.origin);
    if (!wrong) changed |= Follow(one, asked);
  }
  for (auto next = sets_.begin(); next != sets_.end();) {
    const auto set = next++;
    const SetPlan& before = set->second->plan();
    const bool stays = keys.contains(set->first) ||
                       plan.wrong.contains(before.origin) ||
                       plan.wrong.contains(before.site);
    if (stays) continue;
    End(set);
    changed = true;
  }
  if (changed) Later([this] { ForgetHosts(); });
  first_ = false;
  return changed;
}

/// What was told at the reading before is not told again, unless somebody asks.
void ServedSite::Tell(const SitePlan& plan) {
  std::string text;
  for (const std::string& problem : plan.problems) {
    text += context_.hosts.messages->program() + ": " + base::OneLine(problem) +
            '\n';
  }
  text += DiagnosticText(plan.diagnostics);
  if (std::exchange(problems_, text) == text) return;
  context_.hosts.messages->Complain(text);
  if (first_) return;
  for (const std::string& file : plan.wrong) {
    Log(LogLevel::kError, file + " is wrong: what it has said before goes on");
  }
  const auto kept = std::count_if(
      plan.unread.begin(), plan.unread.end(),
      [this](const std::string& key) { return sets_.contains(key); });
  if (kept == 0) return;
  Log(LogLevel::kError, "rules of " + Count(kept, "set") +
                            " cannot be read, and those that there are stay");
}

/// A thousand hosts find the same mistake.
void ServedSite::TellOfRules(const std::vector<FiledDiagnostic>& diagnostics) {
  std::vector<FiledDiagnostic> news;
  for (const FiledDiagnostic& one : diagnostics) {
    if (told_.size() >= kMostTold) break;
    if (told_.insert(Render(one.diagnostic, *one.source)).second) {
      news.push_back(one);
    }
  }
  if (!news.empty()) context_.hosts.messages->Complain(DiagnosticText(news));
}

bool ServedSite::Follow(const SetPlan& plan, bool asked) {
  if (plan.rules == nullptr) return false;  // it has been told
  const auto at = sets_.find(plan.key);
  if (at == sets_.end()) {
    Begin(plan);
    return true;
  }
  if (at->second->latest() == plan.rules) {
    const bool wrong = asked && plan.rules->has_errors();
    if (wrong) TellOfRules(plan.rules->diagnostics());
    return false;
  }
  if (plan.rules->has_errors() &&
      std::exchange(refused_[plan.key], plan.rules) == plan.rules) {
    return false;
  }
  TellOfRules(plan.rules->diagnostics());
  if (plan.rules->has_errors()) {
    Log(LogLevel::kError,
        plan.title + ": rules are wrong, and those that there are stay");
    return false;
  }
  at->second->Expect(plan.rules);
  Later([this, plan] {
    const auto set = sets_.find(plan.key);
    if (set == sets_.end()) return;
    const auto done = set->second->Follow(plan);
    if (!done) {
      set->second->Expect(set->second->plan().rules);
      Log(LogLevel::kError, plan.title + ": " + done.error().message);
    }
  });
  return true;
}

void ServedSite::Begin(const SetPlan& plan) {
  auto& set = sets_[plan.key];
  set = std::make_unique<ServedSet>(of_sets_, plan);
  Later([this, key = plan.key] {
    const auto at = sets_.find(key);
    if (at == sets_.end()) return;
    const auto begun = at->second->Begin();
    if (begun) return;
    Log(LogLevel::kError,
        at->second->plan().title + ": " + begun.error().message);
    sets_.erase(at);
  });
}

void ServedSite::End(Sets::iterator set) {
  refused_.erase(set->first);
  Later([ended = std::shared_ptr<ServedSet>(std::move(set->second))] {});
  sets_.erase(set);
}

void ServedSite::ForgetHosts() {
  std::erase_if(hosts_, [](const auto& one) { return !one.second->is_used(); });
}

/// What is to be delivered to those that rules name, and what is held off, is
/// known before the first of them runs.
void ServedSite::Uses(const std::vector<engine::expr::Statement>& statements) {
  const std::vector<std::string> named = ReceiversOf(statements);
  const std::size_t before = receivers_.size();
  receivers_.insert(named.begin(), named.end());
  const bool first = !std::exchange(acting_, true);
  if (!first && receivers_.size() == before) return;
  AllowDescriptorsOf(hosts_.size(), receivers_.size());
  context_.actions->Begin({receivers_.begin(), receivers_.end()}, first);
}

void ServedSite::Add(const RunCounts& before, const RunCounts& now) {
  counts_.expected += now.expected - before.expected;
  counts_.rules += now.rules - before.rules;
  counts_.actions += now.actions - before.actions;
  counts_.is_true += now.is_true - before.is_true;
  counts_.is_false += now.is_false - before.is_false;
  counts_.is_unknown += now.is_unknown - before.is_unknown;
  counts_.evaluations += now.evaluations - before.evaluations;
  counts_.skipped += now.skipped - before.skipped;
  context_.counted();
}

void ServedSite::Later(std::function<void()> chore) {
  chores_.push_back(std::move(chore));
  if (chores_.size() > 1) return;
  context_.hosts.loop->Post(lifetime_.Guard([this] { DoChore(); }));
}

void ServedSite::DoChore() {
  const auto chore = std::move(chores_.front());
  chore();
  chores_.pop_front();
  if (chores_.empty()) return;
  context_.hosts.loop->Post(lifetime_.Guard([this] { DoChore(); }));
}

std::string ServedSite::Line() const {
  std::set<std::string> names;
  std::set<std::string> awaited;
  for (const auto& [key, set] : sets_) names.insert(set->plan().title);
  for (const auto& [key, host] : hosts_) {
    if (host->is_awaited()) awaited.insert(host->name());
  }
  std::string line = Count(sets_.size(), "set") + " of rules at " +
                     Count(names.size(), "host");
  if (awaited.empty()) return line;
  return line + "; waiting for " +
         base::Listed({awaited.begin(), awaited.end()}, 3);
}

std::string ServedSite::Dump() const {
  std::string text = Line() + '\n';
  for (const auto& [key, set] : sets_) {
    text += "  " + set->plan().title + ": " + set->state().Line() + '\n';
  }
  return text + Count(counts_.skipped, "tick") + " left out\n";
}

std::size_t ServedSite::unfinished() const {
  std::size_t all = 0;
  for (const auto& [key, set] : sets_) all += set->unfinished();
  return all;
}

}  // namespace cli
