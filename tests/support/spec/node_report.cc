// The node machine as an Evaluator: what its states show.
#include <algorithm>
#include <cmath>

#include "tests/support/spec/evaluator.h"
#include "tests/support/spec/node_machine.h"

namespace spec {
namespace {

/// It looks for the operand that is equal to it.
constexpr const char* kNoNumber = "crashes on an extreme that is no number";
/// Or, of one value a host, names the first host for all.
constexpr const char* kOthersName = "crashes on an extreme of several hosts";

class NodeEvaluator : public Evaluator {
 public:
  explicit NodeEvaluator(Sampler* sampler)
      : sampler_(sampler), machine_(sampler) {}

  void Evaluate(const Node& root) override {
    machine_.Evaluate(root);
    const char* why = machine_.Undefined(root);
    if (why != nullptr) NoteUndefined(why);
  }
  void Skip(const Node& root) override { machine_.Skip(root); }

  bool Valid(const Node& condition) const override {
    return machine_.StateOf(condition).fresh > 0;
  }

  double Truth(const Node& condition) const override {
    const NodeState& state = machine_.StateOf(condition);
    if (state.fresh == 0 || state.width() == 0) return kUnknown;
    return state.Value(0, 0);
  }

  Shown Show(const Node& root) const override {
    const NodeState& state = machine_.StateOf(root);
    const bool metrics = MetricsOf(root) != nullptr;
    Shown shown;
    shown.bindings = metrics && state.fresh > 0 && root.sort == Sort::kTruth;
    shown.lines = metrics && state.fresh > 0 && state.dims.hosts != -1;
    const auto lanes = ReportLanes(root);
    if (root.sort == Sort::kString && !sampler_->switches().strings) {
      shown.undefined_lines = "shows an address";
    } else if (metrics && !machine_.HasNames(root)) {
      shown.undefined_lines = kNameless;
    } else if (ExtremeIsNoNumber(root)) {
      shown.undefined_lines = kNoNumber;
    } else if (NamesAnother(root)) {
      shown.undefined_lines = kOthersName;
    }
    for (int i = 0; i < state.width(); ++i) {
      const Lane& lane = lanes[i];
      ShownValue value{HostName(lane, sampler_->logs()), lane.name, {}};
      value.samples = Samples(root, i, std::max(root.dims.depth(), 1));
      shown.values.push_back(std::move(value));
    }
    return shown;
  }

  Bindings Bind(const Node& condition) const override {
    const Node* b = BindingNode(condition, [&](const Node& node) {
      return machine_.StateOf(node).dims;
    });
    if (b == nullptr) return std::vector<Bound>{{{}, {}, {}, "true"}};
    const NodeState& state = machine_.StateOf(*b);
    if (state.fresh == 0) return std::nullopt;
    const Node& value_node = ValueNode(*b);
    const auto lanes = ReportLanes(*b);
    if (!machine_.HasNames(*b)) NoteUndefined(kNameless);
    if (ExtremeIsNoNumber(*b)) NoteUndefined(kNoNumber);
    std::vector<Bound> bound;
    for (int i = 0; i < state.width(); ++i) {
      if (b->sort == Sort::kTruth && state.Value(0, i) != kTrue) continue;
      bound.push_back(BoundTo(lanes[i], sampler_->logs()));
      // All that the node keeps, also what it keeps for a rate of it.
      bound.back().value =
          Joined(Samples(value_node, i, SamplesKept(value_node)));
    }
    return bound;
  }

 private:
  /// As LanesOf; of a least or greatest one, of the value that it was.
  std::vector<Lane> ReportLanes(const Node& node) const {
    auto lanes = machine_.LanesOf(node);
    const NodeState& state = machine_.StateOf(node);
    if (node.is_extreme()) {
      const auto operands = ReportLanes(*node.left);
      for (std::size_t i = 0; i < lanes.size(); ++i) {
        const std::size_t k = ExtremeOf(node, i);
        if (k < operands.size()) lanes[i] = operands[k];
      }
    } else if (state.dims.instances < 0 && !sampler_->switches().many_hosts) {
      // pmie takes the number of a result for that of an instance.
      for (std::size_t i = 0; i < lanes.size(); ++i) {
        lanes[i].log = LogOfInstance(node, static_cast<int>(i));
      }
    }
    return lanes;
  }

