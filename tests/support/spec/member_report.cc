// The member machine as an Evaluator: what its cells show.
#include <algorithm>

#include "base/check.h"
#include "tests/support/spec/arithmetic.h"
#include "tests/support/spec/members.h"

namespace spec {
namespace {

class MemberEvaluator : public Evaluator {
 public:
  explicit MemberEvaluator(Sampler* sampler)
      : sampler_(sampler), machine_(sampler) {}

  void Evaluate(const Node& root) override { machine_.Evaluate(root); }
  /// All conditions are evaluated at every tick.
  void Skip(const Node&) override { CHECK(false); }

  bool Valid(const Node& condition) const override {
    return Truth(condition) != kUnknown;
  }

  double Truth(const Node& condition) const override {
    const Cells& cells = machine_.At(condition, 0);
    if (cells.empty() || !cells.front().known) return kUnknown;
    return cells.front().value;
  }

  Shown Show(const Node& root) const override {
    Shown shown;
    const bool metrics = MetricsOf(root) != nullptr;
    const bool told = metrics && (AnyKnown(root) || Empty(root));
    shown.bindings = told && root.sort == Sort::kTruth;
    shown.lines = told && root.dims.hosts != -1;
    for (const Cell& cell : machine_.At(root, 0)) {
      ShownValue value{HostName(NamedLane(root, cell), sampler_->logs()),
                       NamedLane(root, cell).name,
                       {}};
      value.samples = Samples(root, cell.key, std::max(root.dims.depth(), 1));
      shown.values.push_back(std::move(value));
    }
    return shown;
  }

  Bindings Bind(const Node& condition) const override {
    const Node* b =
        BindingNode(condition, [](const Node& node) { return node.dims; });
    if (b == nullptr) return std::vector<Bound>{{{}, {}, {}, "true"}};
    if (!AnyKnown(*b)) return std::nullopt;
    std::vector<Bound> bound;
    for (const Cell& cell : machine_.At(*b, 0)) {
      const bool holds = cell.known && cell.value == kTrue;
      if (b->sort == Sort::kTruth && !holds) continue;
      bound.push_back(BoundTo(NamedLane(*b, cell), sampler_->logs()));
      LaneKey key = cell.key;
      const Node& value_node = ValueNode(*b, &key);
      bound.back().value =
          Joined(Samples(value_node, key, SamplesKept(value_node)));
    }
    return bound;
  }

 private:
  /// Vn of the operands that led, and the lane's key there.
  const Node& ValueNode(const Node& binding, LaneKey* key) const {
    const Node* at = &binding;
    while (true) {
      const Node* value_node = &spec::ValueNode(*at);
      while (at != value_node && !EitherLeads(*at) && !StandsIn(*at)) {
        at = LeadOf(*at);
      }
      if (at == value_node) return *at;
      if (StandsIn(*at)) {
        const bool empty = machine_.At(*at->right, 0).empty();
        at = empty ? at->left.get() : at->right.get();
        if (empty) *key = machine_.At(*at, 0).front().key;
        continue;
      }
      at = key->back() == 0 ? at->left.get() : at->right.get();
      key->pop_back();
    }
  }

  static const Lane& NamedLane(const Node& node, const Cell& cell) {
    return node.is_extreme() && cell.known ? cell.extreme : cell.lane;
  }

  bool AnyKnown(const Node& node) const {
    const Cells& cells = machine_.At(node, 0);
    return std::any_of(cells.begin(), cells.end(),
                       [](const Cell& cell) { return cell.known; });
  }

  /// A fetch of now without an instance: -V has nothing to give a line to. One
  /// of rates is unknown then.
  bool Empty(const Node& node) const {
    const Node* fetch = &node;
    while (fetch->op == Op::kInstant) fetch = fetch->left.get();
    return fetch->op == Op::kFetch && !fetch->rate &&
           machine_.At(node, 0).empty();
  }

  std::vector<std::string> Samples(const Node& node, const LaneKey& key,
                                   int count) const {
    std::vector<std::string> samples;
    for (int age = 0; age < count; ++age) {
      samples.push_back(SampleText(node, machine_.FindMember(node, age, key)));
    }
    return samples;
  }

  std::string SampleText(const Node& node, const Cell* cell) const {
    const bool known = cell != nullptr && cell->known;
    if (node.sort == Sort::kTruth) {
      return TruthText(known ? cell->value : kUnknown);
    }
    if (!known) return "?";
    if (node.sort == Sort::kString) return '"' + cell->text + '"';
    return NumberText(cell->value, sampler_->switches());
  }

  Sampler* sampler_;
  MemberMachine machine_;
};

}  // namespace

std::unique_ptr<Evaluator> MakeMemberEvaluator(Sampler* sampler) {
  return std::make_unique<MemberEvaluator>(sampler);
}

}  // namespace spec
