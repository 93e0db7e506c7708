// One program is built an interval, while the tasks are being filled.
#include "engine/schedule/plan.h"

#include <map>

#include "base/calendar.h"
#include "base/check.h"
#include "engine/schedule/parts.h"

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

/// Groups while statements are being added to them.
struct Plan::Drafts {
  struct Key {
    std::int64_t interval = 0;  // nanoseconds
    int part = kNoSource;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Draft {
    program::Builder builder;
    std::vector<Task*> tasks;
  };
  std::map<Key, Draft> by_key;
  Task* last = nullptr;
  Key last_key;
};

Plan::Plan(std::vector<expr::Statement> statements,
           const std::vector<pmapi::Source*>& sources,
           const PlanOptions& options, alarm::EventSink* sink)
    : statements_(std::move(statements)),
      source_names_(sources),
      names_(source_names_.Names()) {
  Drafts drafts;
  std::vector<int> parts(statements_.size(), kNoSource);
  if (options.apart) parts = PartsOf(statements_);
  for (std::size_t i = 0; i < statements_.size(); ++i) {
    Add(statements_[i], parts[i], options, sink, &drafts);
  }
  for (auto& [key, draft] : drafts.by_key) {
    const base::Duration interval{key.interval};
    Group& group = groups_.emplace_back(
        draft.builder.Build(), pmapi::TickGrid{options.start, interval},
        options.end, MakeClock(options.zone, interval), names_);
    for (Task* task : draft.tasks) task->group = &group;
  }
}

void Plan::Add(const expr::Statement& statement, int part,
               const PlanOptions& options, alarm::EventSink* sink,
               Drafts* drafts) {
  const Drafts::Key key{statement.interval.ns, part};
  Drafts::Draft& draft = drafts->by_key[key];
  // Only the last task is joined, so alternating intervals make many: A15.
  if (drafts->last == nullptr || drafts->last_key != key) {
    drafts->last = &tasks_.emplace_back();
    drafts->last_key = key;
    draft.tasks.push_back(drafts->last);
  }
  drafts->last->watches.emplace_back(statement, options.detail, &draft.builder,
                                     sink);
}

}  // namespace engine::schedule
