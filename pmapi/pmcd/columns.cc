// Mostly all metrics of a domain have the same instances in ascending order:
// then nothing is sorted and nothing joined.
#include "pmapi/pmcd/columns.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

namespace pmapi::pmcd {
namespace {

/// Instances in all that a profile lists: a longer one might not fit its PDU,
/// and what comes unasked is passed over.
constexpr std::size_t kMostListed = 8000;

template <typename T>
std::size_t IndexIn(std::vector<T>* all, const T& one) {
  const auto at = std::find(all->begin(), all->end(), one);
  const auto index = static_cast<std::size_t>(at - all->begin());
  if (at == all->end()) all->push_back(one);
  return index;
}

bool Ascending(const std::vector<InstanceId>& ids) {
  return std::adjacent_find(ids.begin(), ids.end(), std::greater_equal<>()) ==
         ids.end();
}

}  // namespace

Columns::Columns(const std::vector<Want>& wants) {
  for (const Want& want : wants) {
    Column& column = columns_.emplace_back();
    column.set = IndexIn(&pmids_, want.desc.pmid);
    column.group = GroupOf(want.desc.indom);
    column.type = want.desc.type;
    if (!want.desc.singular()) column.only = want.only;
    std::sort(column.only.begin(), column.only.end());
    if (column.only.empty()) groups_[column.group].open = true;
  }
}

std::size_t Columns::GroupOf(InDom indom) {
  const auto at =
      std::find_if(groups_.begin(), groups_.end(),
                   [indom](const Group& g) { return g.indom == indom; });
  if (at != groups_.end())
    return static_cast<std::size_t>(at - groups_.begin());
  groups_.push_back({indom});
  return groups_.size() - 1;
}

std::vector<ProfileDomain> Columns::Profile() const {
  std::vector<ProfileDomain> domains;
  std::size_t listed = 0;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (groups_[g].open || groups_[g].indom == kNullInDom) continue;
    ProfileDomain domain{groups_[g].indom, {}};
    for (const Column& column : columns_) {
      if (column.group != g) continue;
      domain.only.insert(domain.only.end(), column.only.begin(),
                         column.only.end());
    }
    std::sort(domain.only.begin(), domain.only.end());
    domain.only.erase(std::unique(domain.only.begin(), domain.only.end()),
                      domain.only.end());
    listed += domain.only.size() + 4;
    if (listed > kMostListed) break;
    domains.push_back(std::move(domain));
  }
  return domains;
}

std::vector<InDom> Columns::OpenDomains() const {
  std::vector<InDom> open;
  for (const Group& group : groups_) {
    if (group.open && group.indom != kNullInDom) open.push_back(group.indom);
  }
  return open;
}

void Columns::Fill(const FetchResult& result, std::int64_t origin,
                   Samples* samples) {
  samples->stamps.assign(1, result.stamp());
  samples->strings.clear();
  samples->metrics.resize(columns_.size());
  for (Column& column : columns_) Load(result, &column, samples);
  Join(samples);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    Put(columns_[c], *samples, &samples->metrics[c]);
    samples->metrics[c].origin = origin;
  }
}

void Columns::Load(const FetchResult& result, Column* column,
                   Samples* samples) {
  column->ids.clear();
  column->bits.clear();
  const ValueSet& set = result.sets()[column->set];
  const bool singular = groups_[column->group].indom == kNullInDom;
  if (!singular && column->only.empty() && LoadAll(result, set, column)) return;
  const std::int32_t count = singular ? std::min(set.count, 1) : set.count;
  for (std::int32_t i = 0; i < count; ++i) {
    const InstanceId id = singular ? kNullInstance : set.instance(i);
    if (!column->only.empty() &&
        !std::binary_search(column->only.begin(), column->only.end(), id)) {
      continue;
    }
    Value value;
    if (!result.Load(set, i, column->type, &value)) continue;
    if (column->type == Type::kString) {
      value.bits = samples->strings.size();
      samples->strings.emplace_back(value.text);
    }
    column->ids.push_back(id);
    column->bits.push_back(value.bits);
  }
  if (!Ascending(column->ids)) Sort(column);
}

/// What a domain mostly is: numbers of all its instances, in ascending order.
bool Columns::LoadAll(const FetchResult& result, const ValueSet& set,
                      Column* column) {
  if (set.count <= 0) return true;
  const auto count = static_cast<std::size_t>(set.count);
  column->bits.resize(count);
  column->ids.resize(count);
  for (std::int32_t i = 0; i < set.count; ++i) {
    column->ids[i] = set.instance(i);
  }
  if (Ascending(column->ids) &&
      result.LoadNumbers(set, column->type, column->bits.data())) {
    return true;
  }
  column->ids.clear();
  column->bits.clear();
  return false;
}

/// Of an instance that is there twice the first value counts.
void Columns::Sort(Column* column) {
  std::vector<std::size_t> order(column->ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [column](std::size_t a, std::size_t b) {
                     return column->ids[a] < column->ids[b];
                   });
  std::vector<InstanceId> ids;
  std::vector<std::uint64_t> bits;
  for (const std::size_t at : order) {
    if (!ids.empty() && ids.back() == column->ids[at]) continue;
    ids.push_back(column->ids[at]);
    bits.push_back(column->bits[at]);
  }
  column->ids.swap(ids);
  column->bits.swap(bits);
}

void Columns::Join(Samples* samples) {
  samples->groups.resize(groups_.size());
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    SampleGroup& group = samples->groups[g];
    group.indom = groups_[g].indom;
    group.instances.clear();
    if (group.indom == kNullInDom) group.instances.push_back(kNullInstance);
  }
  for (const Column& column : columns_) {
    std::vector<InstanceId>& all = samples->groups[column.group].instances;
    if (all == column.ids) continue;
    if (std::includes(all.begin(), all.end(), column.ids.begin(),
                      column.ids.end())) {
      continue;
    }
    union_.clear();
    std::set_union(all.begin(), all.end(), column.ids.begin(), column.ids.end(),
                   std::back_inserter(union_));
    all.swap(union_);
  }
}

void Columns::Put(const Column& column, const Samples& samples,
                  MetricSamples* metric) const {
  const std::vector<InstanceId>& ids = samples.groups[column.group].instances;
  metric->group = static_cast<int>(column.group);
  const bool all = column.ids.size() == ids.size();
  metric->after_mark.assign(1, 0);
  metric->dense = all;
  if (all) {
    metric->bits = column.bits;
    metric->cells.assign(ids.size(), kKnown);
    return;
  }
  metric->bits.assign(ids.size(), 0);
  metric->cells.assign(ids.size(), kAbsent);
  std::size_t at = 0;
  for (std::size_t i = 0; i < column.ids.size(); ++i) {
    while (ids[at] != column.ids[i]) ++at;
    metric->bits[at] = column.bits[i];
    metric->cells[at] = kKnown;
  }
}

}  // namespace pmapi::pmcd
