// The cells of fetches, as docs/evaluation.md has them.
#include "pmapi/metric/units.h"
#include "tests/support/spec/members.h"

namespace spec {

/// The value that instance `instance` of `metric` has now, if it has one.
void MemberMachine::SetFetched(const HostMetric& metric, bool rate,
                               int instance, Cell* cell) {
  const Sample& sample = sampler_->At(metric);
  const auto now = sample.values.find(instance);
  if (now == sample.values.end()) return;
  if (!rate) {
    cell->known = true;
    cell->text = now->second.text;
    cell->value = AsDouble(metric.desc.type, now->second) *
                  pmapi::CanonicalFactor(metric.desc.units);
    return;
  }
  const Sample& past = sampler_->Before(metric);
  const auto before = past.values.find(instance);
  if (before == past.values.end() || sample.after_mark) return;
  const double seconds = stamps_.back() - stamps_[stamps_.size() - 2];
  const auto value =
      sampler_->Rate(metric.desc, before->second, now->second, seconds);
  cell->known = value.has_value();
  cell->value = value.value_or(0);
}

Cells MemberMachine::FetchFixed(const Node& node) {
  Cells cells;
  for (std::size_t h = 0; h < node.metrics.size(); ++h) {
    const HostMetric& metric = node.metrics[h];
    const bool singular = node.names.empty();
    const std::size_t width = singular ? 1 : node.names.size();
    for (std::size_t i = 0; i < width; ++i) {
      Cell cell;
      cell.key = {static_cast<int>(h), static_cast<int>(cells.size())};
      cell.lane = {metric.log, true, !singular, singular ? "" : node.names[i]};
      SetFetched(metric, node.rate,
                 singular ? pmapi::kNullInstance : metric.wanted[i], &cell);
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

Cells MemberMachine::FetchOpen(const Node& node) {
  Cells cells;
  for (std::size_t h = 0; h < node.metrics.size(); ++h) {
    const HostMetric& metric = node.metrics[h];
    const Log& log = sampler_->logs()[metric.log];
    const Sample& now = sampler_->At(metric);
    for (const auto& [id, raw] : now.values) {
      Cell cell;
      cell.key = {static_cast<int>(h), id};
      cell.lane = {metric.log, true, true, InstanceName(log, metric.desc, id)};
      const Sample& past = sampler_->Before(metric);
      cell.member = !node.rate || past.values.count(id) != 0;
      SetFetched(metric, node.rate, id, &cell);
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

}  // namespace spec
