// MarkRule: which values of a counter may not be compared with those before.
#ifndef TOCSIN_PMAPI_FETCH_MARK_RULE_H_
#define TOCSIN_PMAPI_FETCH_MARK_RULE_H_

#include <cstddef>
#include <vector>

#include "pmapi/block/block.h"
#include "pmapi/series/series.h"
#include "pmapi/source/samples.h"

namespace pmapi {

/// Of explicit lanes, picked of a want that is across marks (Want): if any of
/// them had a value at the tick before a mark, none has at the first one after
/// it, as if nothing else had been fetched. Source: pmapi/archive/REPLAY.md,
/// "Marks and counters".
class MarkRule {
 public:
  /// Leaves values out of the segment's columns, which are made of `metric`,
  /// the ticks after those of the call before. A rate that would be to one
  /// that was left out is unknown. True if nothing was left out.
  bool Apply(const MetricSamples& metric, std::size_t group_width,
             const Segment& segment, bool rate, Block* block);

  /// By tick of the last Apply(); empty where no value was left out.
  const std::vector<bool>& left_out() const { return left_out_; }

 private:
  bool had_ = false;   // a lane had a value at the tick before
  bool left_ = false;  // values were left out at the tick before
  std::vector<bool> left_out_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_FETCH_MARK_RULE_H_
