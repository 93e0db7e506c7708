// Convert and Rate: samples in native types become columns of a Block, in
// canonical units. Fetching samples is pmapi/source's business, choosing the
// columns of a block pmapi/fetch's. Source: docs/pmie.md, "Canonical units",
// "Rates"; docs/pmie-differences.md, "Rates beyond 2^53 and over wraps".
#ifndef TOCSIN_PMAPI_SERIES_SERIES_H_
#define TOCSIN_PMAPI_SERIES_SERIES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "base/time.h"
#include "pmapi/block/block.h"
#include "pmapi/metric/metric.h"
#include "pmapi/source/samples.h"

namespace pmapi {

/// Which columns of a Block one host's part of a metric fills, and from which
/// columns of its samples. Several hosts' segments stand side by side in one
/// Block, each filled in place by its own call.
struct Segment {
  /// The segment's first column in the Block.
  int first = 0;
  /// Per column of the segment: the column of the samples' group, or -1 for
  /// an instance that the group lacks. Empty with `identity`.
  std::vector<int> from;
  /// The segment is the group's columns, all and in order.
  bool identity = true;
  /// Explicit instances: a lane without a value is a member all the same.
  bool always_member = false;

  /// A wildcard set's segment: the columns of the group as they are.
  static Segment Wildcard(int first) { return Segment{first, {}, true, false}; }
  /// The segment of `instances` as written; one may stand there twice. Of a
  /// singular metric it is {kNullInstance}.
  static Segment Explicit(int first, const SampleGroup& group,
                          std::span<const InstanceId> instances);

  /// How many columns of the Block it fills.
  int Width(const SampleGroup& group) const {
    return static_cast<int>(identity ? group.instances.size() : from.size());
  }
};

/// Fills the segment with the values in canonical units: each converted to
/// double, then times `factor` (CanonicalFactor of the metric's units). A
/// wildcard lane is a member where it has a cell, an explicit one always.
/// True if the segment is kKnown throughout; who fills the last segment of a
/// block sets its dense().
/// REQUIRES: `out` has samples.ticks() ticks and the segment's columns;
/// `type` is numeric.
bool Convert(const Samples& samples, const MetricSamples& metric, Type type,
             double factor, const Segment& segment, Block* out);

/// Convert for strings: a value is the number that `numbers` has for its
/// index in Samples::strings.
bool ConvertStrings(const Samples& samples, const MetricSamples& metric,
                    std::span<const double> numbers, const Segment& segment,
                    Block* out);

/// What the environment may change about rates; cli reads it.
struct RateOptions {
  /// PCP_COUNTER_WRAP: a counter that went backwards has wrapped, and 2^32 or
  /// 2^64 (by type; floating ones never wrap) makes up for it in raw units.
  bool counter_wrap = false;
};

/// One tick's values, each times the factor.
struct ScaledRow {
  std::vector<double> values;
  bool all_valid = false;
  /// Some value may be more than a double holds exactly.
  bool wide = false;
};

/// What Rate keeps of one host's metric from block to block: the last tick.
/// Shape: `bits`, `cells` and `scaled` as `instances`.
struct RateState {
  bool empty = true;
  base::Timestamp stamp;
  std::int64_t origin = 0;
  std::vector<InstanceId> instances;
  std::vector<std::uint64_t> bits;
  std::vector<Cell> cells;
  ScaledRow scaled;
  ScaledRow next;  // where the tick at hand is scaled, kept for its memory

  /// Forgets the last tick: the next has no rates (a host was lost).
  void Reset() { empty = true; }
};

/// Fills the columns from `first` on, those of the samples' group, with rates
/// per second in canonical units, from tick to tick, the first from `state`,
/// which then holds the last.
///
/// A lane with a value now and at the tick before has a rate, but unknown
/// where the counter went backwards (and no wrap is corrected), a mark lies
/// between, the values are of two origins, or no time has passed. A first value
/// is only present. All other lanes are absent. The result is Convert's.
/// REQUIRES: as Convert; the state saw the ticks before, with the same type and
/// factor.
bool Rate(const Samples& samples, const MetricSamples& metric, Type type,
          double factor, RateOptions options, int first, RateState* state,
          Block* out);

/// Fills the explicit segment with lanes of `from`, whose columns are the
/// group's; each is a member. The result is Convert's.
bool PickLanes(const Block& from, const Segment& segment, Block* out);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SERIES_SERIES_H_
