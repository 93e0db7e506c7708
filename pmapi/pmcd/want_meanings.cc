// Names by number, then and now.
#include "pmapi/pmcd/want_meanings.h"

#include <algorithm>

namespace pmapi::pmcd {
namespace {

using Names = std::map<InstanceId, std::string>;

/// Those of `only`; of an instance that is not there none.
Names NamesOf(const Facts& facts, InDom indom,
              const std::vector<InstanceId>& only) {
  Names names;
  const auto at = facts.domains.find(indom);
  if (only.empty() || at == facts.domains.end() || !at->second) return names;
  for (const Instance& instance : *at->second) {
    const bool wanted =
        std::find(only.begin(), only.end(), instance.id) != only.end();
    if (wanted) names.emplace(instance.id, instance.name);
  }
  return names;
}

}  // namespace

MetricNames NamesByPmid(const Facts& facts) {
  MetricNames names;
  for (const auto& [name, desc] : facts.metrics) {
    if (desc) names.emplace(desc->pmid, name);
  }
  return names;
}

WantMeanings::WantMeanings(const std::vector<Want>& wants, const Facts& facts,
                           const MetricNames& names) {
  for (const Want& want : wants) {
    const auto metric = names.find(want.desc.pmid);
    meanings_.push_back({want.desc,
                         metric == names.end() ? std::string() : metric->second,
                         NamesOf(facts, want.desc.indom, want.only)});
  }
}

/// An instance that is not there has no value: that does no harm.
bool WantMeanings::Holds(const Meaning& meaning, const Facts& now) {
  const auto desc = now.Describe(meaning.metric);
  if (!desc || *desc != meaning.desc) return false;
  if (meaning.only.empty()) return true;
  const auto domain = now.domains.find(meaning.desc.indom);
  if (domain == now.domains.end() || !domain->second) return false;
  return std::none_of(domain->second->begin(), domain->second->end(),
                      [&](const Instance& instance) {
                        const auto before = meaning.only.find(instance.id);
                        return before != meaning.only.end() &&
                               before->second != instance.name;
                      });
}

std::vector<std::size_t> WantMeanings::Lost(const Facts& now) const {
  std::vector<std::size_t> lost;
  for (std::size_t i = 0; i < meanings_.size(); ++i) {
    if (!Holds(meanings_[i], now)) lost.push_back(i);
  }
  return lost;
}

}  // namespace pmapi::pmcd
