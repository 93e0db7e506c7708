// Look-ups, and what has changed between two states of them.
#include "pmapi/source/facts.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace pmapi {
namespace {

using base::Error;
using base::ErrorCode;

/// The instances of `metric`, where they can be had.
const std::vector<Instance>* InstancesOf(const Facts& facts,
                                         const std::string& metric) {
  const auto desc = facts.Describe(metric);
  if (!desc) return nullptr;
  const auto domain = facts.domains.find(desc->indom);
  if (domain == facts.domains.end() || !domain->second) return nullptr;
  return &*domain->second;
}

/// The number of `metric`'s instance that rules call `name`, now.
std::optional<InstanceId> Find(const Facts& facts, const std::string& metric,
                               const std::string& name) {
  const auto* instances = InstancesOf(facts, metric);
  if (instances == nullptr) return {};
  for (const Instance& instance : *instances) {
    if (InstanceNameMatches(instance.name, name)) return instance.id;
  }
  return {};
}

/// Where the instances are that rules name.
std::vector<std::string> Holders(const Need& need) {
  std::vector<std::string> metrics = need.operands;
  metrics.push_back(need.metric);
  return metrics;
}

/// Whatever rules say, what is singular has no instances.
bool LacksInstances(const Facts& facts, const Need& need) {
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

bool LacksDomain(const Facts& facts, const std::string& metric) {
  const auto desc = facts.Describe(metric);
  return desc && !desc->singular() && InstancesOf(facts, metric) == nullptr;
}

bool Lacks(const Facts& facts, const Need& need) {
  if (!need.optional && !facts.Describe(need.metric)) return true;
  return LacksDomain(facts, need.metric) || LacksInstances(facts, need);
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
                 std::string(name) + ": nobody was asked for it"};
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

HelpText Facts::Help(std::string_view name) const {
  const auto at = help.find(name);
  return at == help.end() ? HelpText() : at->second;
}

std::vector<InstanceId> Facts::IdsOf(InDom indom) const {
  std::vector<InstanceId> ids;
  const auto at = domains.find(indom);
  if (at == domains.end() || !at->second) return ids;
  for (const Instance& instance : *at->second) ids.push_back(instance.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

Facts FactsOf(const MetricCatalog& catalog, const std::vector<Need>& needs) {
  Facts facts;
  for (const Need& need : needs) {
    for (const std::string& metric : Holders(need)) {
      if (facts.metrics.contains(metric)) continue;
      auto desc = catalog.Describe(metric);
      if (desc && !desc->singular() && !facts.domains.contains(desc->indom)) {
        facts.domains.emplace(desc->indom, catalog.Instances(desc->indom));
      }
      facts.metrics.emplace(metric, std::move(desc));
    }
  }
  return facts;
}

bool Differ(const Facts& old, const Facts& now,
            const std::vector<Need>& needs) {
  for (const Need& need : needs) {
    // What was not asked for then has no rule that knew it.
    if (!old.metrics.contains(need.metric)) continue;
    if (!Same(old.Describe(need.metric), now.Describe(need.metric))) {
      return true;
    }
    if (LacksDomain(old, need.metric) && !LacksDomain(now, need.metric)) {
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

bool SetInstances(InDom indom, std::vector<Instance> instances,
                  const std::vector<Need>& needs, Facts* facts) {
  std::vector<Need> concerned;  // the others' domains need no copy
  std::copy_if(needs.begin(), needs.end(), std::back_inserter(concerned),
               [facts](const Need& need) {
                 return !need.instances.empty() ||
                        LacksDomain(*facts, need.metric);
               });
  const Facts old = FactsOf(*facts, concerned);
  facts->domains.insert_or_assign(indom, std::move(instances));
  return Differ(old, *facts, concerned);
}

std::vector<Need> MissingOf(const Facts& facts,
                            const std::vector<Need>& needs) {
  std::vector<Need> missing;
  std::copy_if(needs.begin(), needs.end(), std::back_inserter(missing),
               [&facts](const Need& need) { return Lacks(facts, need); });
  return missing;
}

KnownFacts::KnownFacts(const MetricCatalog* catalog, SharedNeeds needs)
    : catalog_(*catalog),
      needs_(std::move(needs)),
      facts_(FactsOf(catalog_, *needs_)),
      missing_(MissingOf(facts_, *needs_)) {}

bool KnownFacts::Differ() const { return DifferIn(*needs_); }

bool KnownFacts::MoreThere() const {
  return !missing_.empty() && DifferIn(missing_);
}

bool KnownFacts::DifferIn(const std::vector<Need>& needs) const {
  Facts now = FactsOf(catalog_, needs);
  for (auto& [name, desc] : now.metrics) {
    if (!desc) desc = facts_.Describe(name);
  }
  return pmapi::Differ(facts_, now, needs);
}

}  // namespace pmapi
