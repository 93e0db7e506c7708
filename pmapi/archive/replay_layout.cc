// Compares a value set with the one before, and makes what is new.
#include "pmapi/archive/replay_layout.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/kernels/kernels.h"

namespace pmapi {
namespace {

// An instance as loaded with its word: the low half on a little-endian host.
constexpr std::uint64_t kInstanceMask = 0xffffffffu;

std::uint64_t LoadPair(const std::uint8_t* p) {
  std::uint64_t pair;
  std::memcpy(&pair, p, sizeof pair);
  return pair;
}

bool Matches(const LaneLayout& layout, const ValueSet& set) {
  const auto count = static_cast<std::size_t>(set.count);
  if (layout.pattern.size() != count) return false;
  return base::kernels::Best().same_firsts(set.values, layout.pattern.data(),
                                           count);
}

bool Ascending(const ValueSet& set) {
  for (std::int32_t i = 1; i < set.count; ++i) {
    if (set.instance(i - 1) >= set.instance(i)) return false;
  }
  return true;
}

// Positions in the set by instance; of equal instances only the last, whose
// value is the one that counts.
std::vector<std::int32_t> SortedPositions(const ValueSet& set) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(set.count));
  std::iota(order.begin(), order.end(), 0);
  if (Ascending(set)) return order;
  std::stable_sort(order.begin(), order.end(), [&set](auto a, auto b) {
    return set.instance(a) < set.instance(b);
  });
  std::vector<std::int32_t> unique;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool last = k + 1 == order.size() ||
                      set.instance(order[k]) != set.instance(order[k + 1]);
    if (last) unique.push_back(order[k]);
  }
  return unique;
}

}  // namespace

std::int32_t LaneLayout::Find(InstanceId id) const {
  const auto at = std::lower_bound(ids.begin(), ids.end(), id);
  if (at == ids.end() || *at != id) return -1;
  return static_cast<std::int32_t>(at - ids.begin());
}

LayoutRef LayoutTable::Find(const ValueSet& set, const LayoutRef& hint) {
  if (hint != nullptr && Matches(*hint, set)) return hint;
  for (const LayoutRef& known : layouts_) {
    if (known != nullptr && Matches(*known, set)) return known;
  }
  LayoutRef made = Make(set);
  Remember(made);
  return made;
}

LayoutRef LayoutTable::Adopt(const LaneLayout& theirs) {
  for (const LayoutRef& known : layouts_) {
    if (known != nullptr && known->pattern == theirs.pattern) return known;
  }
  auto copy = std::make_shared<const LaneLayout>(theirs);
  Remember(copy);
  return copy;
}

void LayoutTable::Remember(const LayoutRef& layout) {
  layouts_[next_layout_] = layout;
  next_layout_ = (next_layout_ + 1) % kRecent;
}

LayoutRef LayoutTable::Make(const ValueSet& set) const {
  auto layout = std::make_shared<LaneLayout>();
  const auto count = static_cast<std::size_t>(set.count);
  layout->ids.reserve(std::min(count, candidates_.size()));
  layout->from.reserve(layout->ids.capacity());
  layout->pattern.reserve(count);
  auto known = candidates_.begin();
  for (const std::int32_t position : SortedPositions(set)) {
    const InstanceId id = set.instance(position);
    known = std::lower_bound(known, candidates_.end(), id);
    if (known == candidates_.end()) break;
    if (*known != id) continue;
    layout->ids.push_back(id);
    layout->from.push_back(position);
  }
  for (std::int32_t i = 0; i < set.count; ++i) {
    const std::uint8_t* pair = set.values + 8 * static_cast<std::size_t>(i);
    layout->pattern.push_back(LoadPair(pair) & kInstanceMask);
  }
  const bool all = layout->from.size() == layout->pattern.size();
  if (all && std::is_sorted(layout->from.begin(), layout->from.end())) {
    layout->from = {};
  }
  return layout;
}

std::shared_ptr<const Transition> LayoutTable::Between(const LayoutRef& a,
                                                       const LayoutRef& b) {
  for (const Step& step : steps_) {
    if (step.from == a && step.to == b) return step.transition;
  }
  Step& step = steps_[next_step_];
  next_step_ = (next_step_ + 1) % kRecent;
  step =
      Step{a, b, std::make_shared<Transition>(MakeTransition(a->ids, b->ids))};
  return step.transition;
}

Transition MakeTransition(const std::vector<InstanceId>& from,
                          const std::vector<InstanceId>& to) {
  Transition t;
  std::int32_t i = 0;
  std::int32_t j = 0;
  const auto n = static_cast<std::int32_t>(from.size());
  const auto m = static_cast<std::int32_t>(to.size());
  while (i < n && j < m) {
    if (from[i] < to[j]) {
      t.lost.push_back(i++);
    } else if (to[j] < from[i]) {
      t.gained.push_back(j++);
    } else {
      const std::int32_t start = i;
      while (i < n && j < m && from[i] == to[j]) ++i, ++j;
      t.common.push_back({start, j - (i - start), i - start});
    }
  }
  while (i < n) t.lost.push_back(i++);
  while (j < m) t.gained.push_back(j++);
  return t;
}

LayoutRef SingularLayout() {
  auto layout = std::make_shared<LaneLayout>();
  layout->ids = {kNullInstance};
  return layout;
}

}  // namespace pmapi
