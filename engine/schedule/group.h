// Group: all statements with one interval, as one program over one stream of
// ticks, evaluated a block at a time ahead of the tick that is being walked.
#ifndef TOCSIN_ENGINE_SCHEDULE_GROUP_H_
#define TOCSIN_ENGINE_SCHEDULE_GROUP_H_

#include <cstdint>
#include <memory>
#include <span>

#include "base/result.h"
#include "engine/alarm/reading.h"
#include "engine/eval/state.h"
#include "engine/program/program.h"
#include "pmapi/fetch/fetcher.h"
#include "pmapi/source/source.h"

namespace engine::schedule {

class Group {
 public:
  /// `ticks` is how many there are in all. Lifetime: `sources` and `names`
  /// outlive the group.
  Group(program::Program program, pmapi::TickGrid grid, std::int64_t ticks,
        eval::ClockValue clock, const eval::Names& names);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  base::Result<void> Open(std::span<pmapi::Source* const> sources,
                          pmapi::RateOptions options);

  std::int64_t ticks() const { return ticks_; }
  base::Timestamp At(std::int64_t tick) const { return grid_.At(tick); }

  /// Makes the block that holds `tick` the current one. Ticks come in order.
  /// Errors: those of Fetcher::Next.
  base::Result<void> Reach(std::int64_t tick);
  /// Position of `tick` in the current block.
  int InBlock(std::int64_t tick) const {
    return static_cast<int>(tick - first_);
  }
  alarm::Results results() const {
    return {program_, state_, names_, strings_};
  }

 private:
  int BlockLength() const;

  program::Program program_;
  pmapi::TickGrid grid_;
  std::int64_t ticks_;
  const eval::Names& names_;
  pmapi::StringPool strings_;
  eval::State state_;
  std::unique_ptr<pmapi::Fetcher> fetcher_;
  pmapi::Columns columns_;
  std::int64_t first_ = 0;  // of the current block
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_GROUP_H_
