// FunctionTally: what one function keeps of the records of its metric, lane by
// lane, until a tick makes numbers of it. Who gives it the records:
// event_function.cc.
#ifndef TOCSIN_ENGINE_EVENTS_EVENT_TALLY_H_
#define TOCSIN_ENGINE_EVENTS_EVENT_TALLY_H_

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "engine/events/event_function.h"
#include "engine/events/event_sequel.h"
#include "engine/events/event_summary.h"
#include "engine/events/record_field.h"
#include "pmapi/events/event_fold.h"

namespace engine::events {

class FunctionTally {
 public:
  /// Lifetime: `written` outlives it.
  FunctionTally(const EventFunction::Written& written,
                const std::vector<pmapi::InstanceId>& instances);

  /// What is taken is of `instance` from now on. A live host's may be new.
  void BeginArray(pmapi::InstanceId instance);
  void Take(const Arrival& arrival);
  /// What was taken has arrived at `at`, not before the others.
  void EndArray(base::Timestamp at);
  /// As pmapi::EventTally's.
  void Lose();
  const pmapi::EventRow& Finish(base::Timestamp at);
  /// Adds to `groups` those to which records have come lately.
  void AddGroupsTo(std::set<pmapi::InstanceId>* groups) const;
  /// Has each of `groups` in the next row, also those of which nothing has
  /// come.
  void HaveGroups(const std::set<pmapi::InstanceId>& groups);

  /// More records had to wait for others than can, or more numbers to be kept,
  /// since the last time this was asked: then the last tick is unknown.
  bool TakeOverflow() { return std::exchange(overflow_, false); }

  /// True if records that do not meet EventFunction::Written::where are nothing
  /// to it.
  static bool TakesMatchesAlone(const EventFunction::Written& written);
  /// True if it only counts records, in lanes of instances.
  static bool IsCount(const EventFunction::Written& written);
  /// Instead of Take(): a record that meets the condition, or does not.
  /// REQUIRES: IsCount().
  void CountIf(bool is_met) { taken_.summary.AddIf(is_met); }

 private:
  /// What records come to, and what one of them shows.
  struct Taken {
    EventSummary summary;
    std::string shown;
    std::vector<double> numbers;  // of which order or distance counts
    bool too_many = false;        // of these: they are not kept
  };

  /// What is kept of one lane.
  struct Lane {
    explicit Lane(const EventFunction::Written& written);
    struct Part {
      base::Timestamp at;
      Taken taken;
    };
    std::deque<Part> parts;  // ascending
    std::optional<EventSequel> sequel;
    int idle = 0;  // ticks without a record
    /// Its records may have come to (other): nobody knows how many.
    bool may_be_other = false;
  };
  using Lanes = std::map<pmapi::InstanceId, Lane>;

  Lane& LaneOf(pmapi::InstanceId id) {
    return lanes_.try_emplace(id, written_).first->second;
  }
  /// Of sequels it is the last one that is shown, the first of its records,
  /// too.
  bool ShowsFirst() const {
    return written_.shown && written_.shown->first && !written_.sequel;
  }
  void AddTo(base::Timestamp at, Taken taken, Lane* lane);
  void KeepNumbers(Taken* from, Taken* to);
  /// Forgets what is not later than `since`.
  void DropUntil(base::Timestamp since, Lane* lane);
  void DropFirst(Lane* lane);
  void Summarize(const Arrival& arrival, Taken* taken) const;
  void Show(const Arrival& arrival, Taken* taken) const;
  void AddNumbers(const Arrival& arrival, Taken* taken) const;
  void AddToGroup(const Arrival& arrival);
  std::optional<pmapi::InstanceId> GroupOf(const Arrival& arrival) const;
  std::string GroupName(const Arrival& arrival) const;
  void FinishSequel(base::Timestamp at, Lane* lane);
  std::optional<double> ShownBy(const Lane& lane) const;
  std::optional<double> SpreadOf(const Lane& lane);
  bool IsLost(base::Timestamp at) const;
  void AddToRow(pmapi::InstanceId id, base::Timestamp at, Lane* lane);
  void AddRest(base::Timestamp at);
  /// A number, that there is one which nobody knows, or neither.
  struct Known {
    std::optional<double> value;
    bool unknown = false;
  };
  Known ValueAt(base::Timestamp at, Lane* lane);
  bool ReachesBeforeStart(base::Timestamp at) const;
  bool MayHaveCome(base::Timestamp at) const;
  bool IsTruthOrCompared() const;

  const EventFunction::Written& written_;
  bool of_missed_ = false;
  Lanes lanes_;
  pmapi::InstanceId instance_ = pmapi::kNullInstance;  // of the array at hand
  Lane* lane_ = nullptr;  // its lane; null: groups, or it is not wanted
  bool wanted_ = true;    // where lanes are groups
  Taken taken_;           // of lane_
  std::size_t held_ = 0;  // numbers, of all lanes
  std::optional<base::Timestamp> begun_;  // the first tick
  bool lost_ = false;
  bool overflow_ = false;
  std::optional<base::Timestamp> unknown_until_;
  pmapi::EventRow row_;
};

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_EVENT_TALLY_H_
