// Evaluator: a bound expression's values for a block of ticks, from those of
// the metrics that it is made of. Fetching them is derived_source.h's.
// Source: pmapi/derived/FORMAT.md, "Values".
#ifndef TOCSIN_PMAPI_DERIVED_EVALUATE_H_
#define TOCSIN_PMAPI_DERIVED_EVALUATE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/time.h"
#include "pmapi/derived/bound.h"
#include "pmapi/derived/node_values.h"
#include "pmapi/source/samples.h"
#include "pmapi/source/source.h"

namespace pmapi::derived {

/// Of one derived metric. Memory: a block, and a tick for each rate.
class Evaluator {
 public:
  /// `nothing_is_zero`: sum and average of no values are 0, as in PCP; else
  /// they are none.
  /// Lifetime: borrows `catalog`, for the names of instances.
  Evaluator(BoundExpr bound, const MetricCatalog* catalog,
            bool nothing_is_zero);

  const MetricDesc& desc() const { return bound_.desc; }
  /// The metrics that it is made of.
  std::vector<MetricDesc> Leaves() const;
  /// Each instance's value depends on that instance's alone.
  bool each_on_its_own() const;

  /// Fills `out` but for its group. `metrics` are the indices of Leaves() in
  /// the samples. Blocks must come in order: a rate needs the tick before.
  void Run(const Samples& samples, const std::vector<int>& metrics,
           MetricSamples* out);

  /// The tick before is not known: the next has no rates.
  void Forget();
  /// Goes on from the last tick that `before` has run, if it computes the same
  /// of the same metrics. REQUIRES: nothing was run yet.
  void Continue(const Evaluator& before);

 private:
  /// What a difference keeps of the tick before.
  struct TickBefore {
    bool empty = true;
    base::Timestamp stamp;
    std::vector<InstanceId> instances;
    std::vector<std::uint64_t> bits;
    std::vector<Cell> cells;
  };
  /// Which instances a node is about.
  struct Selection {
    bool known = false;
    std::vector<InstanceId> instances;
    std::vector<std::uint8_t> chosen;
  };

  std::size_t Width(InDom indom) const;
  const std::vector<InstanceId>& InstancesOf(InDom indom) const;
  NodeView ViewOf(int node) const;
  const BoundNode& node(int index) const { return bound_.nodes[index]; }

  void Compute(int index);
  void TakeMarks(const std::vector<int>& metrics, std::size_t ticks,
                 MetricSamples* out);
  void TakeLeaf(int index, int metric);
  void Select(int index);
  void Reduce(int index);
  void Differ(int index);
  void Difference(const BoundNode& node, Type type, std::uint64_t now,
                  std::uint64_t before, double elapsed, std::size_t at,
                  NodeValues* out);
  void Choose(int index);

  BoundExpr bound_;
  const MetricCatalog& catalog_;
  bool nothing_is_zero_;
  std::vector<NodeValues> values_;     // a node each
  std::vector<NodeView> leaves_;       // a node each, where it is a metric
  std::vector<TickBefore> before_;     // a node each
  std::vector<Selection> selections_;  // a node each
  std::int64_t origin_ = 0;            // of the tick before
  const Samples* samples_ = nullptr;   // while it runs
};

}  // namespace pmapi::derived

#endif  // TOCSIN_PMAPI_DERIVED_EVALUATE_H_
