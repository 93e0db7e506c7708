// Group: all statements with one interval, as one program over one stream of
// ticks, evaluated a block at a time ahead of the tick that is being walked.
#ifndef TOCSIN_ENGINE_SCHEDULE_GROUP_H_
#define TOCSIN_ENGINE_SCHEDULE_GROUP_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/stamp.h"
#include "engine/alarm/reading.h"
#include "engine/eval/state.h"
#include "engine/program/program.h"
#include "engine/schedule/crew.h"
#include "engine/schedule/ranges.h"
#include "pmapi/fetch/fetcher.h"
#include "pmapi/source/source.h"

namespace engine::schedule {

class Group {
 public:
  /// `end`: the last tick may be at it. REQUIRES: a step of more than nothing.
  /// Lifetime: `sources` and `names` outlive the group.
  Group(std::shared_ptr<const program::Program> program, pmapi::TickGrid grid,
        base::Timestamp end, eval::ClockValue clock, const eval::Names& names);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  /// Live: in the caller's thread.
  base::Result<void> Open(std::span<pmapi::Source* const> sources,
                          pmapi::RateOptions options);
  /// Of sources of the past. `crew` fetches, so that Reach() has the less to
  /// do: all of several sources at once, or ahead where that can be done.
  /// Lifetime: the group outlives the crew; `sources` outlive both.
  base::Result<void> Open(std::span<pmapi::Source* const> sources,
                          pmapi::RateOptions options, Crew* crew);

  /// How many ticks are due by the end.
  std::int64_t ticks() const { return ticks_; }
  base::Timestamp At(std::int64_t tick) const { return grid_.At(tick); }
  base::Duration interval() const { return grid_.step; }
  /// When `tick` is due as pmie reckons it: rounding decides whether one at
  /// the very end is evaluated, and which of two tasks comes first.
  double DueSeconds(std::int64_t tick) const {
    const double due = base::StampSeconds(grid_.start) +
                       static_cast<double>(tick) * grid_.step.Seconds();
    return grid_.close ? std::min(due, base::StampSeconds(*grid_.close)) : due;
  }

  /// Makes the block that holds `tick` the current one. Ticks come in order.
  /// Errors: those of Fetcher::Next.
  base::Result<void> Reach(std::int64_t tick);

  /// Live: as Fetcher::Ask, of the next tick.
  void Ask(base::Timestamp due, base::Timestamp now, base::Duration limit,
           std::function<void()> ready) {
    fetcher_->Ask(due, now, limit, std::move(ready));
  }
  /// Live: asks no more, and nobody is called.
  void Close() { fetcher_->Close(); }
  /// Live: what `before` remembers of expressions that are the same goes on.
  /// REQUIRES: is open, and no tick was asked for; `before` is closed.
  void Continue(Group* before);
  /// Makes the tick that was asked for the current block.
  void Take();
  /// As Fetcher::answers(), of that tick.
  const std::vector<pmapi::Answer>& answers() const {
    return fetcher_->answers();
  }

  /// Position of `tick` in the current block.
  int InBlock(std::int64_t tick) const {
    return static_cast<int>(tick - first_);
  }
  alarm::Results results() const {
    return {*program_, state_, names_, strings_};
  }

 private:
  std::int64_t CountTicks(base::Timestamp end) const;
  void CloseAt(base::Timestamp end);
  /// Of the lanes of the current block.
  struct Load {
    std::size_t bytes = 0;   // a tick, of columns and evaluation
    std::size_t widest = 1;  // in lanes
  };
  bool FitsCache() const;
  Load CurrentLoad() const;
  int BlockLength(const Load& load) const;
  /// The first tick after the current block.
  std::int64_t next() const {
    return first_ + static_cast<std::int64_t>(piece_->columns.stamps.size());
  }
  base::Result<void> Advance(int ticks);
  base::Result<void> Fetch(int ticks);
  void FetchAhead(std::span<pmapi::Source* const> sources,
                  pmapi::RateOptions options);
  base::Result<Worker> OpenWorker(std::span<pmapi::Source* const> sources,
                                  pmapi::RateOptions options);
  void ShareLanes(eval::Precomputed* precomputed);
  template <typename B>
  void ShareLanes(int layout, B* block);

  std::shared_ptr<const program::Program> program_;
  pmapi::TickGrid grid_;
  std::int64_t ticks_;
  const eval::Names& names_;
  const int string_look_back_;
  pmapi::StringPool strings_;
  eval::State state_;
  std::unique_ptr<pmapi::Fetcher> fetcher_;
  /// In its place, where others fetch ahead.
  Crew* crew_ = nullptr;
  std::unique_ptr<eval::Stateless> stateless_;
  std::unique_ptr<Ranges> ranges_;
  Piece fetched_;             // in the caller's thread
  Piece* piece_ = &fetched_;  // of the current block
  /// The last ones of a layout, and another pointer to the same.
  struct LastLanes {
    pmapi::LaneSet lanes;
    pmapi::LaneSet same;
  };
  std::vector<LastLanes> lanes_;  // a layout each
  std::int64_t first_ = 0;        // of the current block
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_GROUP_H_
