// Names by number, then and now.
#include "pmapi/pmcd/want_meanings.h"

#include <algorithm>

namespace pmapi::pmcd {
namespace {

bool Before(const Instance& a, const Instance& b) { return a.id < b.id; }

/// Those of `only`, ascending; of an instance that is not there none.
std::vector<Instance> NamesOf(const Facts& facts, InDom indom,
                              const std::vector<InstanceId>& only) {
  std::vector<Instance> names;
  const auto at = facts.domains.find(indom);
  if (only.empty() || at == facts.domains.end() || !at->second) return names;
  for (const Instance& instance : *at->second) {
    const bool wanted =
        std::find(only.begin(), only.end(), instance.id) != only.end();
    if (wanted) names.push_back(instance);
  }
  std::stable_sort(names.begin(), names.end(), Before);
  return names;
}

}  // namespace

MetricNames NamesByPmid(const Facts& facts) {
  MetricNames names;
  for (const auto& [name, desc] : facts.metrics) {
    if (desc) names.emplace_back(desc->pmid, &name);
  }
  std::stable_sort(
      names.begin(), names.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  names.shrink_to_fit();
  return names;
}

const std::string* NameOf(Pmid pmid, const MetricNames& names) {
  const auto at =
      std::lower_bound(names.begin(), names.end(), pmid,
                       [](const auto& a, Pmid b) { return a.first < b; });
  return at == names.end() || at->first != pmid ? nullptr : at->second;
}

WantMeanings::WantMeanings(const std::vector<Want>& wants, const Facts& facts,
                           const MetricNames& names) {
  meanings_.reserve(wants.size());
  for (const Want& want : wants) {
    const std::string* metric = NameOf(want.desc.pmid, names);
    meanings_.push_back({want.desc, metric == nullptr ? std::string() : *metric,
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
  return std::none_of(
      domain->second->begin(), domain->second->end(),
      [&](const Instance& instance) {
        const auto before = std::lower_bound(
            meaning.only.begin(), meaning.only.end(), instance, Before);
        return before != meaning.only.end() && before->id == instance.id &&
               before->name != instance.name;
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
