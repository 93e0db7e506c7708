// Fetcher: the columns that a program reads, from all its sources, a block of
// ticks at a time. Every metric of a source is fetched once, however many
// columns are made of it.
#ifndef TOCSIN_PMAPI_FETCH_FETCHER_H_
#define TOCSIN_PMAPI_FETCH_FETCHER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "pmapi/block/column.h"
#include "pmapi/block/strings.h"
#include "pmapi/series/number_rows.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// One column: a metric on each of its hosts.
struct ColumnRequest {
  struct HostMetric {
    int source = 0;  // index into the fetcher's sources
    MetricDesc desc;
    std::shared_ptr<const EventFold> fold = nullptr;  // as Want::fold
  };
  std::vector<HostMetric> hosts;
  /// Open: all instances that have values. Else `lanes`, as written, by host.
  bool open = false;
  std::vector<Lane> lanes;
  /// Columns with the same number have the same lanes, by pointer. They are
  /// of the same hosts and, on each of them, of the same instance domain.
  int lane_set = 0;
  bool rate = false;     // a counter as its rate
  bool counted = false;  // wants Column::counts
};

/// A block of ticks. Lifetime: the next Next(). Shape: `stamps` [ticks],
/// `columns` as the requests, `fetched` by source, those that were asked.
struct Columns {
  std::vector<base::Timestamp> stamps;  // when the ticks were due
  std::vector<SourceStamps> fetched;
  std::vector<Column> columns;
};

/// What became of one source at one tick.
struct Answer {
  int source = 0;
  /// Why it has no values, or not all.
  std::optional<base::Error> failure;
  /// What has happened to it since the tick before
  /// (SampleStream::Interruption).
  std::optional<base::Error> interruption = {};
};

/// Threads: one, that of its sources, but for what is done for all.
class Fetcher {
 public:
  /// What was passed over.
  struct Passed {
    std::int64_t ticks = 0;
    bool all = false;       // `ticks`, and all that remain
    std::size_t bytes = 0;  // Lead::Bytes
  };
  /// Calls a function with 0 to a count less 1, once each, in any order and
  /// from several threads, and returns when all is done.
  using ForAll =
      std::function<void(std::size_t, const std::function<void(std::size_t)>&)>;

  /// The plain ForAll.
  static void OneByOne(std::size_t count,
                       const std::function<void(std::size_t)>& call);

  /// Opens a stream of each source that a request names. `for_all` is used for
  /// what is done source by source. Errors: those of Source::Open. Lifetime:
  /// `sources` and `strings` outlive the fetcher.
  static base::Result<std::unique_ptr<Fetcher>> Open(
      std::span<Source* const> sources, std::vector<ColumnRequest> requests,
      TickGrid grid, RateOptions options, StringPool* strings,
      ForAll for_all = OneByOne);
  ~Fetcher();
  Fetcher(const Fetcher&) = delete;
  Fetcher& operator=(const Fetcher&) = delete;

  /// The next ticks, at least one and at most `max_ticks`. Errors: those of
  /// SampleStream::Fetch, once all ticks before the damage were delivered.
  base::Result<void> Next(int max_ticks, Columns* out);
  /// Next() comes soon, with `out`, after a pause (base/warm.h).
  void Warm(const Columns& out) const;

  /// How many streams it has.
  std::size_t streams() const;
  /// Whether PassOver() can be called: all sources are of the past.
  bool CanPassOver() const;
  /// Leaves the next `ticks` to `part`, and goes on after them, which takes a
  /// small part of the time of Next(). Where they end in the middle of what
  /// belongs together they are more: up to `most`, or, where that is not enough
  /// either, all that remain, and nothing can be passed over any more. `part`
  /// hands them out, and before them the tick before
  /// them, if there is one, as the first, whose values are compared with none.
  /// REQUIRES: `part` was opened alike and has handed out no more and no less
  /// than what was left to it. Threads: not that of `part` meanwhile.
  Passed PassOver(int ticks, int most, Fetcher* part);

  /// Live: begins to fetch the tick that was due at `due` from all sources at
  /// once, now that it is `now`. `ready` is called once, perhaps before this
  /// returns, when Next(1) can hand it out without waiting, at the latest
  /// after `limit`. A source that fails then, or is late (kLate), has no values
  /// at this tick: answers() has why, and Next() succeeds.
  /// REQUIRES: the tick asked for before has been handed out.
  void Ask(base::Timestamp due, base::Timestamp now, base::Duration limit,
           std::function<void()> ready);
  /// Live: asks no more, and nobody is called.
  void Close();
  /// Live: rates go on from the values that `before` has seen: of each column
  /// from that of the other one which is the same, or -1.
  /// REQUIRES: nothing was fetched yet; `before` is closed.
  void Continue(Fetcher* before, std::span<const int> counterparts);

  /// Of the last tick that was asked for and handed out: of each source that
  /// has a stream, in the order of the sources.
  const std::vector<Answer>& answers() const;

 private:
  class Impl;
  explicit Fetcher(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_FETCH_FETCHER_H_
