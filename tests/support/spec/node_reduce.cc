// Reductions of the node machine: over samples in the ring's order, over
// hosts, over each host's instances; and which value is whose.
#include <algorithm>

#include "tests/support/spec/node_machine.h"

namespace spec {
namespace {

using Group = std::vector<double>;

}  // namespace

void NodeMachine::ReduceGroup(const Node& node, const Group& group, int first,
                              int i, NodeState* state) {
  double& result = state->values[state->Index(0, i)];
  int extreme = 0;
  result = node.is_quantifier()
               ? Quantified(node.reduction, group, sampler_->switches())
               : Aggregated(node.reduction, group, &extreme);
  state->extremes[i] = first + extreme;
}

void NodeMachine::ReduceSamples(const Node& node, const NodeState& arg,
                                NodeState* state) {
  if (arg.width() == 0) {
    state->fresh = 0;
    return;
  }
  for (int i = 0; i < std::min(arg.width(), state->width()); ++i) {
    Group group;
    for (int row = 0; row < arg.dims.depth(); ++row) {
      group.push_back(arg.values[row * arg.width() + i]);
    }
    ReduceGroup(node, group, 0, i, state);
    state->extremes[i] = i;
  }
  ++state->fresh;
}

void NodeMachine::ReduceHosts(const Node& node, const NodeState& arg,
                              NodeState* state) {
  int width = arg.dims.hosts;
  if (sampler_->switches().many_hosts) width = arg.width();
  width = std::min(width, arg.width());
  Group group;
  for (int i = 0; i < width; ++i) group.push_back(arg.Value(0, i));
  if (group.empty()) {
    state->fresh = 0;
    return;
  }
  ReduceGroup(node, group, 0, 0, state);
  ++state->fresh;
}

void NodeMachine::ReduceInstances(const Node& node, const NodeState& arg,
                                  NodeState* state) {
  const Node* fetch = MetricsOf(node);
  const int hosts = arg.dims.hosts;
  const bool none = arg.dims.instances <= 0 || fetch == nullptr || hosts < 1;
  bool good = !none;
  state->undefined = nullptr;
  int first = 0;
  for (int h = 0; h < state->width(); ++h) {
    // Of one host all is taken, whichever operand has the lead now.
    const int width = none         ? 0
                      : hosts == 1 ? arg.width()
                                   : HostWidth(*fetch, h);
    // After a host that has nothing.
    if (first < 0 && width > 0) state->undefined = "reads beside its values";
    first = std::max(first, 0);
    Group group;
    for (int i = first; i < first + width && i < arg.width(); ++i) {
      group.push_back(arg.Value(0, i));
    }
    if (group.empty()) {
      good = good && node.is_quantifier();
      state->values[state->Index(0, h)] = kUnknown;
    } else {
      ReduceGroup(node, group, first, h, state);
    }
    first += sampler_->switches().many_hosts ? width : width - 1;
  }
  const bool element = node.is_quantifier() && none;
  state->fresh = good || element ? state->fresh + 1 : 0;
}

std::vector<Lane> NodeMachine::LanesOf(const Node& node) const {
  const NodeState& state = StateOf(node);
  const Node* fetch = MetricsOf(node);
  std::vector<Lane> lanes(static_cast<std::size_t>(state.width()));
  if (fetch == nullptr) return lanes;
  std::size_t i = 0;
  for (std::size_t h = 0; h < fetch->metrics.size(); ++h) {
    const HostMetric& metric = fetch->metrics[h];
    const int width =
        state.dims.instances < 0 ? 1 : HostWidth(*fetch, static_cast<int>(h));
    for (int k = 0; k < width && i < lanes.size(); ++k, ++i) {
      lanes[i].log = metric.log;
      lanes[i].has_host = state.dims.hosts >= 0;
      if (state.dims.instances < 0 || metric.desc.singular()) continue;
      lanes[i].has_instance = true;
      lanes[i].name = NameOf(*fetch, static_cast<int>(h), k);
    }
  }
  return lanes;
}

std::string NodeMachine::NameOf(const Node& fetch, int h, int k) const {
  const auto host = static_cast<std::size_t>(h);
  const auto index = static_cast<std::size_t>(k);
  if (!fetch.names.empty()) return fetch.names[index];
  const HostMetric& metric = fetch.metrics[host];
  const Log& log = sampler_->logs()[metric.log];
  const auto id = StateOf(fetch).present[host][index];
  return InstanceName(log, metric.desc, id);
}

}  // namespace spec
