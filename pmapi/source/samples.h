// Samples: what one fetch of some ticks brought: rows of numbers where the
// reader wants these, else in native types.
#ifndef TOCSIN_PMAPI_SOURCE_SAMPLES_H_
#define TOCSIN_PMAPI_SOURCE_SAMPLES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/stamp.h"
#include "base/time.h"
#include "pmapi/block/cell.h"
#include "pmapi/metric/metric.h"
#include "pmapi/series/number_rows.h"

namespace pmapi {

/// The columns that all wanted metrics of one instance domain share.
struct SampleGroup {
  InDom indom = kNullInDom;
  /// Ascending and unique: the union, over the ticks and the metrics of the
  /// group, of the instances that have a cell. {kNullInstance} if singular.
  std::vector<InstanceId> instances;
};

/// One Want's values.
struct MetricSamples {
  /// Index into Samples::groups.
  int group = 0;
  /// Native bits, as PMAPI's atom holds them in memory: 32-bit integers and
  /// floats in the low half, 32-bit signed ones sign-extended. Strings: index
  /// into Samples::strings. Zero where the cell is not valid.
  /// Shape: [ticks][instances of the group].
  std::vector<std::uint64_t> bits;
  /// A cell is kKnown or kAbsent. So is the value of a counter that may not
  /// be compared with that of the tick before (the first after a mark that the
  /// last step jumped over): as in libpcp, there is none, but where it is
  /// wanted across marks. A number of event records that nobody knows is
  /// kMember.
  std::vector<Cell> cells;
  /// A mark lies between this tick's value and the one of the tick before:
  /// a rate across it is unknown. Shape: [ticks].
  std::vector<std::uint8_t> after_mark;
  /// Every cell is kKnown and no tick is after a mark.
  bool dense = false;
  /// Live: which connection or which writing of a file these values come from.
  /// A rate between two origins is unknown, also from stream to stream.
  std::int64_t origin = 0;
  /// The reader's, set before a fetch: where a metric's rows go, a block of
  /// them, in place of `bits` and `cells`. Null: these are wanted.
  NumberRows* numbers = nullptr;
};

/// Shape: `stamps` [ticks]; `metrics` in the order of the stream's wants.
struct Samples {
  std::vector<base::Timestamp> stamps;
  std::vector<SampleGroup> groups;
  std::vector<MetricSamples> metrics;
  std::vector<std::string> strings;

  int ticks() const { return static_cast<int>(stamps.size()); }
};

/// When the row of `metric` at `stamp` was taken.
inline RowTime RowTimeOf(base::Timestamp stamp, const MetricSamples& metric,
                         bool marked) {
  return {base::StampSeconds(stamp), metric.origin, marked};
}

/// Makes numbers of the bits of `metric`, one of `samples`, if it has a place
/// for them: for who has all rows at once.
void PutNumbers(const Samples& samples, const MetricSamples& metric);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_SAMPLES_H_
