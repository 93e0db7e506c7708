// MarkRule: which values of a counter may not be compared with those before.
#ifndef TOCSIN_PMAPI_FETCH_MARK_RULE_H_
#define TOCSIN_PMAPI_FETCH_MARK_RULE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pmapi/block/block.h"
#include "pmapi/fetch/segment.h"
#include "pmapi/series/number_rows.h"

namespace pmapi {

/// Of explicit lanes, picked of a want that is across marks (Want): if any of
/// them had a value at the tick before a mark, none has at the first one after
/// it, as if nothing else had been fetched. Source: pmapi/archive/REPLAY.md,
/// "Marks and counters".
class MarkRule {
 public:
  /// Leaves values out of the segment's columns, which are made of `rows`,
  /// those from `first_row` on, the ticks after those of the call before. A
  /// rate that would be to one that was left out is unknown. True if nothing
  /// was left out. Shape: `marks` [ticks], as MetricSamples::after_mark.
  bool Apply(const NumberRows& rows, std::size_t first_row,
             std::span<const std::uint8_t> marks, const Segment& segment,
             bool rate, Block* block);

  /// By tick of the last Apply(); empty where no value was left out.
  const std::vector<bool>& left_out() const { return left_out_; }

 private:
  bool had_ = false;   // a lane had a value at the tick before
  bool left_ = false;  // values were left out at the tick before
  std::vector<bool> left_out_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_FETCH_MARK_RULE_H_
