// Two states compared, a line for each kind of difference.
#include "cli/missing_metrics.h"

#include <string_view>
#include <utility>

#include "base/listed.h"

namespace cli {
namespace {

using Names = std::vector<std::string_view>;

/// An agent may have hundreds.
constexpr std::size_t kMostNames = 8;

/// What `a` has and `b` has not, or has for another reason.
LiveHosts::Missing Without(const LiveHosts::Missing& a,
                           const LiveHosts::Missing& b) {
  LiveHosts::Missing rest;
  for (const auto& [name, why] : a) {
    const auto at = b.find(name);
    if (at == b.end() || at->second != why) rest.emplace(name, why);
  }
  return rest;
}

}  // namespace

MissingMetrics::MissingMetrics(const LiveHosts& hosts) : hosts_(hosts) {
  for (std::size_t s = 0; s < hosts.size(); ++s) {
    known_.push_back(hosts.MissingAt(s).value_or(LiveHosts::Missing()));
  }
}

std::vector<MissingMetrics::News> MissingMetrics::Look(
    const std::set<int>& sources) {
  std::vector<News> news;
  const auto add = [&news](bool is_good, std::string text) {
    news.push_back({is_good, std::move(text)});
  };
  for (const int source : sources) {
    const auto at = static_cast<std::size_t>(source);
    auto now = hosts_.MissingAt(at);
    if (!now) continue;
    const std::string host =
        hosts_.is_pmcd(at) ? hosts_.source(at).ContextName() + hosts_.called(at)
                           : hosts_.Title(at);
    Names unknown;
    Names without_agent;
    for (const auto& [name, why] : Without(*now, known_[at])) {
      const bool agent = why == base::ErrorCode::kNoPmid;
      (agent ? without_agent : unknown).push_back(now->find(name)->first);
    }
    Names back;
    for (const auto& [name, why] : known_[at]) {
      // What nobody needs any more is not asked for, and not there.
      const bool there = hosts_.source(at).Catalog().Describe(name).has_value();
      if (there && !now->contains(name)) back.push_back(name);
    }
    if (!unknown.empty())
      add(false, host + " has no metric " + base::Listed(unknown, kMostNames));
    if (!without_agent.empty()) {
      add(false, host + " has no agent for " +
                     base::Listed(without_agent, kMostNames));
    }
    if (!back.empty())
      add(true, host + " has " + base::Listed(back, kMostNames) + " now");
    known_[at] = *std::move(now);
  }
  return news;
}

}  // namespace cli
