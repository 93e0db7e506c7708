// Each state of a host is told once.
#include "cli/host_reports.h"

#include <cerrno>
#include <utility>

#include "cli/pmcd_options.h"

namespace cli {
namespace {

/// A host that was slow keeps up once it has answered in time for so long, and
/// at so many ticks.
constexpr base::Duration kSteady{300 * base::kNanosPerSecond};
constexpr int kSteadyTicks = 60;

/// How many reasons are told of one that does not come back.
constexpr std::size_t kMostReasons = 5;

/// ": REASON" where pmie has no words for the failure, else nothing.
std::string Why(const base::Error& failure) {
  const bool ours = failure.code == base::ErrorCode::kProtocol ||
                    failure.code == base::ErrorCode::kUnsupported;
  return ours ? ": " + failure.message : "";
}

void WarnOf(const LiveHosts& hosts, std::size_t source,
            const base::Error& failure, bool quiet, Messages* messages) {
  const std::string warning = "warning - ";
  const std::string title = hosts.Title(source);
  if (!hosts.is_pmcd(source)) {
    return messages->ComplainAs(warning + title + ": " + failure.message);
  }
  const bool late = failure.code == base::ErrorCode::kTimeout;
  if (late && !messages->as_pmie()) {
    return messages->ComplainAs(warning + title +
                                " has not answered yet: until it has, what "
                                "asks it is unknown");
  }
  const std::string& name = hosts.source(source).ContextName();
  if (!quiet) {
    messages->Log(LogLevel::kInfo,
                  "Cannot connect to pmcd " + name + Why(failure));
  }
  const std::string advice =
      source == 0 ? "; -h @ is this host, without any pmcd" : "";
  messages->ComplainAs(
      warning + "pmcd via " + name + ' ' + TroubleText(failure) +
      (messages->as_pmie() ? "" : ": " + failure.message + advice));
}

/// This host has more than its kernel: log files, the journal.
std::string WholeTitle(const LiveHosts& hosts, std::size_t source) {
  const bool here = hosts.source(source).ContextName() == kLocalPmcd &&
                    !hosts.is_pmcd(source);
  return here ? "this host" + hosts.called(source) : hosts.Title(source);
}

/// pmie notices a lost connection by a question that fails, as a protocol
/// error. A peer that was killed with bytes unread resets the connection.
std::string LossText(const base::Error& why) {
  const bool closed = why.code == base::ErrorCode::kClosed ||
                      why.system_errno == ECONNRESET ||
                      why.system_errno == EPIPE;
  return base::PmapiText(
      closed ? base::Error{base::ErrorCode::kProtocol, why.message} : why);
}

}  // namespace

void WarnOfHosts(const LiveHosts& hosts, bool quiet, Messages* messages) {
  for (std::size_t s = 0; s < hosts.size(); ++s) {
    if (const auto why = hosts.StandsIn(s)) {
      messages->ComplainAs("warning - " + *why);
    }
    if (const auto& failure = hosts.failure(s)) {
      WarnOf(hosts, s, *failure, quiet, messages);
    }
  }
}

HostReports::HostReports(const LiveHosts* hosts, RunState* state,
                         actions::Log log, engine::schedule::Clock* clock,
                         bool quiet, bool as_pmie)
    : hosts_(*hosts),
      state_(*state),
      log_(std::move(log)),
      clock_(*clock),
      quiet_(quiet),
      as_pmie_(as_pmie),
      missing_(*hosts) {
  for (std::size_t s = 0; s < hosts_.size(); ++s) {
    down_.push_back(hosts_.failure(s).has_value());
    if (hosts_.StandsIn(s)) stand_ins_.insert(s);
    if (down_[s] == 0) continue;
    state_.HostIs(s, HostState::kSilent);
    reasons_[s].texts.insert(hosts_.failure(s)->message);
  }
}

void HostReports::Answered(std::size_t source, const base::Error* why) {
  if (why != nullptr && why->code == base::ErrorCode::kLate) {
    if (down_[source] == 0) Late(source);
    return;
  }
  const bool incomplete =
      why != nullptr && why->code == base::ErrorCode::kIncomplete;
  Lacks(source, incomplete ? why->message : "");
  if (incomplete) why = nullptr;
  const bool lost = why != nullptr;
  if (!lost) NotLate(source);
  state_.HostIs(source, lost         ? HostState::kSilent
                        : incomplete ? HostState::kIncomplete
                                     : HostState::kAnswers);
  if (lost && down_[source] != 0) TellOfReason(source, *why);
  if (lost == (down_[source] != 0)) return;
  if (lost && AnotherIsTold(source)) untold_.insert(source);
  down_[source] = lost;
  reasons_[source] = Reasons{lost, {}};
  const bool untold = untold_.contains(source);
  if (!lost) untold_.erase(source);
  if (!untold) TellOf(source, why);
}

/// Tells each further reason once, until the host is back. That one which was
/// lost cannot be connected to is no news.
void HostReports::TellOfReason(std::size_t source, const base::Error& why) {
  Reasons& told = reasons_[source];
  const bool no_news = told.was_lost && (why.system_errno != 0 ||
                                         why.code == base::ErrorCode::kClosed);
  if (as_pmie_ || quiet_ || no_news || told.texts.size() >= kMostReasons ||
      !told.texts.insert(why.message).second) {
    return;
  }
  log_(LogLevel::kWarning,
       hosts_.Title(source) + " is still not there: " + why.message);
}

/// Told whenever it is something else.
void HostReports::Lacks(std::size_t source, const std::string& what) {
  std::string& told = lacks_[source];
  if (told == what) return;
  told = what;
  const std::string title = WholeTitle(hosts_, source);
  if (!what.empty()) {
    log_(LogLevel::kError, "not all is well with " + title + ": " + what);
  } else if (!quiet_) {
    log_(LogLevel::kInfo, "all is well with " + title + " again");
  }
}

/// Told once, until it keeps up: a host that is slow is so at every tick.
void HostReports::Late(std::size_t source) {
  state_.HostIs(source, HostState::kLate);
  if (as_pmie_ || quiet_) return;
  const Slow slow{clock_.Elapsed()};
  if (!slow_.insert_or_assign(source, slow).second) return;
  log_(LogLevel::kWarning,
       hosts_.Title(source) +
           " takes longer to answer than three quarters of the interval: until "
           "it has answered, what asks it is unknown");
}

void HostReports::NotLate(std::size_t source) {
  const auto at = slow_.find(source);
  if (at == slow_.end()) return;
  Slow& slow = at->second;
  const std::int64_t steady = clock_.Elapsed().ns - slow.last.ns;
  if (++slow.in_time < kSteadyTicks || steady < kSteady.ns) return;
  slow_.erase(at);
  log_(LogLevel::kInfo, hosts_.Title(source) + " answers in time again");
}

/// To pmie what has one name is one host, however it is connected to.
bool HostReports::AnotherIsTold(std::size_t source) const {
  if (!as_pmie_) return false;
  const std::string& name = hosts_.source(source).HostName();
  for (std::size_t s = 0; s < down_.size(); ++s) {
    if (down_[s] != 0 && hosts_.source(s).HostName() == name) return true;
  }
  return false;
}

void HostReports::TellOf(std::size_t source, const base::Error* lost) {
  const std::string title = hosts_.Title(source);
  if (!hosts_.is_pmcd(source)) {
    if (lost != nullptr) {
      log_(LogLevel::kError, title + ": " + lost->message);
    } else if (!quiet_) {
      log_(LogLevel::kInfo, title + " is there again");
    }
    return;
  }
  if (lost != nullptr) {
    log_(LogLevel::kError, "pmFetch from " + hosts_.source(source).HostName() +
                               hosts_.called(source) +
                               " failed: " + LossText(*lost));
  }
  if (quiet_) return;
  log_(LogLevel::kInfo, (lost != nullptr ? "Lost connection to "
                                         : "Re-established connection to ") +
                            title);
}

/// Warns, once, that the kernel of `source` stands in for a pmcd that was
/// waited for.
void HostReports::BecomesKernel(std::size_t source) {
  const auto why = hosts_.StandsIn(source);
  if (!why || !stand_ins_.insert(source).second) return;
  down_[source] = 0;
  log_(LogLevel::kWarning, *why);
}

/// Tells which metrics have gone and which have come. pmie says nothing of
/// that: its rules are unknown.
void HostReports::Changed(const std::set<int>& sources) {
  for (const int source : sources) BecomesKernel(source);
  for (const MissingMetrics::News& news : missing_.Look(sources)) {
    if (as_pmie_ || quiet_) continue;
    log_(news.is_good ? LogLevel::kInfo : LogLevel::kWarning, news.text);
  }
}

}  // namespace cli
