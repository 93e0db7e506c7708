// EventRows: the rows of one event metric of a replay, tick by tick. An array
// arrives at the stamp of its log record.
#ifndef TOCSIN_PMAPI_ARCHIVE_EVENT_ROWS_H_
#define TOCSIN_PMAPI_ARCHIVE_EVENT_ROWS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "pmapi/archive/replay_frame.h"
#include "pmapi/archive/replay_layout.h"
#include "pmapi/events/event_fold.h"

namespace pmapi {

class EventRows {
 public:
  /// What arrives until `before` is of no tick: the first one is an interval
  /// later. Windows and what waits for other records know of it.
  EventRows(std::unique_ptr<EventTally> tally, base::Timestamp before);

  /// The arrays of `frame` arrive. REQUIRES: it is decoded.
  /// Errors: kCorrupt: one of them is none.
  base::Result<void> Add(const Frame& frame);
  /// As EventTally's.
  void Lose() { tally_->Lose(); }
  void Finish(base::Timestamp at);

  /// Of the last tick. Doubles; shape: as layout()->ids.
  const LayoutRef& layout() const { return layout_; }
  const std::vector<std::uint64_t>& bits() const { return row_->bits; }

 private:
  void Begin();

  std::unique_ptr<EventTally> tally_;
  base::Timestamp before_;
  bool begun_ = false;
  LayoutRef layout_;
  EventRow none_;
  const EventRow* row_ = &none_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_EVENT_ROWS_H_
