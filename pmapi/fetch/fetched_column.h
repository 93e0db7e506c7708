// FetchedColumn: one column that a program reads: what it wants of each host's
// stream, and a block of it. Neighbours: shared_lanes.h, fetcher.h.
#ifndef TOCSIN_PMAPI_FETCH_FETCHED_COLUMN_H_
#define TOCSIN_PMAPI_FETCH_FETCHED_COLUMN_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "pmapi/block/column.h"
#include "pmapi/fetch/fetcher.h"
#include "pmapi/fetch/host_stream.h"
#include "pmapi/fetch/mark_rule.h"
#include "pmapi/fetch/shared_rate.h"
#include "pmapi/series/series.h"

namespace pmapi {

/// By stream and want.
using SharedRates = std::map<std::pair<const HostStream*, int>, SharedRate>;

/// The ticks are those that its streams have handed out last.
class FetchedColumn {
 public:
  static constexpr int kNoWant = -1;

  /// One host's lanes of the column.
  struct HostLanes {
    const HostStream* stream = nullptr;
    int want = kNoWant;  // none: a type without values
    Type type = Type::kNoSupport;
    double factor = 1;
    std::vector<InstanceId> instances;  // explicit ones, as written
    RateState state;                    // of an open column that is a rate
    SharedRate* rates = nullptr;        // of an explicit one
    MarkRule mark_rule;                 // of one that is across marks

    /// REQUIRES: there is a want. Lifetime: of the stream's samples.
    const SampleGroup& group() const { return stream->group(want); }
    const MetricSamples& metric() const { return stream->metric(want); }
  };

  /// Adds what it wants to `streams`, those of the request's hosts, and the
  /// rates of which it picks lanes to `rates`; all outlive it.
  /// `known_instances`: how many its metrics have so far.
  FetchedColumn(ColumnRequest request, const std::vector<HostStream*>& streams,
                SharedRates* rates, std::int32_t known_instances);

  const ColumnRequest& request() const { return request_; }
  const std::vector<HostLanes>& hosts() const { return hosts_; }

  /// The column of the ticks that the streams have taken.
  void Fill(int ticks, const LaneSet& lanes, RateOptions options, Column* out);

  /// Goes on from the values that `before`, the same column, has seen.
  void Continue(FetchedColumn* before);

 private:
  std::size_t WidthOf(const HostLanes& host) const;
  bool FillHost(int first, RateOptions options, HostLanes* host, Block* block);
  bool FillValues(const Segment& segment, RateOptions options, HostLanes* host,
                  Block* block);
  void FillBlock(RateOptions options, Block* block);
  void CountValues(Column* column);

  ColumnRequest request_;
  std::vector<HostLanes> hosts_;  // as request_.hosts
  std::int32_t last_count_ = 0;   // Column::counts of the tick before
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_FETCH_FETCHED_COLUMN_H_
