// MemberMachine: how we evaluate. Every expression is a stream of cells, one a
// lane and tick; unknown is a member's. All ticks are kept, so that every
// rule reads as it stands in docs/evaluation.md. node_machine.h is pmie's way.
#ifndef TOCSIN_TESTS_SUPPORT_SPEC_MEMBERS_H_
#define TOCSIN_TESTS_SUPPORT_SPEC_MEMBERS_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/spec/evaluator.h"
#include "tests/support/spec/sampler.h"
#include "tests/support/spec/tree.h"

namespace spec {

/// What makes a lane the same one at another tick: the host's position; of an
/// open set the instance, else the position; where either operand may lead,
/// then which one did: 0 left, 1 right.
using LaneKey = std::vector<int>;

/// A lane that is present at a tick: its instance has a value now. It is a
/// member if it has all that the expression needs, unknown if not `known`.
struct Cell {
  LaneKey key = {0, 0};
  Lane lane;
  /// Of a min or max: the lane that its value comes from.
  Lane extreme;
  bool member = true;
  bool known = false;
  /// Unknown, though what it is computed of has values.
  bool undecided = false;
  double value = 0;
  std::string text;
};

/// False of a truth that is unknown for want of values.
inline bool HasValue(const Cell& cell) { return cell.known || cell.undecided; }

/// The present lanes at a tick, in lane order.
using Cells = std::vector<Cell>;

enum class Layout { kSingle, kFixed, kOpen };

Layout LayoutOf(const Node& node);

/// Under && and ||: of the two operands, whose lanes are not the same ones, it
/// is decided at each tick who leads.
bool EitherLeads(const Node& node);

/// Under && and ||: the value on the left is the result while the set on the
/// right is empty.
bool StandsIn(const Node& node);

/// What makes that lane the same one.
inline const LaneKey kStandInKey = {0, pmapi::kNullInstance};

/// Lifetime: keeps the sampler.
class MemberMachine {
 public:
  explicit MemberMachine(Sampler* sampler) : sampler_(sampler) {}

  /// Computes the cells of `root` and all below for the sampler's tick.
  /// REQUIRES: once a tick.
  void Evaluate(const Node& root);

  /// The cells of `node`, `age` ticks ago; none before the first tick. The
  /// lanes of what is not open are always present.
  const Cells& At(const Node& node, int age) const;
  /// The cell of the lane there, or null where it is not present.
  const Cell* Find(const Node& node, int age, const LaneKey& key) const;
  /// The same, or null where it is no member.
  const Cell* FindMember(const Node& node, int age, const LaneKey& key) const;

 private:
  Cells Compute(const Node& node);
  Cells Constant(const Node& node) const;
  Cells Fetch(const Node& node);
  Cells FetchFixed(const Node& node);
  Cells FetchOpen(const Node& node);
  void SetFetched(const HostMetric& metric, bool rate, int instance,
                  Cell* cell);
  Cells Delay(const Node& node) const;
  Cells Unary(const Node& node) const;
  Cells Rate(const Node& node) const;
  /// Between the last two values of `operand`.
  double SecondsPassed(const Node& operand) const;
  Cells Change(const Node& node);
  Cells Binary(const Node& node) const;
  Cells StandIn(const Node& node) const;
  /// The left operand leads at this tick.
  bool LeftLeads(const Node& node) const;
  bool LeftLeadsByNumber(const Node& node) const;
  void Combine(const Node& node, const Cell* left, const Cell* right,
               Cell* result) const;
  Cells Match(const Node& node) const;
  Cells Reduce(const Node& node);
  Cells ReduceSamples(const Node& node);
  Cells ReduceHosts(const Node& node) const;
  Cells ReduceInstances(const Node& node) const;
  void ReduceGroup(const Node& node, const std::vector<const Cell*>& group,
                   Cell* result) const;
  /// How old the samples are that X_sample adds up, first to last.
  std::vector<int> AgesInOrder(const Node& operand);
  /// The number of values of the open fetches that shape `node`.
  std::vector<int> FetchedCounts(const Node& node, bool known) const;

  struct Stream {
    std::vector<Cells> ticks;
    /// Of rising and falling: the last known value of each lane, and which
    /// ever had a value.
    std::map<LaneKey, double> last_known;
    std::set<LaneKey> had_value;
    /// Of an operand of X_sample: see AgesInOrder.
    int phase = -1;
    std::vector<int> counts;
  };

  Sampler* sampler_;
  std::map<const Node*, Stream> streams_;
  std::vector<double> stamps_;
};

/// The machine as an Evaluator. Lifetime: keeps the sampler.
std::unique_ptr<Evaluator> MakeMemberEvaluator(Sampler* sampler);

}  // namespace spec

#endif  // TOCSIN_TESTS_SUPPORT_SPEC_MEMBERS_H_
