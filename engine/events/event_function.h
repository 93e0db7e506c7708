// EventFunction: count_event and its kin over the arrays of one metric of one
// host. Source: docs/events.md, "Functions".
#ifndef TOCSIN_ENGINE_EVENTS_EVENT_FUNCTION_H_
#define TOCSIN_ENGINE_EVENTS_EVENT_FUNCTION_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "engine/events/event_filter.h"
#include "engine/events/event_sequel.h"
#include "engine/events/group_table.h"
#include "engine/events/least_number.h"
#include "engine/events/record_field.h"
#include "engine/events/text_table.h"
#include "grammar/ast.h"
#include "pmapi/events/event_fold.h"

namespace engine::events {

class EventFunction : public pmapi::EventFold {
 public:
  /// A lane for each value of `by` that records have had lately.
  struct Groups {
    std::shared_ptr<GroupTable> table;
    std::vector<Field> by;
    /// Names of the metric's instances, where these are told apart, too.
    std::optional<std::map<pmapi::InstanceId, std::string>> instances;
    /// Those that are asked for, ascending; empty: all.
    std::vector<pmapi::InstanceId> only;
  };

  /// The number of a text in place of an aggregate: what the last record that
  /// matches has, or the first one; of a sequel, as it says itself.
  struct Shown {
    std::shared_ptr<TextTable> texts;
    bool first = false;
  };

  /// A function as it was written, with names resolved.
  struct Written {
    grammar::ast::Reduction reduction;
    /// Of the records that arrived in (T - window, T]; 0: since the tick
    /// before.
    base::Duration window;
    /// What an aggregate is of.
    std::optional<Field> of;
    std::optional<Shown> shown;
    EventFilter where;
    /// Of quantifiers: what is to hold of those that match; nothing: `where`
    /// of all.
    std::optional<EventFilter> holds;
    /// What is to follow those that match: then they are counted, or the
    /// seconds between both are numbers, as EventSequel says.
    std::optional<SequelForm> sequel;
    /// Where lanes are groups of records.
    std::optional<Groups> groups;
    /// Of a count of which nothing else is asked.
    std::optional<CountCompared> compared;

    /// Percentiles and deviations need each.
    bool KeepsNumbers() const {
      using grammar::ast::Reducer;
      return reduction.reducer == Reducer::kPercentile ||
             reduction.reducer == Reducer::kStddev;
    }
  };

  /// Numbers that one keeps for a percentile or a deviation, of all lanes.
  static constexpr std::size_t kMostNumbers = 1'000'000;

  explicit EventFunction(Written written) : written_(std::move(written)) {}

  /// The same where nothing but `compared` is asked of it; null if it does not
  /// count.
  std::shared_ptr<const EventFunction> ComparedBy(CountCompared compared) const;

  const Written& written() const { return written_; }

  /// How many ticks were unknown because more records waited than can, or there
  /// were more numbers, of all tallies; each of them counts its own.
  /// Threads: any.
  std::int64_t overflows() const { return overflows_; }
  void CountOverflow() const { ++overflows_; }

  /// True of a record that a count_event counts.
  bool Matches(const Arrival& arrival) const;

  std::unique_ptr<pmapi::EventTally> Begin(
      pmapi::Type type,
      std::vector<pmapi::InstanceId> instances) const override;
  std::unique_ptr<pmapi::EventTally> BeginAll(
      const pmapi::EventFolds& all, pmapi::Type type,
      const std::vector<pmapi::InstanceId>& instances) const override;
  std::optional<pmapi::InDom> LaneDomain() const override;
  std::string LaneName(pmapi::InstanceId lane) const override;

 private:
  Written written_;
  mutable std::atomic<std::int64_t> overflows_ = 0;
};

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_EVENT_FUNCTION_H_
