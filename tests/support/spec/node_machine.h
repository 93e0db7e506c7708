// NodeMachine: how pmie evaluates. Every node keeps a ring of its last
// results and counts how many of them were good in a row; unknown is a node's,
// not a member's. members.h is how we do. Source: docs/pmie.md, "Unknown",
// "Truth".
#ifndef TOCSIN_TESTS_SUPPORT_SPEC_NODE_MACHINE_H_
#define TOCSIN_TESTS_SUPPORT_SPEC_NODE_MACHINE_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/spec/arithmetic.h"
#include "tests/support/spec/evaluator.h"
#include "tests/support/spec/sampler.h"
#include "tests/support/spec/tree.h"

namespace spec {

/// Of an operand that has the lead, because the other one has nothing at this
/// tick; pmie still asks that one for names.
inline constexpr const char* kNameless = "crashes on a lane without a name";

/// What a node remembers. Shape: [depth][width], the newest sample at `newest`,
/// the next older one after it, round again; stamps [depth], newest first.
struct NodeState {
  Dims dims;
  int depth = 1;
  int newest = 0;
  int fresh = 0;
  /// Why it cannot be said what pmie makes of this tick, or null.
  const char* undefined = nullptr;
  std::vector<double> values;
  std::vector<std::optional<std::string>> texts;
  std::vector<double> stamps;
  /// Of min and max: which operand the extreme was, by value.
  std::vector<int> extremes;

  /// Of a fetch, by host: the instances that are there, what they were, when.
  std::vector<std::vector<pmapi::InstanceId>> present;
  std::vector<std::vector<Raw>> before;
  std::vector<std::optional<double>> before_stamp;
  /// Values were fetched that nobody has looked at. Where the next fetch has
  /// none, pmie still looks at these, which it has freed.
  std::vector<bool> unread;

  int width() const { return dims.width(); }
  int Row(int age) const { return (newest + age) % depth; }
  std::size_t Index(int age, int i) const {
    return static_cast<std::size_t>(Row(age) * width() + i);
  }
  double Value(int age, int i) const { return values[Index(age, i)]; }
};

/// Lifetime: keeps the sampler.
class NodeMachine {
 public:
  explicit NodeMachine(Sampler* sampler) : sampler_(sampler) {}

  /// Evaluates the tree under `root` for the sampler's tick.
  /// REQUIRES: once a tick.
  void Evaluate(const Node& root);
  /// Lets the tick pass without evaluating the tree.
  void Skip(const Node& root);
  /// There are as many instances as values, so that each value has a name.
  bool HasNames(const Node& node) const;
  /// Why the value of the tree at this tick is undefined, or null.
  const char* Undefined(const Node& root) const;

  const NodeState& StateOf(const Node& node) const { return states_.at(&node); }
  /// The lanes of the node's values, by its fetch.
  std::vector<Lane> LanesOf(const Node& node) const;
  /// How many values host `h` has in the fetch `node`.
  int HostWidth(const Node& fetch, int h) const;

 private:
  NodeState& Enter(const Node& node);
  void NewRing(const Node& node, NodeState* state);
  void Rotate(NodeState* state);
  void Spread(const Node& fetch);
  void Step(const Node& root, NodeState* state);
  double StampOf(const Node& node) const;

  std::optional<double> StampNow() const;
  void Read(const Node& node, NodeState* state);
  void Fetch(const Node& node, NodeState* state);
  bool FetchFixed(const Node& node, NodeState* state);
  void FetchOpen(const Node& node, NodeState* state);
  void Store(const Node& node, int h, int i, const Raw& raw, NodeState* state,
             bool* good);
  void Delay(const Node& node, NodeState* state);
  void Unary(const Node& node, NodeState* state);
  void Change(const Node& node, NodeState* state);
  void Binary(const Node& node, NodeState* state);
  void Logic(const Node& node, NodeState* state);
  /// How many values && or || computes at this tick.
  int LogicWidth(const Node& node) const;
  void Match(const Node& node, NodeState* state);
  void Reduce(const Node& node, NodeState* state);
  void ReduceSamples(const Node& node, const NodeState& arg, NodeState* state);
  void ReduceHosts(const Node& node, const NodeState& arg, NodeState* state);
  void ReduceInstances(const Node& node, const NodeState& arg,
                       NodeState* state);
  void ReduceGroup(const Node& node, const std::vector<double>& group,
                   int first, int i, NodeState* state);
  /// The name of instance `k` of host `h`.
  std::string NameOf(const Node& fetch, int h, int k) const;

  /// True if pmie takes the operand for a single value whatever it has.
  bool Single(const Node& node) const;

  Sampler* sampler_;
  std::map<const Node*, NodeState> states_;
};

/// The machine as an Evaluator. Lifetime: keeps the sampler.
std::unique_ptr<Evaluator> MakeNodeEvaluator(Sampler* sampler);

}  // namespace spec

#endif  // TOCSIN_TESTS_SUPPORT_SPEC_NODE_MACHINE_H_
