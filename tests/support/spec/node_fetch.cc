// What fetches put into pmie's rings.
#include <algorithm>

#include "pmapi/metric/units.h"
#include "tests/support/spec/node_machine.h"

namespace spec {

/// What pmie notes as the time of a value: 0, the epoch, stands for none.
std::optional<double> NodeMachine::StampNow() const {
  const double now = EpochSeconds(sampler_->asked());
  if (now == 0 && !sampler_->switches().epoch) return std::nullopt;
  return now;
}

/// pmie forgets a metric's values when they have been read, but not when a
/// fetch has none: it frees them then, and reads them all the same.
void NodeMachine::Read(const Node& node, NodeState* state) {
  bool freed = false;
  for (std::size_t h = 0; h < node.metrics.size(); ++h) {
    const bool none = sampler_->At(node.metrics[h]).values.empty();
    freed = freed || (none && state->unread[h]);
    state->unread[h] = false;
  }
  state->undefined = freed ? "reads freed memory" : nullptr;
}

void NodeMachine::Fetch(const Node& node, NodeState* state) {
  Read(node, state);
  if (node.is_open()) {
    FetchOpen(node, state);
  } else if (FetchFixed(node, state)) {
    ++state->fresh;
  } else {
    state->fresh = 0;
  }
}

/// Puts value `i` of host `h` (`i` of the node) into the newest sample.
void NodeMachine::Store(const Node& node, int h, int i, const Raw& raw,
                        NodeState* state, bool* good) {
  const auto host = static_cast<std::size_t>(h);
  const pmapi::MetricDesc& desc = node.metrics[host].desc;
  const std::size_t index = state->Index(0, i);
  if (desc.type == pmapi::Type::kString) {
    state->texts[index] = raw.text;
    return;
  }
  if (!node.rate) {
    state->values[index] =
        AsDouble(desc.type, raw) * pmapi::CanonicalFactor(desc.units);
    return;
  }
  auto& before = state->before[host];
  const auto& stamp = state->before_stamp[host];
  const double now = EpochSeconds(sampler_->asked());
  Raw& previous = before[i];
  const Raw was = previous;
  previous = raw;
  if (!stamp) {
    *good = false;
    return;
  }
  const auto rate = sampler_->Rate(desc, was, raw, now - *stamp);
  if (rate) state->values[index] = *rate;
  *good = *good && rate.has_value();
}

bool NodeMachine::FetchFixed(const Node& node, NodeState* state) {
  bool good = true;
  int i = 0;
  for (std::size_t h = 0; h < node.metrics.size(); ++h) {
    const HostMetric& metric = node.metrics[h];
    const Sample& sample = sampler_->At(metric);
    std::vector<pmapi::InstanceId> wanted = metric.wanted;
    if (wanted.empty()) wanted = {pmapi::kNullInstance};
    const bool there = std::all_of(
        wanted.begin(), wanted.end(),
        [&](const auto id) { return sample.values.count(id) != 0; });
    if (!there) {
      for (; h < node.metrics.size(); ++h) state->before_stamp[h].reset();
      return false;
    }
    state->before[h].resize(static_cast<std::size_t>(state->width()));
    for (const auto id : wanted) {
      Store(node, static_cast<int>(h), i++, sample.values.at(id), state, &good);
    }
    state->before_stamp[h] = StampNow();
  }
  return good;
}

void NodeMachine::FetchOpen(const Node& node, NodeState* state) {
  bool good = true;
  int width = 0;
  for (std::size_t h = 0; h < node.metrics.size(); ++h) {
    const HostMetric& metric = node.metrics[h];
    std::vector<pmapi::InstanceId> ids;
    for (const auto& [id, raw] : sampler_->At(metric).values) {
      ids.push_back(id);
    }
    if (ids != state->present[h]) {
      good = good && !node.rate;
      if (!ids.empty()) state->before_stamp[h].reset();
    }
    width += static_cast<int>(ids.size());
    state->present[h] = std::move(ids);
  }
  // One host's instance may take the place of another's.
  if (width != state->dims.instances) {
    state->dims.instances = width;
    NewRing(node, state);
    Spread(node);
  }
  int i = 0;
  for (std::size_t h = 0; h < node.metrics.size(); ++h) {
    const HostMetric& metric = node.metrics[h];
    const auto& values = sampler_->At(metric).values;
    state->before[h].resize(static_cast<std::size_t>(width));
    if (values.empty()) {
      good = good && (!node.rate || state->before_stamp[h]);
    }
    for (const auto& [id, raw] : values) {
      Store(node, static_cast<int>(h), i++, raw, state, &good);
    }
    if (!values.empty()) {
      state->before_stamp[h] = StampNow();
    }
  }
  state->fresh = good ? state->fresh + 1 : 0;
}

}  // namespace spec
