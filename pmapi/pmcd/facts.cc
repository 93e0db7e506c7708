// Look-ups, and what has changed between two states of them.
#include "pmapi/pmcd/facts.h"

#include <algorithm>

namespace pmapi::pmcd {
namespace {

using base::Error;
using base::ErrorCode;

/// The number of `need`'s instance that rules call `name`, now.
std::optional<InstanceId> Find(const Facts& facts, const std::string& metric,
                               const std::string& name) {
  const auto desc = facts.Describe(metric);
  if (!desc) return {};
  const auto domain = facts.domains.find(desc->indom);
  if (domain == facts.domains.end() || !domain->second) return {};
  for (const Instance& instance : *domain->second) {
    if (InstanceNameMatches(instance.name, name)) return instance.id;
  }
  return {};
}

/// Where the instances are that rules name.
std::vector<std::string> Holders(const PmcdNeed& need) {
  std::vector<std::string> metrics = need.operands;
  metrics.push_back(need.metric);
  return metrics;
}

/// Whatever rules say, what is singular has no instances.
bool LacksInstances(const Facts& facts, const PmcdNeed& need) {
  for (const std::string& name : need.instances) {
    bool may_have = false;
    bool has = false;
    for (const std::string& metric : Holders(need)) {
      const auto desc = facts.Describe(metric);
      may_have |= desc && !desc->singular();
      has |= Find(facts, metric, name).has_value();
    }
    if (may_have && !has) return true;
  }
  return false;
}

bool Same(const base::Result<MetricDesc>& a,
          const base::Result<MetricDesc>& b) {
  if (a.has_value() != b.has_value()) return false;
  return !a || *a == *b;
}

}  // namespace

base::Result<MetricDesc> Facts::Describe(std::string_view name) const {
  const auto at = metrics.find(name);
  if (at == metrics.end()) {
    return Error{ErrorCode::kNoMetric,
                 std::string(name) + ": pmcd was not asked for it"};
  }
  return at->second;
}

base::Result<std::vector<Instance>> Facts::Instances(InDom indom) const {
  const auto at = domains.find(indom);
  if (at == domains.end()) {
    return Error{ErrorCode::kNoIndom, "no instance domain " + InDomText(indom)};
  }
  return at->second;
}

std::vector<InstanceId> Facts::IdsOf(InDom indom) const {
  std::vector<InstanceId> ids;
  const auto at = domains.find(indom);
  if (at == domains.end() || !at->second) return ids;
  for (const Instance& instance : *at->second) ids.push_back(instance.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

bool Differ(const Facts& old, const Facts& now,
            const std::vector<PmcdNeed>& needs) {
  for (const PmcdNeed& need : needs) {
    // What was not asked for then has no rule that knew it.
    if (!old.metrics.contains(need.metric)) continue;
    if (!Same(old.Describe(need.metric), now.Describe(need.metric))) {
      return true;
    }
    for (const std::string& metric : Holders(need)) {
      for (const std::string& name : need.instances) {
        const auto after = Find(now, metric, name);
        if (after && after != Find(old, metric, name)) return true;
      }
    }
  }
  return false;
}

bool SomethingMissing(const Facts& facts, const std::vector<PmcdNeed>& needs) {
  for (const PmcdNeed& need : needs) {
    if (!need.optional && !facts.Describe(need.metric)) return true;
    if (LacksInstances(facts, need)) return true;
  }
  return false;
}

}  // namespace pmapi::pmcd
