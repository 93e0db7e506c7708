// FetchedColumn: one column that a program reads: what it wants of each host's
// stream, and a block of it. Neighbours: shared_lanes.h, fetcher.h.
#ifndef TOCSIN_PMAPI_FETCH_FETCHED_COLUMN_H_
#define TOCSIN_PMAPI_FETCH_FETCHED_COLUMN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pmapi/block/column.h"
#include "pmapi/fetch/fetcher.h"
#include "pmapi/fetch/host_stream.h"
#include "pmapi/fetch/mark_rule.h"
#include "pmapi/fetch/segment.h"
#include "pmapi/series/number_rows.h"

namespace pmapi {

/// The ticks are those that its streams have handed out last.
class FetchedColumn {
 public:
  static constexpr int kNoWant = -1;

  /// One host's lanes of the column.
  struct HostLanes {
    HostStream* stream = nullptr;
    int want = kNoWant;                 // none: a type without values
    std::vector<InstanceId> instances;  // explicit ones, as written
    /// Of one that is across marks, from its first ticks on.
    std::unique_ptr<MarkRule> mark_rule;

    /// REQUIRES: there is a want. Lifetime: of the stream's samples.
    const SampleGroup& group() const { return stream->group(want); }
    const MetricSamples& metric() const { return stream->metric(want); }
    /// Of the rows that the stream has handed out.
    std::span<const std::uint8_t> marks() const {
      return std::span(metric().after_mark)
          .subspan(stream->first_row(), stream->stamps().size());
    }
  };

  /// Adds what it wants to `streams`, those of the request's hosts, which
  /// outlive it. `known_instances`: how many its metrics have so far.
  FetchedColumn(ColumnRequest request, const std::vector<HostStream*>& streams,
                RateOptions options, std::int32_t known_instances);

  /// Without its hosts.
  const ColumnRequest& request() const { return request_; }
  const std::vector<HostLanes>& hosts() const { return hosts_; }

  /// The column of the ticks that the streams have taken.
  void Fill(int ticks, const LaneSet& lanes, Column* out);

  /// Fill() comes soon, after a pause (base/warm.h).
  void Warm() const;

  /// Goes on from the values that `before`, the same column, has seen.
  void Continue(const FetchedColumn& before);

 private:
  std::size_t WidthOf(const HostLanes& host) const;
  NumberRows* OwnRows() const;
  Segment SegmentOf(int first, const HostLanes& host) const;
  bool FillHost(int first, HostLanes* host, Block* block);
  void FillBlock(Block* block);
  void CountValues(int ticks, Column* column);

  ColumnRequest request_;
  std::vector<HostLanes> hosts_;  // as those of the request
  std::int32_t last_count_ = 0;   // Column::counts of the tick before
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_FETCH_FETCHED_COLUMN_H_
