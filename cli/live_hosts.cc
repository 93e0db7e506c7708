// Which source for which host, and all of them asked at once.
#include "cli/live_hosts.h"

#include <sys/resource.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/countdown.h"
#include "base/fnv.h"
#include "base/http/turns.h"
#include "cli/derived_metrics.h"
#include "cli/pmcd_options.h"
#include "pmapi/mmv/mmv_source.h"
#include "pmapi/pmcd/pmcd_source.h"

namespace cli {
namespace {

/// What stands before the path of an MMV file, or of a folder of them.
constexpr std::string_view kMmv = "mmv:";

base::Error HasOwnNames(const std::string& what) {
  return {base::ErrorCode::kInvalid,
          what + ": has its own names: -n is for archives and pmcds"};
}

bool IsSame(const pmapi::Need& a, const pmapi::Need& b) {
  const auto& [metric, instances, optional, operands] = a;
  return std::tie(metric, instances, optional, operands) ==
         std::tie(b.metric, b.instances, b.optional, b.operands);
}

/// Nobody listens there.
bool IsAbsence(const base::Error& error) {
  return error.system_errno == ECONNREFUSED || error.system_errno == ENOENT;
}

}  // namespace

std::size_t NeedsHash::operator()(const std::vector<pmapi::Need>& needs) const {
  std::uint64_t hash = needs.size();
  for (const pmapi::Need& need : needs) {
    hash = std::rotl(hash, 5) ^ base::Fnv1a(need.metric);
  }
  return hash;
}

bool NeedsEqual::operator()(const std::vector<pmapi::Need>& a,
                            const std::vector<pmapi::Need>& b) const {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), IsSame);
}

