// Column: a fetched metric as the evaluator gets it; SourceStamps: and when.
#ifndef TOCSIN_PMAPI_BLOCK_COLUMN_H_
#define TOCSIN_PMAPI_BLOCK_COLUMN_H_

#include <cstdint>
#include <span>
#include <vector>

#include "base/time.h"
#include "pmapi/block/block.h"

namespace pmapi {

/// A Block and how many values were fetched at each tick, also those that a
/// rate cannot use yet: where that number changes, pmie begins its windows
/// anew (docs/evaluation.md, "Order of summation").
struct Column {
  Block block;
  std::vector<std::int32_t> counts;  // Shape: [ticks]
  /// The number at the tick before the block; before the first tick of all,
  /// the number of instances the source knows.
  std::int32_t count_before = 0;
};

/// When the values of one source were fetched: of an archive the ticks' own
/// times, of a live host a little later. Shape: `stamps` [ticks].
struct SourceStamps {
  int source = 0;
  std::span<const base::Timestamp> stamps;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_BLOCK_COLUMN_H_
