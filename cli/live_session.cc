// The loop runs until there is an answer, or no reason to wait for one.
#include "cli/live_session.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include "cli/host_changes.h"

namespace cli {
namespace {

/// True if a pmcd has answered that it has no such name, which is not due to an
/// agent that is away.
bool LacksAName(const LiveHosts& hosts, std::size_t source) {
  const LiveHosts::Missing missing =
      hosts.MissingAt(source).value_or(LiveHosts::Missing());
  return std::any_of(missing.begin(), missing.end(), [](const auto& one) {
    return one.second == base::ErrorCode::kNoMetric ||
           one.second == base::ErrorCode::kNonLeaf;
  });
}

void Mask(int how, const std::vector<int>& signals) {
  sigset_t all;
  ::sigemptyset(&all);
  for (const int one : signals) ::sigaddset(&all, one);
  ::pthread_sigmask(how, &all, nullptr);
}

}  // namespace

LiveSession::LiveSession(const ProcessContext& process)
    : process_(process),
      readers_(&loop_, {process.out, process.err}),
      hosts_(&loop_, process.environment) {}

void LiveSession::HoldBack(const std::vector<int>& signals) {
  Mask(SIG_BLOCK, signals);
}

base::Result<void> LiveSession::Listen(const std::vector<int>& others,
                                       std::function<void(int)> heard) {
  std::vector<int> numbers{SIGINT, SIGTERM};
  numbers.insert(numbers.end(), others.begin(), others.end());
  auto signals = loop_.OnSignal(numbers, [this, heard](int number) {
    if (number == SIGINT || number == SIGTERM) return End(number);
    heard(number);
  });
  if (!signals) return signals.error();
  signals_ = std::move(*signals);
  signal_ = process_.signal();
  Mask(SIG_UNBLOCK, others);
  return {};
}

void LiveSession::End(int signal) {
  signal_ = signal;
  loop_.Stop();
}

void LiveSession::Ask() {
  const base::Lifetime here;
  bool ready = false;
  hosts_.Prepare(kPrepareLimit, here.Guard([this, &ready] {
    ready = true;
    loop_.Stop();
  }));
  if (!ready && !over()) loop_.Run();
}

bool LiveSession::Consult(
    const std::optional<std::string>& host, const RuleNeeds& needs,
    const std::function<void(const std::string&)>& complain) {
  if (const auto opened = hosts_.Open(host, needs); !opened) {
    complain(opened.error().message);
    return false;
  }
  return AskAll(complain);
}

bool LiveSession::AskAll(
    const std::function<void(const std::string&)>& complain) {
  Ask();
  if (over()) return false;
  bool all = true;
  for (std::size_t s = 0; s < hosts_.size(); ++s) {
    if (const auto why = hosts_.StandsIn(s)) complain("warning - " + *why);
    if (const auto why = Trouble(s)) {
      complain(*why);
      all = false;
    }
  }
  return all;
}

std::optional<std::string> LiveSession::Trouble(std::size_t source) const {
  const auto& failure = hosts_.failure(source);
  if (!failure) return std::nullopt;
  const std::string title = hosts_.is_pmcd(source)
                                ? "pmcd via " +
                                      hosts_.source(source).ContextName() +
                                      ' ' + TroubleText(*failure)
                                : hosts_.Title(source);
  return title + ": " + failure->message;
}

std::vector<engine::check::SourceView> LiveSession::Views() const {
  std::vector<engine::check::SourceView> views = hosts_.Views();
  for (std::size_t s = 0; s < views.size(); ++s) {
    views[s].waits = hosts_.is_pmcd(s) && !LacksAName(hosts_, s);
  }
  return views;
}

}  // namespace cli