/// Each host takes a descriptor, and the usual limit is 1024 of them. Programs
/// that rules start have the limit that we have: it is raised by no more than
/// is needed.
void AllowDescriptorsOf(std::size_t hosts, std::size_t receivers) {
  constexpr rlim_t kOthers = 256;
  // Of all that there may be half are theirs (transfers.cc).
  constexpr rlim_t kOfReceiver = 2 * base::http::Turns::kMost;
  const rlim_t wanted = kOthers + hosts + kOfReceiver * receivers;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

base::Result<void> LiveHosts::Open(const std::optional<std::string>& host,
                                   const RuleNeeds& needs) {
  hosts_.clear();
  const std::string usual = host.value_or(kLocalPmcd);
  RuleNeeds by_host = needs;
  MetricNeeds of_usual = std::move(by_host[""]);
  // Rules may also name it.
  for (auto& [metric, instances] : by_host[usual]) {
    of_usual[metric].merge(instances);
  }
  by_host.erase("");
  by_host.erase(usual);
  AllowDescriptorsOf(by_host.size() + 1);
  auto added = Add(usual, of_usual);
  hosts_.front().may_be_kernel = !host;
  for (const auto& [spec, metrics] : by_host) {
    if (added) added = Add(spec, metrics);
  }
  const bool journal = !here_.journal.empty() || !here_.journal_state.empty();
  if (added && (!here_.logs.empty() || journal) && !IsOfThisHost()) {
    added = base::Error{base::ErrorCode::kInvalid,
                        (here_.logs.empty() ? "--journal" : "--follow") +
                            std::string(" is of this host, which nothing asks: "
                                        "it is named by -h @, or by :@ behind "
                                        "a metric")};
  }
  if (!added) hosts_.clear();
  return added;
}

bool LiveHosts::IsOfThisHost() const {
  return std::any_of(hosts_.begin(), hosts_.end(),
                     [](const Host& host) { return host.spec == kThisHost; });
}

base::Result<void> LiveHosts::Add(const std::string& spec,
                                  const MetricNeeds& needs) {
  Host& host = hosts_.emplace_back();
  host.spec = spec;
  Need(hosts_.size() - 1, needs);
  if (spec == kThisHost) return TakeKernel(&host);
  if (spec.starts_with(kMmv)) {
    if (names_ != nullptr) return HasOwnNames(spec);
    auto mmv = pmapi::OpenMmvSource(spec.substr(kMmv.size()));
    if (!mmv) return mmv.error();
    Take(*std::move(mmv), &host);
    return {};
  }
  auto options = PmcdOptionsFor(spec, environment_, &tls_, any_port_);
  if (!options) return options.error();
  options->names = names_;
  options->all_names = all_names_;
  options->help = help_;
  options->stores = stores_;
  options->not_stored = not_stored_;
  Take(pmapi::MakePmcdSource(loop_, *std::move(options)), &host);
  host.is_pmcd = true;
  return {};
}

void LiveHosts::Need(std::size_t source, const MetricNeeds& needs) {
  const pmapi::notation::DerivedConfig none;
  hosts_[source].needs = needs_->Share(
      WithOperands(derived_ != nullptr ? *derived_ : none, needs));
}

base::Result<void> LiveHosts::TakeKernel(Host* host) {
  if (names_ != nullptr) return HasOwnNames("this host's kernel");
  auto kernel = pmapi::OpenLinuxSource(here_);
  if (!kernel) return kernel.error();
  Take(*std::move(kernel), host);
  host->is_pmcd = false;
  host->failure.reset();
  return {};
}

/// An aggregate of nothing has no value: it cannot be told from that of a
/// metric that failed.
void LiveHosts::Take(std::unique_ptr<pmapi::LiveSource> source,
                     Host* host) const {
  host->before = std::exchange(host->now, {std::move(source), nullptr});
  host->lifetime = base::Lifetime();
  if (derived_ == nullptr || derived_->definitions().empty()) return;
  host->now.derived = std::make_unique<pmapi::DerivedSource>(
      derived_, host->now.source.get(), pmapi::OfNothing::kNoValue);
}

void LiveHosts::Prepare(base::Duration limit, std::function<void()> ready) {
  std::set<int> all;
  for (std::size_t h = 0; h < hosts_.size(); ++h) {
    if (is_asked(h)) all.insert(static_cast<int>(h));
  }
  Prepare(all, limit, std::move(ready));
}

void LiveHosts::Prepare(const std::set<int>& sources, base::Duration limit,
                        std::function<void()> ready) {
  const auto one_is_ready =
      base::Countdown(sources.size() + 1, std::move(ready));
  for (const int source : sources) {
    Host& host = hosts_[source];
    host.awaited = true;
    host.now.source->Prepare(
        host.needs, limit,
        [this, source, lifetime = base::Lifetime::Watch(host.lifetime),
         one_is_ready](const base::Result<void>& result) {
          // The source may be calling from its own depths, and may be
          // replaced: what it says is taken once it has returned, if it is
          // still there.
          loop_->Post([this, source, lifetime, result, one_is_ready] {
            if (lifetime.over()) return;
            Prepared(source, result);
            one_is_ready();
          });
        });
  }
  one_is_ready();
}

void LiveHosts::Prepared(int source, const base::Result<void>& result) {
  Host& host = hosts_[source];
  host.awaited = false;
  host.failure.reset();
  if (!result) host.failure = result.error();
  if (!std::exchange(host.may_be_kernel, false) || !host.failure) return;
  BecomeKernel(&host);
  if (host.done_without && replaced_) replaced_(source);
}

void LiveHosts::BecomeKernel(Host* host) {
  const base::Error why = *host->failure;
  if (auto taken = TakeKernel(host); !taken) {
    host->failure = taken.error();
    return;
  }
  if (!host->done_without) host->before = {};
  if (host->done_without || !IsAbsence(why)) host->stands_in = why;
  // The kernel is prepared when Prepare() returns: it is asked nothing.
  host->now.source->Prepare(host->needs, {}, [](const base::Result<void>&) {});
}

std::vector<std::string> LiveHosts::Awaited() const {
  std::vector<std::string> names;
  for (const Host& host : hosts_) {
    if (host.awaited) names.push_back(host.spec);
  }
  return names;
}

bool LiveHosts::SomeAnswer() const {
  return std::any_of(hosts_.begin(), hosts_.end(), [](const Host& host) {
    return !host.needs->empty() && !host.awaited && !host.failure;
  });
}

void LiveHosts::DoWithoutAwaited() {
  for (Host& host : hosts_) {
    if (!std::exchange(host.awaited, false)) continue;
    host.done_without = true;
    host.failure = {base::ErrorCode::kTimeout,
                    host.spec + ": has not answered yet"};
  }
}

void LiveHosts::LetGoOfReplaced() {
  for (Host& host : hosts_) host.before = {};
}

std::optional<std::string> LiveHosts::StandsIn(std::size_t source) const {
  const auto& why = hosts_[source].stands_in;
  if (!why) return std::nullopt;
  return "this host's kernel stands in for its pmcd: " + why->message;
}

std::string LiveHosts::Host::Title() const {
  const std::string& name = now.source->ContextName();
  if (is_pmcd) return "pmcd " + name;
  return name == kLocalPmcd ? "this host's kernel" : name;
}

void LiveHosts::Call(std::size_t source, const std::string& name) {
  hosts_[source].called = name.empty() ? "" : " (" + name + ')';
}

std::string LiveHosts::Title(std::size_t source) const {
  return hosts_[source].Title() + called(source);
}

std::vector<engine::check::SourceView> LiveHosts::Views() const {
  std::vector<engine::check::SourceView> views;
  for (std::size_t h = 0; h < hosts_.size(); ++h) views.push_back(View(h));
  return views;
}

std::map<int, engine::check::SourceView> LiveHosts::Views(
    const std::set<int>& sources) const {
  std::map<int, engine::check::SourceView> views;
  for (const int source : sources) {
    views.emplace(source, View(static_cast<std::size_t>(source)));
  }
  return views;
}

std::optional<LiveHosts::Missing> LiveHosts::MissingAt(
    std::size_t source) const {
  const Host& host = hosts_[source];
  Missing missing;
  for (const pmapi::Need& need : *host.needs) {
    const auto desc = host.now.source->Catalog().Describe(need.metric);
    if (desc || need.optional) continue;
    const base::ErrorCode why = desc.error().code;
    if (why == base::ErrorCode::kNotConnected) return std::nullopt;
    missing.emplace(need.metric, why);
  }
  return missing;
}

std::int64_t LiveHosts::LookBack() const {
  std::int64_t most = 0;
  for (const Host& host : hosts_) {
    if (!host.now.derived) continue;
    for (const pmapi::Need& need : *host.needs) {
      most = std::max(most, host.now.derived->LookBack(need.metric));
    }
  }
  return most;
}

engine::check::SourceView LiveHosts::View(std::size_t source) const {
  const pmapi::Source& whole = hosts_[source].whole();
  const Host& host = hosts_[source];
  engine::check::SourceView view{whole.HostName(),
                                 whole.ContextName(),
                                 &whole.Catalog(),
                                 true,
                                 whole.waits(),
                                 host.spec,
                                 host.is_pmcd ? "" : host.Title()};
  if (host.spec != kThisHost) return view;
  for (const pmapi::records::LogFile& log : here_.logs) {
    view.text_names.emplace(pmapi::records::NameOfRecords(log),
                            pmapi::records::NamesOfGroups(log));
  }
  return view;
}

std::vector<pmapi::Source*> LiveHosts::Sources() const {
  std::vector<pmapi::Source*> sources;
  for (const Host& host : hosts_) sources.push_back(&host.whole());
  return sources;
}

std::map<int, pmapi::Source*> LiveHosts::Sources(
    const std::set<int>& sources) const {
  std::map<int, pmapi::Source*> some;
  for (const int source : sources)
    some.emplace(source, &hosts_[source].whole());
  return some;
}

std::string TroubleText(const base::Error& error) {
  return IsAbsence(error) ? "does not respond" : "is unreachable";
}

}  // namespace cli
