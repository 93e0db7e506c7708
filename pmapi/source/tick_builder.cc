// Mostly all metrics of a domain have the same instances in ascending order,
// those of the tick before: then nothing is sorted, joined or copied.
#include "pmapi/source/tick_builder.h"

#include <functional>
#include <numeric>
#include <utility>

#include "base/warm.h"
#include "pmapi/source/event_wants.h"
#include "pmapi/source/instance_sets.h"

namespace pmapi {
namespace {

bool Ascending(std::span<const InstanceId> ids) {
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
  arrivals_.resize(groups_.size());
  if (!want.desc.singular()) metric.only = want.only;
  std::sort(metric.only.begin(), metric.only.end());
}

void TickBuilder::Warm() const {
  base::Warm(metrics_);
  base::Warm(arrivals_);
  base::Warm(groups_);
  for (const SampleGroup& group : groups_) base::Warm(group.instances);
}

TickBuilder::Room TickBuilder::PutSome(std::size_t want, std::size_t count) {
  Metric& metric = metrics_[want];
  if (instances_.empty()) {
    instances_.reserve(usual_);
    bits_.reserve(usual_);
  }
  const std::size_t first = instances_.size();
  if (metric.count == 0) metric.first = first;
  CHECK(metric.first + metric.count == first);
  metric.count += count;
  instances_.resize(first + count);
  bits_.resize(first + count);
  return {std::span(instances_).subspan(first),
          std::span(bits_).subspan(first)};
}

void TickBuilder::TakeBack(std::size_t want) {
  Metric& metric = metrics_[want];
  CHECK(metric.first + metric.count == instances_.size());
  instances_.resize(metric.first);
  bits_.resize(metric.first);
  metric.count = 0;
}

/// The first of each instance's values.
void TickBuilder::Sort(Metric* metric) {
  std::vector<std::size_t> order(metric->count);
  std::iota(order.begin(), order.end(), metric->first);
  std::stable_sort(order.begin(), order.end(),
                   [this](std::size_t a, std::size_t b) {
                     return instances_[a] < instances_[b];
                   });
  std::vector<InstanceId> instances;
  std::vector<std::uint64_t> bits;
  for (const std::size_t at : order) {
    const InstanceId instance = instances_[at];
    if (!instances.empty() && instances.back() == instance) continue;
    instances.push_back(instance);
    bits.push_back(bits_[at]);
  }
  metric->count = instances.size();
  const auto first = static_cast<std::ptrdiff_t>(metric->first);
  std::copy(instances.begin(), instances.end(), instances_.begin() + first);
  std::copy(bits.begin(), bits.end(), bits_.begin() + first);
}

void TickBuilder::SetInstances(InDom indom, std::vector<InstanceId> ids) {
  for (SampleGroup& group : groups_) {
    if (group.indom == indom) group.instances = std::move(ids);
  }
}

void TickBuilder::Join() {
  if (std::exchange(joined_, true)) return;
  std::fill(arrivals_.begin(), arrivals_.end(), Arrival{});
  for (Metric& metric : metrics_) {
    if (!Ascending(InstancesOf(metric))) Sort(&metric);
    const std::vector<InstanceId>& before = groups_[metric.group].instances;
    Arrival& arrival = arrivals_[metric.group];
    arrival.all |= metric.count == before.size();
    arrival.other = arrival.other || !Includes(before, InstancesOf(metric));
  }
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    const bool as_before = arrivals_[group].all && !arrivals_[group].other;
    if (groups_[group].indom != kNullInDom && !as_before) JoinGroup(group);
  }
}

void TickBuilder::JoinGroup(std::size_t group) {
  std::vector<InstanceId> ids;
  for (const Metric& metric : metrics_) {
    if (metric.group != group || Includes(ids, InstancesOf(metric))) continue;
    ids = Union(ids, InstancesOf(metric));
  }
  arrivals_[group].is_new = !Includes(groups_[group].instances, ids);
  groups_[group].instances = std::move(ids);
}

bool TickBuilder::HasNew(InDom indom) const {
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    if (groups_[group].indom == indom) return arrivals_[group].is_new;
  }
  return false;
}

void TickBuilder::Finish(base::Timestamp stamp, Samples* samples) {
  Join();
  samples->stamps.assign(1, stamp);
  samples->strings.swap(strings_);
  samples->groups.resize(groups_.size());
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    samples->groups[i].indom = groups_[i].indom;
    samples->groups[i].instances = groups_[i].instances;
  }
  samples->metrics.resize(metrics_.size());
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    Fill(metrics_[i], stamp, &samples->metrics[i]);
  }
  usual_ = instances_.size();
  Clear();
}

/// There may be many builders: no values are kept.
void TickBuilder::Clear() {
  for (Metric& metric : metrics_) metric.count = 0;
  strings_.clear();
  instances_ = std::vector<InstanceId>();
  bits_ = std::vector<std::uint64_t>();
  row_bits_ = std::vector<std::uint64_t>();
  row_cells_ = std::vector<Cell>();
  joined_ = false;
}

/// Of a metric that has not all instances.
void TickBuilder::Spread(const Metric& from, const std::vector<InstanceId>& all,
                         std::vector<std::uint64_t>* bits,
                         std::vector<Cell>* cells) const {
  bits->assign(all.size(), 0);
  cells->assign(all.size(), kAbsent);
  ForEachPlace(InstancesOf(from), all, [&](std::size_t i, std::size_t to) {
    (*bits)[to] = bits_[from.first + i];
    (*cells)[to] = kKnown;
  });
}

void TickBuilder::Fill(const Metric& from, base::Timestamp stamp,
                       MetricSamples* to) {
  const std::vector<InstanceId>& all = groups_[from.group].instances;
  to->group = static_cast<int>(from.group);
  to->origin = from.origin;
  to->after_mark.assign(1, 0);
  to->dense = from.count == all.size();
  if (to->numbers != nullptr) {
    PutRow(from, stamp, to);
  } else if (to->dense) {
    const std::uint64_t* bits = bits_.data() + from.first;
    to->bits.assign(bits, bits + from.count);
    to->cells.assign(all.size(), kKnown);
  } else {
    Spread(from, all, &to->bits, &to->cells);
  }
}

void TickBuilder::PutRow(const Metric& from, base::Timestamp stamp,
                         MetricSamples* to) {
  const std::vector<InstanceId>& all = groups_[from.group].instances;
  const RowTime time = RowTimeOf(stamp, *to, false);
  to->numbers->Begin(all, 1);
  if (to->dense) {
    to->numbers->PutKnown(time, bits_.data() + from.first);
  } else {
    Spread(from, all, &row_bits_, &row_cells_);
    to->numbers->Put(time, row_bits_.data(), row_cells_.data());
  }
  to->numbers->Finish();
}

}  // namespace pmapi
