// By name, and by the time when they began to fail.
#include "actions/delivery/failing_receivers.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "actions/receivers/receivers.h"
#include "base/listed.h"

namespace actions {

using base::Duration;

void FailingReceivers::Failed(const std::string& name,
                              const std::string& problem, Duration now,
                              base::Timestamp wall) {
  const auto [at, first] = failing_.try_emplace(name);
  at->second.problem = problem;
  if (!first) return;
  at->second.since = wall;
  at->second.began = now;
  at->second.due = {now.ns + kLong.ns};
}

/// The kMostListed that fail longest.
std::vector<FailingReceivers::Alike> FailingReceivers::Longest() const {
  const auto longer = [](const Entry* a, const Entry* b) {
    return a->second.began < b->second.began;
  };
  std::map<std::pair<std::string, std::string>, Alike> shown;
  for (const Entry& one : failing_) {
    shown[{ShownReceiver(one.first), one.second.problem}].push_back(&one);
  }
  std::vector<Alike> longest;
  for (auto& [as, alike] : shown) {
    std::stable_sort(alike.begin(), alike.end(), longer);
    longest.push_back(std::move(alike));
  }
  std::stable_sort(
      longest.begin(), longest.end(),
      [&](const Alike& a, const Alike& b) { return longer(a[0], b[0]); });
  longest.resize(std::min(longest.size(), kMostListed));
  return longest;
}

std::vector<std::string> FailingReceivers::Names() const {
  std::vector<std::string> names;
  std::vector<std::string> others;
  for (const Alike& alike : Longest()) {
    names.push_back(alike[0]->first);
    for (std::size_t i = 1; i < std::min(alike.size(), kMostListed); ++i) {
      others.push_back(alike[i]->first);
    }
  }
  others.resize(std::min(others.size(), kMostListed - names.size()));
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

std::vector<FailingReceiver> FailingReceivers::List(
    const std::map<std::string, std::size_t>& waiting) const {
  std::vector<FailingReceiver> list;
  for (const Alike& alike : Longest()) {
    FailingReceiver& shown = list.emplace_back(
        FailingReceiver{ShownReceiver(alike[0]->first),
                        alike[0]->second.problem, alike[0]->second.since});
    shown.urls = alike.size();
    for (const Entry* one : alike) {
      const auto count = waiting.find(one->first);
      if (count != waiting.end()) shown.waiting += count->second;
      shown.more |= count == waiting.end();
    }
  }
  return list;
}

bool FailingReceivers::IsDue(Duration now) {
  bool due = false;
  for (auto& [name, one] : failing_) {
    if (one.due > now) continue;
    one.due = {now.ns + kAgain.ns};
    due = true;
  }
  return due;
}

std::string FailingReceivers::Due(std::size_t waiting, Duration now) {
  if (!failing_.empty()) {
    backlog_ = {{now.ns + kLong.ns}, waiting};
    return IsDue(now) ? "for " + Text() : "";
  }
  if (now < backlog_.due) return "";
  const bool slow = waiting >= backlog_.waiting;
  backlog_ = {{now.ns + (slow ? kAgain : kLong).ns}, waiting};
  return slow ? "none fails, but receivers take fewer than there come" : "";
}

std::string FailingReceivers::Text() const {
  std::vector<std::string> texts;
  std::size_t beyond = failing_.size();
  for (const Alike& alike : Longest()) {
    const auto& [name, first] = *alike[0];
    const std::string urls =
        alike.size() == 1 ? "" : std::to_string(alike.size()) + " URLs, each ";
    texts.push_back(ShownReceiver(name) + " (" + urls + first.problem + ')');
    beyond -= alike.size();
  }
  return base::Listed({texts.begin(), texts.end()}, texts.size()) +
         (beyond == 0 ? "" : " and " + std::to_string(beyond) + " more");
}

}  // namespace actions
