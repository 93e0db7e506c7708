// Progress: a line on a terminal that tells how far a long replay is. Never
// into a pipe or a file.
#ifndef TOCSIN_CLI_PROGRESS_H_
#define TOCSIN_CLI_PROGRESS_H_

#include <cstdint>
#include <string>

#include "base/time.h"
#include "cli/status_line.h"
#include "engine/schedule/clock.h"

namespace cli {

class Progress {
 public:
  /// Shows nothing where `descriptor` is no terminal, and no percent where
  /// there is no `end`. Lifetime: `clock` outlives it.
  Progress(int descriptor, base::Timestamp start, base::Timestamp end,
           engine::schedule::Clock* clock);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The replay is about to evaluate something at `now`.
  void At(base::Timestamp now);

  /// Removes the line, so that something else can be written.
  void Wipe() { line_.Wipe(); }

  /// "12,345 evaluations, 37 %, 12 s left"; a part of 0 has no time left, one
  /// below that is not known.
  static std::string Line(std::int64_t evaluations, double part,
                          double seconds_so_far);

 private:
  StatusLine line_;
  base::Timestamp start_;
  base::Timestamp end_;
  engine::schedule::Clock* clock_;
  std::int64_t evaluations_ = 0;
  base::Duration began_;
  base::Duration last_shown_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_PROGRESS_H_
