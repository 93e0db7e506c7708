// HostStream: one source's stream, handing out as many ticks as all sources
// have. Neighbour: fetcher.h, which makes columns of several.
#ifndef TOCSIN_PMAPI_FETCH_HOST_STREAM_H_
#define TOCSIN_PMAPI_FETCH_HOST_STREAM_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/result.h"
#include "pmapi/block/strings.h"
#include "pmapi/source/lead.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// Wants first, then Open(), then ticks.
class HostStream {
 public:
  /// The index of what has the values of `want` in the samples, as numbers of
  /// `form`, or as they are. Equal wants are one, and so are those of some
  /// instances of a metric, a counter's across marks; but not of a derived one.
  /// REQUIRES: `want.only` is ascending, each once; `want.across_marks` is
  /// false.
  int AddWant(Want want, const std::optional<NumberForm>& form);
  bool has_wants() const { return !wants_.empty(); }
  bool is_open() const { return stream_ != nullptr; }

  /// Errors: those of Source::Open(). Lifetime: `source` outlives this.
  base::Result<void> Open(Source* source, const TickGrid& grid);
  /// Asks no more. What rates know of the last tick stays.
  void Close() { stream_ = nullptr; }
  /// Rates of want `want` go on from those of `old`, of the same metric, in
  /// `before`. REQUIRES: nothing was fetched yet.
  void Continue(int want, const HostStream& before, int old);

  /// Live: as SampleStream::Ask. The next Fill() has the tick, without values
  /// and with a failure() where the source has none.
  void Ask(base::Timestamp now, base::Duration limit,
           const std::function<void()>& ready);
  /// Why the tick that was asked for last has no values, or not all.
  const std::optional<base::Error>& failure() const { return failure_; }
  /// The source has not answered yet: rates go from the answer before to the
  /// next one.
  bool late() const {
    return failure_ && failure_->code == base::ErrorCode::kLate;
  }
  /// As SampleStream::Interruption, before that tick.
  const std::optional<base::Error>& interruption() const {
    return interruption_;
  }

  /// Makes sure that there are ticks to hand out, at most `max_ticks`, and
  /// that `strings` has their strings, for ticks that are counted from 0; how
  /// many ticks there are.
  base::Result<int> Fill(int max_ticks, StringPool* strings);
  /// Hands out `ticks` of them. REQUIRES: Fill() found as many.
  void Take(int ticks);

  /// Fill() comes soon, after a pause (base/warm.h).
  void Warm() const;

  /// Whether BeginPart() can be called.
  bool CanPassOver() const { return stream_->AsLead() != nullptr; }
  /// The stream as one that leaves ticks to `part`, the same of another
  /// fetcher, which has handed out all that it has.
  Lead* BeginPart(std::int64_t first, HostStream* part) {
    Lead* lead = stream_->AsLead();
    lead->Begin(part->stream_.get());
    part->end_ = first;
    return lead;
  }

  /// Where what Take() handed out begins in what was fetched. Other rows than
  /// these are to be left alone.
  std::size_t first_row() const { return static_cast<std::size_t>(first_); }
  /// When the rows were fetched. Lifetime: as metric().
  std::span<const base::Timestamp> stamps() const {
    return std::span(filled_.stamps)
        .subspan(first_row(), static_cast<std::size_t>(used_ - first_));
  }
  /// All that was fetched has been handed out at once.
  bool whole() const { return first_ == 0 && used_ == filled_.ticks(); }
  /// The pool's number of each of the samples' strings.
  const std::vector<double>& string_numbers() const { return numbers_; }
  /// The columns of want `index`. Lifetime: the next Fill().
  const SampleGroup& group(int want) const {
    return filled_.groups[metric(want).group];
  }
  const MetricSamples& metric(int want) const { return filled_.metrics[want]; }
  /// Null where values are as they are. Who is their only reader may take the
  /// rows themselves.
  NumberRows* numbers(int want) const { return rows_[want].rows.get(); }
  /// How many have added the want.
  int readers(int want) const { return rows_[want].readers; }
  /// Whether who takes the values has to apply MarkRule to them.
  bool across_marks(int want) const { return wants_[want].across_marks; }

 private:
  /// What the values of a want become.
  struct Rows {
    int readers = 0;
    std::unique_ptr<NumberRows> rows;  // null: they stay as they are
  };

  void Offer();
  base::Result<void> FetchInto(int max_ticks);

  std::vector<Want> wants_;
  std::vector<Rows> rows_;  // by want
  /// Until Open(): where wants are, and what their values become.
  std::multimap<Pmid, std::pair<std::size_t, std::optional<NumberForm>>>
      places_;
  std::unique_ptr<SampleStream> stream_;
  Samples filled_;
  int first_ = 0;         // of the ticks that were handed out last
  int used_ = 0;          // behind them
  std::int64_t end_ = 0;  // ticks that were fetched in all
  std::optional<base::Timestamp> asked_;
  std::optional<base::Error> failure_;
  std::optional<base::Error> interruption_;
  std::vector<double> numbers_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_FETCH_HOST_STREAM_H_
