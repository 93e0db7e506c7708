// Segment: which columns of a block one host's part of a metric fills, and with
// what. What numbers are made of a metric's values is pmapi/series's business.
#ifndef TOCSIN_PMAPI_FETCH_SEGMENT_H_
#define TOCSIN_PMAPI_FETCH_SEGMENT_H_

#include <cstddef>
#include <span>
#include <vector>

#include "pmapi/block/block.h"
#include "pmapi/series/number_rows.h"
#include "pmapi/source/samples.h"

namespace pmapi {

/// Several hosts' segments stand side by side in one Block, each filled in
/// place by its own call.
struct Segment {
  /// The segment's first column in the Block.
  int first = 0;
  /// Per column of the segment: the column of the samples' group, or -1 for
  /// an instance that the group lacks.
  std::vector<int> from;
  /// The segment is the group's columns, all and in order; `from` is empty.
  bool identity = true;
  /// Explicit instances: a lane without a value is a member all the same.
  bool always_member = false;

  /// A wildcard set's segment: the columns of the group as they are.
  static Segment Wildcard(int first) { return Segment{first, {}, true, false}; }
  /// The segment of `instances` as written; one may stand there twice. Of a
  /// singular metric it is {kNullInstance}.
  static Segment Explicit(int first, const SampleGroup& group,
                          std::span<const InstanceId> instances);
};

/// Fills the segment with rows of `from`, those from `first_row` on, whose
/// columns are the group's. True if it is kKnown throughout; who fills the last
/// segment of a block sets its dense().
/// REQUIRES: `out` has the segment's columns, `from` as many rows.
bool PutNumbers(const NumberRows& from, std::size_t first_row,
                const Segment& segment, Block* out);

/// The same for strings, of `width` columns: a value is the number that
/// `numbers` has for its index in Samples::strings.
bool PutStrings(const MetricSamples& from, std::size_t width,
                std::size_t first_row, std::span<const double> numbers,
                const Segment& segment, Block* out);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_FETCH_SEGMENT_H_
