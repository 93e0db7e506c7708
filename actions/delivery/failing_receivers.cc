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
std::vector<const FailingReceivers::Entry*> FailingReceivers::Longest() const {
  std::vector<const Entry*> longest(std::min(failing_.size(), kMostListed));
  std::vector<const Entry*> all;
  for (const Entry& one : failing_) all.push_back(&one);
  std::partial_sort_copy(all.begin(), all.end(), longest.begin(), longest.end(),
                         [](const Entry* a, const Entry* b) {
                           return a->second.began < b->second.began;
                         });
  return longest;
}

std::vector<std::string> FailingReceivers::Names() const {
  std::vector<std::string> names;
  for (const Entry* one : Longest()) names.push_back(one->first);
  return names;
}

std::vector<FailingReceiver> FailingReceivers::List(
    const std::map<std::string, std::size_t>& waiting) const {
  std::vector<FailingReceiver> list;
  for (const Entry* one : Longest()) {
    const auto count = waiting.find(one->first);
    list.push_back({ShownReceiver(one->first), one->second.problem,
                    one->second.since,
                    count == waiting.end() ? 0 : count->second});
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

std::string FailingReceivers::Text() const {
  std::vector<std::string> texts;
  for (const Entry* one : Longest()) {
    texts.push_back(ShownReceiver(one->first) + " (" + one->second.problem +
                    ')');
  }
  const std::size_t beyond = failing_.size() - texts.size();
  return base::Listed({texts.begin(), texts.end()}, texts.size()) +
         (beyond == 0 ? "" : " and " + std::to_string(beyond) + " more");
}

}  // namespace actions