  /// Of the host that has the fetch's `i`-th instance, of the first if none.
  int LogOfInstance(const Node& node, int i) const {
    const Node* fetch = MetricsOf(node);
    if (fetch == nullptr) return -1;
    for (std::size_t h = 0; h < fetch->metrics.size(); ++h) {
      i -= machine_.HostWidth(*fetch, static_cast<int>(h));
      if (i < 0) return fetch->metrics[h].log;
    }
    return fetch->metrics.front().log;
  }

  /// Of the extreme of samples, where there are several hosts.
  bool NamesAnother(const Node& node) const {
    return node.is_extreme() && node.domain == ast::Domain::kSample &&
           node.dims.hosts > 1 && !sampler_->switches().many_hosts;
  }

  bool ExtremeIsNoNumber(const Node& node) const {
    if (!node.is_extreme()) return false;
    const NodeState& state = machine_.StateOf(node);
    bool found = false;
    for (int i = 0; i < state.width() && state.fresh > 0; ++i) {
      found = found || std::isnan(state.Value(0, i));
    }
    return found;
  }

  /// Which operand was the least or greatest one. pmie names what all hosts
  /// have after the first operand that is equal to what the first host has.
  std::size_t ExtremeOf(const Node& node, std::size_t i) const {
    const NodeState& state = machine_.StateOf(node);
    const auto own = static_cast<std::size_t>(state.extremes[i]);
    const bool samples = node.domain == ast::Domain::kSample;
    if (samples || sampler_->switches().many_hosts) return own;
    const NodeState& operand = machine_.StateOf(*node.left);
    for (int k = 0; k < operand.width(); ++k) {
      if (operand.Value(0, k) == state.Value(0, 0)) {
        return static_cast<std::size_t>(k);
      }
    }
    return own;
  }

  std::vector<std::string> Samples(const Node& node, int i, int count) const {
    const NodeState& state = machine_.StateOf(node);
    std::vector<std::string> samples;
    for (int age = 0; age < count; ++age) {
      samples.push_back(SampleText(node, state, age, i));
    }
    return samples;
  }

  std::string SampleText(const Node& node, const NodeState& state, int age,
                         int i) const {
    if (node.sort == Sort::kTruth) {
      const bool old = sampler_->switches().history && age >= state.fresh;
      if (state.fresh == 0 || old || i >= state.width()) {
        return TruthText(kUnknown);
      }
      return TruthText(state.Value(age, i));
    }
    if (i >= state.width()) return "?";
    if (node.sort == Sort::kString && !sampler_->switches().strings) {
      return LastText(node, state, state.Index(age, i));
    }
    if (age >= state.fresh) return "?";
    if (node.sort == Sort::kString) {
      return '"' + state.texts[state.Index(age, i)].value_or("") + '"';
    }
    return NumberText(state.Value(age, i), sampler_->switches());
  }

  /// The last text there was, whether there still is one or not.
  std::string LastText(const Node& node, const NodeState& state,
                       std::size_t index) const {
    if (node.op == Op::kDelay) NoteUndefined("shows an address");
    if (!state.texts[index]) NoteUndefined("crashes on a string without value");
    return '"' + state.texts[index].value_or("") + '"';
  }

  Sampler* sampler_;
  NodeMachine machine_;
};

}  // namespace

std::unique_ptr<Evaluator> MakeNodeEvaluator(Sampler* sampler) {
  return std::make_unique<NodeEvaluator>(sampler);
}

}  // namespace spec
