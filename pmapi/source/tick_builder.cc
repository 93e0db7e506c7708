// Mostly all metrics of a domain have the same instances in ascending order:
// then nothing is sorted, joined or copied.
#include "pmapi/source/tick_builder.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

#include "pmapi/source/event_wants.h"

namespace pmapi {
namespace {

bool Ascending(const std::vector<InstanceId>& ids) {
  return std::adjacent_find(ids.begin(), ids.end(), std::greater_equal<>()) ==
         ids.end();
}

}  // namespace

int GroupOf(InDom indom, std::vector<SampleGroup>* groups) {
  const auto at = std::find_if(
      groups->begin(), groups->end(),
      [indom](const SampleGroup& group) { return group.indom == indom; });
  const auto index = static_cast<int>(at - groups->begin());
  if (at == groups->end()) {
    groups->push_back({indom, {}});
    if (indom == kNullInDom) groups->back().instances = {kNullInstance};
  }
  return index;
}

void TickBuilder::AddWant(const Want& want) {
  Metric& metric = metrics_.emplace_back();
  metric.group = GroupOf(LaneDomainOf(want), &groups_);
  if (!want.desc.singular()) metric.only = want.only;
  std::sort(metric.only.begin(), metric.only.end());
}

void TickBuilder::Finish(base::Timestamp stamp, Samples* samples) {
  samples->stamps.assign(1, stamp);
  samples->strings.swap(strings_);
  strings_.clear();
  samples->groups = groups_;
  samples->metrics.resize(metrics_.size());
  for (Metric& metric : metrics_) {
    if (!Ascending(metric.instances)) Sort(&metric);
    Join(metric.instances, &samples->groups[metric.group].instances);
  }
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    const std::size_t group = metrics_[i].group;
    samples->metrics[i].group = static_cast<int>(group);
    Fill(samples->groups[group].instances, &metrics_[i], &samples->metrics[i]);
    PutNumbers(*samples, samples->metrics[i]);
  }
}

void TickBuilder::Sort(Metric* metric) {
  std::vector<std::size_t> order(metric->instances.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [metric](std::size_t a, std::size_t b) {
                     return metric->instances[a] < metric->instances[b];
                   });
  std::vector<InstanceId> instances;
  std::vector<std::uint64_t> bits;
  for (const std::size_t at : order) {
    const InstanceId instance = metric->instances[at];
    if (!instances.empty() && instances.back() == instance) continue;
    instances.push_back(instance);
    bits.push_back(metric->bits[at]);
  }
  metric->instances.swap(instances);
  metric->bits.swap(bits);
}

/// Adds `instances` to `all`.
void TickBuilder::Join(const std::vector<InstanceId>& instances,
                       std::vector<InstanceId>* all) {
  if (*all == instances || std::includes(all->begin(), all->end(),
                                         instances.begin(), instances.end())) {
    return;
  }
  union_.clear();
  std::set_union(all->begin(), all->end(), instances.begin(), instances.end(),
                 std::back_inserter(union_));
  all->swap(union_);
}

void TickBuilder::Fill(const std::vector<InstanceId>& all, Metric* from,
                       MetricSamples* to) {
  to->origin = from->origin;
  to->after_mark.assign(1, 0);
  to->dense = from->instances.size() == all.size();
  if (to->dense) {
    to->bits.swap(from->bits);
    to->cells.assign(all.size(), kKnown);
  } else {
    to->bits.assign(all.size(), 0);
    to->cells.assign(all.size(), kAbsent);
    std::size_t at = 0;
    for (std::size_t i = 0; i < from->instances.size(); ++i) {
      while (all[at] != from->instances[i]) ++at;
      to->bits[at] = from->bits[i];
      to->cells[at] = kKnown;
    }
  }
  from->instances = std::vector<InstanceId>();  // there may be many builders
  from->bits.clear();
}

}  // namespace pmapi
