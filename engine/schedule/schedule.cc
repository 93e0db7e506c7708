// One program is built an interval, while the tasks are being filled.
#include "engine/schedule/schedule.h"

#include <compare>
#include <map>

#include "base/calendar.h"
#include "base/check.h"
#include "engine/expr/operands.h"
#include "engine/expr/sources.h"

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

void LetGo(expr::Observe* observed) { *observed = {}; }
void LetGo(expr::Rule* rule) { *rule = {nullptr, {}, rule->action}; }
void LetGo(expr::Ruleset* ruleset) {
  for (expr::Rule& rule : ruleset->rules) LetGo(&rule);
}
void LetGo(expr::Perform*) {}

/// Tells `names` of the lanes of all functions of event records in `expr`.
void NameLanesOf(const expr::Expr& expr, SourceNames* names) {
  if (const auto* fetch = std::get_if<expr::Fetch>(&expr.node)) {
    for (const auto& fold : fetch->folds) {
      if (fold != nullptr) names->AddFold(fold);
    }
  }
  expr::ForEachOperand(expr, [names](const expr::Expr& operand) {
    NameLanesOf(operand, names);
  });
}

std::shared_ptr<const program::Program> Share(program::Program program,
                                              program::ProgramTable* table) {
  if (table != nullptr) return table->Share(std::move(program));
  return std::make_shared<const program::Program>(std::move(program));
}

}  // namespace

/// Groups while statements are being added to them. Those about events are
/// apart, for they may have a tick more, at the end.
struct Schedule::GroupBuilders {
  struct Key {
    std::int64_t interval_ns = 0;
    bool events = false;

    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct GroupBuilder {
    program::Builder builder;
    std::vector<std::size_t> tasks;  // by place
  };
  std::map<Key, GroupBuilder> groups;
  Key last_key;
};

Schedule::Schedule(std::vector<expr::Statement> statements,
                   const std::vector<pmapi::Source*>& sources,
                   const ScheduleOptions& options, alarm::EventSink* sink)
    : statements_(std::move(statements)),
      source_names_(sources),
      names_(source_names_.Names()) {
  GroupBuilders builders;
  statements_.shrink_to_fit();
  for (const expr::Statement& statement : statements_) {
    Add(statement, options, sink, &builders);
  }
  tasks_.shrink_to_fit();
  for (Task& task : tasks_) task.watches.shrink_to_fit();
  for (auto& [key, builder] : builders.groups) {
    const base::Duration interval{key.interval_ns};
    Group& group = groups_.emplace_back(
        Share(builder.builder.Build(), options.programs),
        pmapi::TickGrid{options.start, interval}, options.end,
        MakeClock(options.zone, interval), names_);
    for (const std::size_t task : builder.tasks) tasks_[task].group = &group;
  }
}

void Schedule::LetGoOfExpressions() {
  for (expr::Statement& statement : statements_) {
    if (expr::UsesEvents(statement)) continue;
    std::visit([](auto& body) { LetGo(&body); }, statement.body);
  }
}

void Schedule::Add(const expr::Statement& statement,
                   const ScheduleOptions& options, alarm::EventSink* sink,
                   GroupBuilders* builders) {
  expr::ForEachExpr(statement, [this](const expr::Expr& expr) {
    NameLanesOf(expr, &source_names_);
  });
  const GroupBuilders::Key key{statement.interval.ns,
                               expr::UsesEvents(statement)};
  GroupBuilders::GroupBuilder& builder = builders->groups[key];
  // Only the last task is joined, so alternating intervals make many: A15.
  if (tasks_.empty() || builders->last_key != key) {
    builders->last_key = key;
    builder.tasks.push_back(tasks_.size());
    tasks_.emplace_back();
  }
  tasks_.back().watches.emplace_back(statement, options.detail,
                                     &builder.builder, sink);
}

}  // namespace engine::schedule
