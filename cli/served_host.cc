// One host of LiveHosts, and who asks it.
#include "cli/served_host.h"

#include <set>
#include <utility>
#include <vector>

#include "base/listed.h"
#include "cli/pmcd_options.h"

namespace cli {

SharedMetricNeeds Joined(const std::vector<SharedMetricNeeds>& some) {
  if (some.size() == 1) return some.front();
  MetricNeeds all;
  for (const SharedMetricNeeds& one : some) {
    for (const auto& [metric, instances] : *one) {
      all[metric].insert(instances.begin(), instances.end());
    }
  }
  return std::make_shared<const MetricNeeds>(std::move(all));
}

ServedHost::ServedHost(const HostContext& context,
                       const std::optional<std::string>& spec,
                       Environment environment)
    : context_(context),
      spec_(spec),
      name_(spec.value_or("this host")),
      hosts_(context.loop, std::move(environment)),
      changes_(&hosts_, [this](const auto& /*one*/) { return Prepared(); }) {
  if (context.derived != nullptr) hosts_.UseDerived(*context.derived);
  if (context.needs != nullptr) hosts_.ShareNeeds(context.needs);
  hosts_.OnReplaced([this](int /*one*/) { Prepare(); });
}

base::Result<void> ServedHost::Open() { return hosts_.Open(spec_, {}); }

bool ServedHost::Need(HostUser* user, SharedMetricNeeds needs) {
  users_[user] = std::move(needs);
  TakeNames();
  std::vector<SharedMetricNeeds> of_users;
  for (const auto& [one, of_one] : users_) of_users.push_back(of_one);
  SharedMetricNeeds all = Joined(of_users);
  const bool same = prepared_ && *all == *needs_;
  needs_ = std::move(all);  // those before may belong to rules that are gone
  if (same) return !fresh_;
  hosts_.Need(0, *needs_);
  fresh_ = false;
  return true;
}

/// What it has needed is asked for until something else is needed.
void ServedHost::Leave(HostUser* user) {
  users_.erase(user);
  TakeNames();
}

/// Several hosts of a site may have one address.
void ServedHost::TakeNames() {
  constexpr std::size_t kMostNames = 3;
  const std::string address = spec_.value_or("this host");
  std::set<std::string> names;
  for (const auto& [user, needs] : users_) names.insert(user->NameOf(this));
  name_ = names.empty()
              ? address
              : base::Listed({names.begin(), names.end()}, kMostNames);
  hosts_.Call(0, name_ == address ? "" : name_);
}

void ServedHost::Prepare() {
  if (asked_) return;
  asked_ = needs_;
  changes_.Changed(0);
}

bool ServedHost::Prepared() {
  const SharedMetricNeeds asked = std::exchange(asked_, nullptr);
  fresh_ = asked != nullptr && *asked == *needs_;
  if (!fresh_) {
    Prepare();
    return true;
  }
  awaited_ = hosts_.failure(0).has_value();
  const bool first = !std::exchange(prepared_, true);
  if (first) {
    run_state_.Begin({}, {{0, name_}});
    reports_.emplace(
        &hosts_, &run_state_,
        [this](LogLevel level, const std::string& text) {
          context_.messages->Log(level, text);
        },
        context_.clock, context_.quiet, false);
    Tell();
  } else {
    reports_->Changed({0});
  }
  std::vector<HostUser*> users;
  for (const auto& [user, needs] : users_) users.push_back(user);
  for (HostUser* user : users) user->HostPrepared(this);
  hosts_.LetGoOfReplaced();
  return true;
}

/// Whether it is there at the start.
void ServedHost::Tell() const {
  if (const auto why = hosts_.StandsIn(0)) {
    context_.messages->Log(LogLevel::kWarning, *why);
  }
  if (const auto& failure = hosts_.failure(0)) {
    context_.messages->Log(LogLevel::kWarning, hosts_.Title(0) + ' ' +
                                                   TroubleText(*failure) +
                                                   ": " + failure->message);
  }
}

void ServedHost::Answered(const base::Error* why) {
  const bool changed = why != nullptr && why->code == base::ErrorCode::kChanged;
  if (changed) Prepare();
  awaited_ =
      why != nullptr && !changed && why->code != base::ErrorCode::kIncomplete;
  if (reports_) reports_->Answered(0, changed ? nullptr : why);
}

}  // namespace cli
