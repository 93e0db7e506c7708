// EventFold: what makes numbers of the event arrays that arrive, tick by tick.
// Those of rules are engine/events's.
#ifndef TOCSIN_PMAPI_EVENTS_EVENT_FOLD_H_
#define TOCSIN_PMAPI_EVENTS_EVENT_FOLD_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/byte_reader.h"
#include "base/result.h"
#include "base/time.h"
#include "pmapi/block/cell.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// The numbers of a tick: doubles, of those instances that have one.
struct EventRow {
  std::vector<InstanceId> instances;  // ascending
  std::vector<std::uint64_t> bits;    // as `instances`; 0 where unknown
  /// kKnown, or kMember: it has a number, which nobody knows; kRestKnown of
  /// kRest (rest.h). As `instances`; empty: all are known.
  std::vector<Cell> cells;
};

/// What is kept of one event metric of one host from tick to tick.
class EventTally {
 public:
  virtual ~EventTally() = default;

  /// `array`, a value of `instance`, arrives at `at`, not before the others.
  /// Errors: kCorrupt: it is no such array.
  virtual base::Result<void> Add(InstanceId instance, base::Timestamp at,
                                 base::Bytes array) = 0;
  /// Nobody knows what has come since the tick before.
  virtual void Lose() = 0;
  /// The tick at `at`: what has arrived since the one before belongs to it. A
  /// row for each fold that this is of. Lifetime: until the next call.
  virtual std::span<const EventRow> Finish(base::Timestamp at) = 0;
};

class EventFold;
using EventFolds = std::vector<std::shared_ptr<const EventFold>>;

/// Threads: any, at once.
class EventFold {
 public:
  virtual ~EventFold() = default;

  /// Before anything has arrived. `type` is that of the arrays; `instances`,
  /// ascending, are there from the beginning; others may come.
  virtual std::unique_ptr<EventTally> Begin(
      Type type, std::vector<InstanceId> instances) const = 0;
  /// The same of `all`, which this is the first of: where that is less work
  /// than to look at each array for each of them.
  virtual std::unique_ptr<EventTally> BeginAll(
      const EventFolds& all, Type type,
      const std::vector<InstanceId>& instances) const;

  /// What the lanes are numbers of, if they are not the metric's instances:
  /// a domain that no metric has.
  virtual std::optional<InDom> LaneDomain() const { return std::nullopt; }
  /// What a lane of that domain is called; empty: unknown.
  virtual std::string LaneName(InstanceId /*lane*/) const { return {}; }
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_EVENTS_EVENT_FOLD_H_
