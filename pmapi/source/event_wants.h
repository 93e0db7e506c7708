// EventWants: the wants of a live stream that are of event records. Arrays are
// added as they come, whoever has asked for them, and make rows at each tick.
#ifndef TOCSIN_PMAPI_SOURCE_EVENT_WANTS_H_
#define TOCSIN_PMAPI_SOURCE_EVENT_WANTS_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/byte_reader.h"
#include "base/result.h"
#include "base/time.h"
#include "pmapi/events/event_fold.h"
#include "pmapi/source/samples.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// What the lanes of `want` are of: its metric's domain, or groups of records.
InDom LaneDomainOf(const Want& want);

/// Those of `wants` that have a fold, those of one metric and the same
/// instances together: indices, ascending.
std::vector<std::vector<std::size_t>> WantsTogether(
    const std::vector<Want>& wants);
EventFolds FoldsOf(const std::vector<Want>& wants,
                   const std::vector<std::size_t>& together);

/// Of live ticks, each of which is a little late: the times at which they were
/// due. A window of three intervals has three ticks of these.
class DueTimes {
 public:
  /// `step` between two; 0: there is one tick.
  explicit DueTimes(base::Duration step) : step_(step) {}

  /// The tick to come, of which it is known at `at`. The first was in time.
  base::Timestamp Coming(base::Timestamp at);
  /// The same; it is over.
  base::Timestamp Pass(base::Timestamp at);

 private:
  base::Duration step_;
  std::optional<base::Timestamp> last_;
};

class EventWants {
 public:
  /// Of `wants` those with a fold, with `step` between two ticks. `ids_of`
  /// gives the instances that a domain has now, ascending.
  EventWants(const std::vector<Want>& wants, base::Duration step,
             const std::function<std::vector<InstanceId>(InDom indom)>& ids_of);

  bool empty() const { return tallies_.empty(); }
  /// True of an event metric that is wanted.
  bool Wants(Pmid pmid) const;

  /// `array`, a value of `instance` of the metric `pmid`, is of the tick to
  /// come. Errors: kCorrupt: it is no array.
  base::Result<void> Add(Pmid pmid, InstanceId instance, base::Timestamp at,
                         base::Bytes array);
  /// Nobody knows what has come since the tick before.
  void Lose();
  /// The same of the metric `pmid` alone.
  void Lose(Pmid pmid);
  /// The tick at `at`: the rows of these wants in `samples`, which has those of
  /// all others, and of these a group each and no numbers yet.
  void Finish(base::Timestamp at, Samples* samples);

 private:
  struct Wanted {
    std::vector<std::size_t> wants;  // a row each
    Pmid pmid = kNullPmid;
    InDom indom = kNullInDom;
    std::vector<InstanceId> only;  // ascending; empty: all
    std::unique_ptr<EventTally> tally;
  };
  std::vector<Wanted> tallies_;
  DueTimes due_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_EVENT_WANTS_H_
