// EventRows: the rows of an event metric of a replay, tick by tick, one for
// each that wants numbers of it. An array arrives at the stamp of its log
// record.
#ifndef TOCSIN_PMAPI_ARCHIVE_EVENT_ROWS_H_
#define TOCSIN_PMAPI_ARCHIVE_EVENT_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "pmapi/archive/replay_frame.h"
#include "pmapi/archive/replay_layout.h"
#include "pmapi/events/event_fold.h"

namespace pmapi {

/// Lifetime: stays where it is.
class EventRows {
 public:
  EventRows(const EventRows&) = delete;
  EventRows& operator=(const EventRows&) = delete;

  /// What arrives until `before` is of no tick: the first one is an interval
  /// later. Windows and what waits for other records know of it.
  EventRows(std::unique_ptr<EventTally> tally, std::size_t rows,
            base::Timestamp before);

  /// The arrays of `frame` arrive. REQUIRES: it is decoded.
  /// Errors: kCorrupt: one of them is none.
  base::Result<void> Add(const Frame& frame);
  /// As EventTally's.
  void Lose() { tally_->Lose(); }
  /// The first time that it is called of a tick counts.
  void Finish(base::Timestamp at);

  /// Of the last tick. Doubles; shape: as layout(row)->ids.
  const LayoutRef& layout(std::size_t row) const { return layouts_[row]; }
  const std::vector<std::uint64_t>& bits(std::size_t row) const {
    return rows_[row].bits;
  }
  /// Empty: all are known. Shape: as bits().
  const std::vector<Cell>& cells(std::size_t row) const {
    return rows_[row].cells;
  }

 private:
  void Begin();

  std::unique_ptr<EventTally> tally_;
  base::Timestamp before_;
  bool begun_ = false;
  std::optional<base::Timestamp> finished_;
  std::vector<LayoutRef> layouts_;  // as rows_
  std::vector<EventRow> none_;
  std::span<const EventRow> rows_ = none_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_EVENT_ROWS_H_
