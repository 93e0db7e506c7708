// One program is built an interval, while the tasks are being filled.
#include "engine/schedule/schedule.h"

#include <map>

#include "base/calendar.h"
#include "base/check.h"

namespace engine::schedule {
namespace {

using expr::ast::ClockField;

double FieldOf(const base::DateTime& time, ClockField field) {
  switch (field) {
    case ClockField::kMinute:
      return time.minute;
    case ClockField::kHour:
      return time.hour;
    case ClockField::kDay:
      return time.day;
    case ClockField::kMonth:
      return time.month - 1;  // January is 0, as in pmie
    case ClockField::kYear:
      return time.year;
    case ClockField::kDayOfWeek:
      return time.weekday;
    case ClockField::kDelta:
      break;
  }
  CHECK(false);
  return 0;
}

eval::ClockValue MakeClock(const base::Zone* zone, base::Duration interval) {
  return [zone, interval](ClockField field, base::Timestamp time) {
    if (field == ClockField::kDelta) return interval.Seconds();
    return FieldOf(base::ToFields(*zone, time), field);
  };
}

}  // namespace

/// Groups while statements are being added to them, by interval.
struct Schedule::GroupBuilders {
  struct GroupBuilder {
    program::Builder builder;
    std::vector<Task*> tasks;
  };
  std::map<std::int64_t, GroupBuilder> by_interval;
  Task* last = nullptr;
  base::Duration last_interval;
};

Schedule::Schedule(std::vector<expr::Statement> statements,
                   const std::vector<pmapi::Source*>& sources,
                   const ScheduleOptions& options, alarm::EventSink* sink)
    : statements_(std::move(statements)),
      source_names_(sources),
      names_(source_names_.Names()) {
  GroupBuilders builders;
  for (const expr::Statement& statement : statements_) {
    Add(statement, options, sink, &builders);
  }
  for (auto& [ns, builder] : builders.by_interval) {
    const base::Duration interval{ns};
    Group& group = groups_.emplace_back(
        builder.builder.Build(), pmapi::TickGrid{options.start, interval},
        options.end, MakeClock(options.zone, interval), names_);
    for (Task* task : builder.tasks) task->group = &group;
  }
}

void Schedule::Add(const expr::Statement& statement,
                   const ScheduleOptions& options, alarm::EventSink* sink,
                   GroupBuilders* builders) {
  GroupBuilders::GroupBuilder& builder =
      builders->by_interval[statement.interval.ns];
  // Only the last task is joined, so alternating intervals make many: A15.
  if (builders->last == nullptr ||
      builders->last_interval != statement.interval) {
    builders->last = &tasks_.emplace_back();
    builders->last_interval = statement.interval;
    builder.tasks.push_back(builders->last);
  }
  builders->last->watches.emplace_back(statement, options.detail,
                                       &builder.builder, sink);
}

}  // namespace engine::schedule
