// Reductions member by member: over the samples of a lane, over hosts, over
// each host's instances.
#include <algorithm>

#include "tests/support/spec/arithmetic.h"
#include "tests/support/spec/members.h"

namespace spec {
namespace {

/// Of `cells`, those of `operand` now, the members of host `h`.
std::vector<const Cell*> MembersOfHost(const Node& operand, const Cells& cells,
                                       int h) {
  std::vector<const Cell*> group;
  if (LayoutOf(operand) == Layout::kOpen) {
    for (const Cell& one : cells) {
      if (one.key.front() == h && one.member) group.push_back(&one);
    }
    return group;
  }
  const auto& names = MetricsOf(operand)->names;
  const bool named = operand.dims.instances > 0 && !names.empty();
  const std::size_t width = named ? names.size() : 1;
  const std::size_t first = static_cast<std::size_t>(h) * width;
  for (std::size_t i = first; i < first + width && i < cells.size(); ++i) {
    group.push_back(&cells[i]);
  }
  return group;
}

}  // namespace

void MemberMachine::ReduceGroup(const Node& node,
                                const std::vector<const Cell*>& group,
                                Cell* result) const {
  result->known = result->undecided = false;
  if (group.empty()) return;
  const bool all_have_values = std::all_of(
      group.begin(), group.end(),
      [](const Cell* cell) { return cell != nullptr && HasValue(*cell); });
  const bool counts = node.reduction.reducer == ast::Reducer::kCount;
  if (counts && !all_have_values) return;
  std::vector<double> values;
  for (const Cell* cell : group) {
    const bool known = cell != nullptr && cell->known;
    const bool needed = node.is_aggregate() && !counts;
    if (!known && needed) return;
    values.push_back(known ? cell->value : kUnknown);
  }
  if (node.is_quantifier()) {
    result->value = Quantified(node.reduction, values, sampler_->switches());
    result->known = result->value != kUnknown;
    result->undecided = !result->known && all_have_values;
    return;
  }
  int extreme = 0;
  result->known = true;
  result->value = Aggregated(node.reduction, values, &extreme);
  if (node.is_extreme()) {
    result->extreme = group[extreme]->lane;
  }
}

std::vector<int> MemberMachine::FetchedCounts(const Node& node,
                                              bool known) const {
  if (node.is_aggregate()) return {};
  if (node.op == Op::kFetch) {
    if (!node.is_open()) return {};
    int count = 0;
    for (const HostMetric& metric : node.metrics) {
      const auto& values = sampler_->At(metric).values;
      count += known ? metric.known : static_cast<int>(values.size());
    }
    return {count};
  }
  std::vector<int> counts;
  for (const Node* child : {node.left.get(), node.right.get()}) {
    if (child == nullptr) continue;
    const auto below = FetchedCounts(*child, known);
    counts.insert(counts.end(), below.begin(), below.end());
  }
  return counts;
}

std::vector<int> MemberMachine::AgesInOrder(const Node& operand) {
  const int samples = operand.dims.depth();
  Stream& stream = streams_[&operand];
  if (stream.phase < 0) stream.counts = FetchedCounts(operand, true);
  auto counts = FetchedCounts(operand, false);
  if (counts != stream.counts) {
    // A fetch turns its ring before it finds that it needs a new one.
    stream.phase = operand.op == Op::kFetch ? samples - 1 : 0;
  } else {
    stream.phase = (stream.phase + 1) % samples;
  }
  stream.counts = std::move(counts);
  std::vector<int> ages;
  for (int age = stream.phase + 1; age < samples; ++age) ages.push_back(age);
  for (int age = 0; age <= stream.phase; ++age) ages.push_back(age);
  return ages;
}

Cells MemberMachine::ReduceSamples(const Node& node) {
  const Node& operand = *node.left;
  const std::vector<int> ages = AgesInOrder(operand);
  const bool open = LayoutOf(operand) == Layout::kOpen;
  const bool full = sampler_->tick() + 1 >= static_cast<int>(ages.size());
  Cells cells;
  for (const Cell& now : At(operand, 0)) {
    Cell cell = now;
    std::vector<const Cell*> group;
    for (const int age : ages) {
      group.push_back(FindMember(operand, age, now.key));
    }
    const bool there =
        std::find(group.begin(), group.end(), nullptr) == group.end();
    cell.member = !open || there;
    cell.known = cell.undecided = false;
    cell.value = 0;
    if (full && cell.member) ReduceGroup(node, group, &cell);
    cell.extreme = now.lane;
    cells.push_back(std::move(cell));
  }
  return cells;
}

Cells MemberMachine::ReduceHosts(const Node& node) const {
  Cell cell;
  std::vector<const Cell*> group;
  for (const Cell& one : At(*node.left, 0)) {
    if (one.member) group.push_back(&one);
  }
  ReduceGroup(node, group, &cell);
  return {cell};
}

Cells MemberMachine::ReduceInstances(const Node& node) const {
  const Node* fetch = MetricsOf(node);
  const Node& operand = *node.left;
  if (fetch == nullptr) return {Cell{}};
  const Cells& cells = At(operand, 0);
  const auto reduce = [&](int position, Lane lane,
                          const std::vector<const Cell*>& group) {
    Cell cell;
    cell.key = {position, position};
    lane.has_instance = false;
    lane.name.clear();
    cell.lane = lane;
    ReduceGroup(node, group, &cell);
    return cell;
  };
  if (operand.dims.hosts < 1) {
    return {reduce(0, Lane{}, {&cells.front()})};
  }
  Cells reduced;
  bool any_members = false;
  std::vector<bool> without;
  for (int h = 0; h < operand.dims.hosts; ++h) {
    const HostMetric& metric = fetch->metrics[h];
    const auto group = MembersOfHost(operand, cells, h);
    reduced.push_back(reduce(h, Lane{metric.log, true, false, ""}, group));
    without.push_back(group.empty());
    any_members = any_members || !group.empty();
  }
  // A host without members is only undecided where another one has some.
  for (std::size_t h = 0; h < reduced.size(); ++h) {
    if (!without[h] || !node.is_quantifier()) continue;
    reduced[h].undecided = any_members;
  }
  return reduced;
}

}  // namespace spec
