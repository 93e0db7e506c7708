// LateEnd: the end of a window that is the end of an archive, where that is not
// known before the archive has been read: another thread unpacks it meanwhile.
#ifndef TOCSIN_CLI_LATE_END_H_
#define TOCSIN_CLI_LATE_END_H_

#include <memory>

#include "base/time.h"
#include "cli/archives.h"
#include "pmapi/notation/time_window.h"

namespace cli {

class LateEnd {
 public:
  /// `window` has no end; it gets one once that is known. `step`: the interval
  /// of all ticks, which are counted from the window's first on.
  /// REQUIRES: archives->one_ends_later(). Lifetime: borrows both.
  LateEnd(Archives* archives, pmapi::notation::TimeWindow* window,
          base::Duration step)
      : archives_(*archives), window_(*window), step_(step) {}

  /// Whether the tick at `now` is in the window, as a replay counts ticks where
  /// it knows the end. Waits until so much of the archive is there.
  bool Includes(base::Timestamp now);

  /// What has kept the archive from being read to its end: the window ends with
  /// the last record before.
  const ArchiveFailure* failure() const { return failure_.get(); }

 private:
  double Due(base::Timestamp now) const;

  Archives& archives_;
  pmapi::notation::TimeWindow& window_;
  base::Duration step_;
  std::unique_ptr<ArchiveFailure> failure_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_LATE_END_H_
