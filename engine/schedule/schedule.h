// Schedule: what runs: statements as tasks, and all statements of one interval
// as one group. When it runs is replay.h's and live.h's.
#ifndef TOCSIN_ENGINE_SCHEDULE_SCHEDULE_H_
#define TOCSIN_ENGINE_SCHEDULE_SCHEDULE_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/time.h"
#include "base/zone.h"
#include "engine/alarm/event.h"
#include "engine/alarm/watch.h"
#include "engine/expr/expr.h"
#include "engine/program/program_table.h"
#include "engine/schedule/group.h"
#include "engine/schedule/names.h"
#include "pmapi/source/source.h"

namespace engine::schedule {

/// Statements that stand together and have one interval.
struct Task {
  Group* group = nullptr;
  std::vector<alarm::Watch> watches;  // in source order
  std::int64_t next = 0;

  base::Timestamp now() const { return group->At(next); }
  double due() const { return group->DueSeconds(next); }
};

struct ScheduleOptions {
  base::Timestamp start;
  base::Timestamp end;  // the last tick may be at it
  /// Of the reserved variables. Lifetime: outlives the schedule.
  const base::Zone* zone = nullptr;
  alarm::Detail detail = alarm::Detail::kNone;
  /// Of all schedules that may have programs of others; null: this one has not.
  program::ProgramTable* programs = nullptr;
};

class Schedule {
 public:
  /// Lifetime: `sources` and `sink` outlive the schedule.
  Schedule(std::vector<expr::Statement> statements,
           const std::vector<pmapi::Source*>& sources,
           const ScheduleOptions& options, alarm::EventSink* sink);
  Schedule(const Schedule&) = delete;
  Schedule& operator=(const Schedule&) = delete;

  /// What the schedule was made of. REQUIRES: its actions are performed no
  /// more, or have been moved to other statements.
  std::vector<expr::Statement> TakeStatements() {
    return std::move(statements_);
  }

  /// Lets go of the expressions of statements, for which the program stands:
  /// they are half of what a statement takes. What asks for event records keeps
  /// its own, of which reports tell. REQUIRES: nothing is shown, and the
  /// statements are checked anew before they are in another schedule.
  void LetGoOfExpressions();

  /// Live: as SourceNames::BeginTick().
  void BeginTick() { source_names_.BeginTick(); }

  /// By interval, those about events behind the others. Not opened yet.
  std::deque<Group>& groups() { return groups_; }
  /// In source order.
  std::vector<Task>& tasks() { return tasks_; }

 private:
  struct GroupBuilders;
  void Add(const expr::Statement& statement, const ScheduleOptions& options,
           alarm::EventSink* sink, GroupBuilders* builders);

  std::vector<expr::Statement> statements_;
  SourceNames source_names_;
  eval::Names names_;
  std::deque<Group> groups_;
  std::vector<Task> tasks_;
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_SCHEDULE_H_
