// One tick of pmie's node machine: rings, counts of good samples, and (as its
// switches say) its surprises.
#include "tests/support/spec/node_machine.h"

#include <algorithm>

namespace spec {
namespace {

bool IsRelation(Op op) { return op >= Op::kLess && op <= Op::kNotEqual; }

/// A wildcard is at the end of the chain of leads, be it under an aggregate.
bool Changeable(const Node& node) {
  const Node* fetch = MetricsOf(node);
  return fetch != nullptr && fetch->is_open();
}

}  // namespace

bool NodeMachine::Single(const Node& node) const {
  if (node.is_aggregate() && !sampler_->switches().operands) return true;
  return node.dims.total() == 1 && !Changeable(node);
}

int NodeMachine::HostWidth(const Node& fetch, int h) const {
  if (!fetch.is_open()) {
    return fetch.names.empty() ? 1 : static_cast<int>(fetch.names.size());
  }
  const auto& present = StateOf(fetch).present[h];
  return static_cast<int>(present.size());
}

void NodeMachine::NewRing(const Node& node, NodeState* state) {
  const auto size = static_cast<std::size_t>(state->depth * state->width());
  state->newest = 0;
  state->fresh = 0;
  state->values.assign(size, 0);
  state->texts.assign(size, std::nullopt);
  state->extremes.assign(static_cast<std::size_t>(state->width()), 0);
  if (node.op == Op::kNumber || node.op == Op::kTruth) {
    state->values.assign(size, node.number);
    state->fresh = 1;
  } else if (node.op == Op::kString) {
    state->texts.assign(size, node.text);
    state->fresh = 1;
  }
}

NodeState& NodeMachine::Enter(const Node& node) {
  const auto known = states_.find(&node);
  if (known != states_.end()) return known->second;
  if (node.left) Enter(*node.left);
  if (node.right) Enter(*node.right);
  NodeState& state = states_[&node];
  state.dims = node.dims;
  state.depth = SamplesKept(node);
  state.stamps.assign(static_cast<std::size_t>(state.depth), 0);
  NewRing(node, &state);
  if (IsRelation(node.op)) {
    // As many as the node has samples, though it has that many times its
    // width of values; not counting the one that it keeps for rising.
    const int filled = std::min(node.dims.depth(), node.dims.total());
    std::fill_n(state.values.begin(), filled, kUnknown);
  }
  const std::size_t hosts = node.metrics.size();
  state.before.resize(hosts);
  state.before_stamp.resize(hosts);
  state.unread.resize(hosts);
  for (const HostMetric& metric : node.metrics) {
    state.present.emplace_back(static_cast<std::size_t>(metric.known));
  }
  return state;
}

void NodeMachine::Rotate(NodeState* state) {
  state->newest = (state->newest + state->depth - 1) % state->depth;
}

/// Tells the nodes above that the fetch has another width now.
void NodeMachine::Spread(const Node& fetch) {
  const auto dims = [&](const Node& n) { return StateOf(n).dims; };
  for (const Node* at = fetch.parent; at != nullptr; at = at->parent) {
    NodeState& state = states_.at(at);
    // Once collapsed, because an operand without instances had the lead when
    // the other one had none, a node stays so.
    if (state.dims.instances == -1) return;
    Dims shape = ShapeOf(*at, dims);
    shape.samples = state.dims.samples;
    if (shape == state.dims) return;
    state.dims = shape;
    NewRing(*at, &state);
  }
}

void NodeMachine::Evaluate(const Node& root) {
  NodeState& state = Enter(root);
  if (root.left) Evaluate(*root.left);
  if (root.right) Evaluate(*root.right);
  if (root.op == Op::kNumber || root.op == Op::kTruth ||
      root.op == Op::kString) {
    return;
  }
  Rotate(&state);
  Step(root, &state);
  const bool passes = state.fresh > 0 || sampler_->switches().passing_time;
  state.stamps.insert(state.stamps.begin(),
                      passes ? StampOf(root) : state.stamps.front());
  state.stamps.pop_back();
}

/// When the newest value in `node` was fetched; 0 for what has none. What an
/// operand has not got now keeps the time when it last had it.
double NodeMachine::StampOf(const Node& node) const {
  if (node.op == Op::kFetch) return EpochSeconds(sampler_->asked());
  const auto newest = [&](const std::unique_ptr<Node>& operand, int age) {
    if (!operand) return 0.0;
    return StateOf(*operand).stamps[age];
  };
  if (node.op == Op::kDelay) return newest(node.left, node.first);
  const double stamp = std::max(newest(node.left, 0), newest(node.right, 0));
  const bool none = stamp == 0 && sampler_->switches().passing_time;
  return none ? EpochSeconds(sampler_->asked()) : stamp;
}

void NodeMachine::Step(const Node& root, NodeState* state) {
  if (root.op == Op::kClock) {
    state->values[state->Index(0, 0)] = sampler_->ClockValue(root.field);
    ++state->fresh;
  } else if (root.op == Op::kFetch) {
    Fetch(root, state);
  } else if (root.op == Op::kDelay) {
    Delay(root, state);
  } else if (root.op == Op::kNegate || root.op == Op::kInstant ||
             root.op == Op::kNot) {
    Unary(root, state);
  } else if (root.op <= Op::kFalling) {
    Change(root, state);
  } else if (root.op <= Op::kNotEqual) {
    Binary(root, state);
  } else if (root.op <= Op::kOr) {
    Logic(root, state);
  } else if (root.op == Op::kMatch) {
    Match(root, state);
  } else {
    Reduce(root, state);
  }
}

void NodeMachine::Skip(const Node& root) {
  NodeState& state = Enter(root);
  if (root.left) Skip(*root.left);
  if (root.right) Skip(*root.right);
  for (std::size_t h = 0; h < root.metrics.size(); ++h) {
    if (sampler_->At(root.metrics[h]).values.empty()) continue;
    state.unread[h] = true;
  }
}

const char* NodeMachine::Undefined(const Node& root) const {
  const char* why = StateOf(root).undefined;
  if (why == nullptr && root.left) why = Undefined(*root.left);
  if (why == nullptr && root.right) why = Undefined(*root.right);
  return why;
}

bool NodeMachine::HasNames(const Node& node) const {
  const Node* fetch = MetricsOf(node);
  if (fetch == nullptr) return true;
  int names = 0;
  for (std::size_t h = 0; h < fetch->metrics.size(); ++h) {
    names += HostWidth(*fetch, static_cast<int>(h));
  }
  return names >= StateOf(node).width();
}

void NodeMachine::Delay(const Node& node, NodeState* state) {
  const NodeState& fetch = StateOf(*node.left);
  if (fetch.fresh <= node.first || fetch.width() == 0) {
    state->fresh = 0;
    return;
  }
  for (int i = 0; i < state->width(); ++i) {
    const std::size_t from = fetch.Index(node.first, i);
    state->values[state->Index(0, i)] = fetch.values[from];
    state->texts[state->Index(0, i)] = fetch.texts[from];
  }
  ++state->fresh;
}

void NodeMachine::Unary(const Node& node, NodeState* state) {
  const NodeState& arg = StateOf(*node.left);
  const bool single = node.op != Op::kNot && Single(*node.left);
  if (arg.fresh == 0 || (!single && state->width() == 0)) {
    state->fresh = 0;
    return;
  }
  const int width = single ? 1 : state->width();
  for (int i = 0; i < width; ++i) {
    const double x = arg.Value(0, i);
    state->values[state->Index(0, i)] = node.op == Op::kNegate ? -x
                                        : node.op == Op::kNot  ? LogicalNot(x)
                                                               : x;
  }
  ++state->fresh;
}

void NodeMachine::Change(const Node& node, NodeState* state) {
  const NodeState& arg = StateOf(*node.left);
  const bool single = node.op == Op::kRate && Single(*node.left);
  if (arg.fresh < 2 || (!single && state->width() == 0)) {
    state->fresh = 0;
    return;
  }
  const double seconds = arg.stamps[0] - arg.stamps[1];
  const int width = single ? 1 : state->width();
  for (int i = 0; i < width; ++i) {
    const double now = arg.Value(0, i);
    const double was = arg.Value(1, i);
    double& result = state->values[state->Index(0, i)];
    if (node.op == Op::kRate) {
      result = (now - was) / seconds;
    } else if (sampler_->switches().rising &&
               (now == kUnknown || was == kUnknown)) {
      result = kUnknown;
    } else {
      result =
          (node.op == Op::kRising ? now > was : now < was) ? kTrue : kFalse;
    }
  }
  ++state->fresh;
}

void NodeMachine::Binary(const Node& node, NodeState* state) {
  const NodeState& left = StateOf(*node.left);
  const NodeState& right = StateOf(*node.right);
  const bool one_left = Single(*node.left);
  const bool one_right = Single(*node.right);
  const int width = one_left && one_right ? 1
                    : one_left            ? right.width()
                                          : left.width();
  // Of strings pmie does not ask whether there are any.
  const bool none = width == 0 && node.left->sort != Sort::kString;
  const bool fits = one_left || one_right || left.width() == right.width();
  const bool fills = (one_left && one_right) || width == state->width();
  if (left.fresh == 0 || right.fresh == 0 || !fits || !fills || none) {
    state->fresh = 0;
    return;
  }
  for (int i = 0; i < std::min(width, state->width()); ++i) {
    const std::size_t l = left.Index(0, one_left ? 0 : i);
    const std::size_t r = right.Index(0, one_right ? 0 : i);
    state->values[state->Index(0, i)] =
        node.left->sort == Sort::kString
            ? CompareTexts(node.op, left.texts[l].value_or(""),
                           right.texts[r].value_or(""))
            : Calculate(node.op, left.values[l], right.values[r]);
  }
  ++state->fresh;
}

int NodeMachine::LogicWidth(const Node& node) const {
  const bool one_left = Single(*node.left);
  const bool one_right = Single(*node.right);
  const bool half_unknown = (one_left && StateOf(*node.right).fresh == 0) ||
                            (one_right && StateOf(*node.left).fresh == 0);
  const bool one = (one_left && one_right) ||
                   (half_unknown && !sampler_->switches().half_unknown);
  const int width = StateOf(node).width();
  return one ? std::min(width, 1) : width;
}

void NodeMachine::Logic(const Node& node, NodeState* state) {
  const NodeState& left = StateOf(*node.left);
  const NodeState& right = StateOf(*node.right);
  if ((left.fresh == 0 && right.fresh == 0) || state->width() == 0) {
    state->fresh = 0;
    return;
  }
  ++state->fresh;
  const bool one_left = Single(*node.left);
  const bool one_right = Single(*node.right);
  bool use_left = left.fresh > 0;
  bool use_right = right.fresh > 0;
  if (!one_left && !one_right && left.width() != right.width()) {
    // The lead is who gave the node its shape, be that long ago.
    const bool left_leads = left.width() == state->width();
    use_left = use_left && left_leads;
    use_right = use_right && !left_leads;
    if (!use_left && !use_right) {
      state->fresh = 0;
      return;
    }
  }
  // Nor a set beside a single value that once had the lead alone, and whose
  // collapsed shape the node has kept.
  if (one_left && !one_right) {
    use_right = use_right && right.width() == state->width();
  } else if (one_right && !one_left) {
    use_left = use_left && left.width() == state->width();
  }
  const int width = LogicWidth(node);
  for (int i = 0; i < width; ++i) {
    const double l = use_left ? left.Value(0, one_left ? 0 : i) : kUnknown;
    const double r = use_right ? right.Value(0, one_right ? 0 : i) : kUnknown;
    state->values[state->Index(0, i)] =
        node.op == Op::kAnd ? LogicalAnd(l, r) : LogicalOr(l, r);
  }
}

void NodeMachine::Match(const Node& node, NodeState* state) {
  const NodeState& arg = StateOf(*node.left);
  state->undefined = HasNames(node) ? nullptr : kNameless;
  if (state->width() == 0) {
    state->fresh = 0;
    return;
  }
  ++state->fresh;
  const auto lanes = LanesOf(node);
  const MatchPattern pattern(node.text);
  for (int i = 0; i < state->width(); ++i) {
    double& result = state->values[state->Index(0, i)];
    if (arg.fresh == 0) {
      result = kUnknown;
      continue;
    }
    const auto& lane = lanes[i];
    const double x = arg.Value(0, i);
    const bool named = lane.has_instance;
    const bool fits = named && pattern.Matches(lane.name) != node.negated;
    if (!fits || x == kFalse) {
      result = kFalse;
    } else {
      result = x == kUnknown && sampler_->switches().match ? kUnknown : kTrue;
    }
  }
}

void NodeMachine::Reduce(const Node& node, NodeState* state) {
  const NodeState& arg = StateOf(*node.left);
  const int samples = arg.dims.depth();
  const int needed = node.domain == ast::Domain::kSample ? samples : 1;
  if (arg.fresh < needed) {
    state->fresh = 0;
    return;
  }
  if (node.domain == ast::Domain::kSample) {
    ReduceSamples(node, arg, state);
  } else if (node.domain == ast::Domain::kHost) {
    ReduceHosts(node, arg, state);
  } else {
    ReduceInstances(node, arg, state);
  }
}

}  // namespace spec
