// From statements to groups of one interval, and their ticks in order.
#include "engine/schedule/replay.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>

#include "base/calendar.h"
#include "base/check.h"
#include "engine/schedule/group.h"

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

/// The names of all instances that sources know, looked up once a domain.
class InstanceNames {
 public:
  explicit InstanceNames(const std::vector<pmapi::Source*>& sources)
      : sources_(sources) {}

  std::string_view Name(int source, pmapi::InDom indom, pmapi::InstanceId id) {
    const auto [at, is_new] = domains_.try_emplace({source, indom});
    if (is_new) Load(source, indom, &at->second);
    const auto name = at->second.find(id);
    return name == at->second.end() ? std::string_view() : name->second;
  }

 private:
  using Domain = std::unordered_map<pmapi::InstanceId, std::string>;

  void Load(int source, pmapi::InDom indom, Domain* domain) {
    const pmapi::Source& from = *sources_[static_cast<std::size_t>(source)];
    auto known = from.Catalog().Instances(indom);
    if (!known) return;
    for (pmapi::Instance& one : *known) {
      domain->try_emplace(one.id, std::move(one.name));
    }
  }

  const std::vector<pmapi::Source*>& sources_;
  std::map<std::pair<int, pmapi::InDom>, Domain> domains_;
};

/// Statements that stand together and have one interval.
struct Task {
  Group* group = nullptr;
  std::vector<alarm::Watch> watches;
  std::int64_t next = 0;

  base::Timestamp due() const { return group->At(next); }
};

}  // namespace

class Replay::Impl {
 public:
  Impl(std::vector<expr::Statement> statements,
       std::vector<pmapi::Source*> sources, const ReplayOptions& options,
       alarm::EventSink* sink);
  base::Result<void> Run(const ReplayHooks& hooks);

 private:
  /// A group while its statements are being added.
  struct Draft {
    program::Builder builder;
    std::vector<Task*> tasks;
  };

  eval::Names MakeNames();
  eval::ClockValue MakeClock(base::Duration interval) const;
  std::int64_t CountTicks(base::Duration interval) const;
  void Draw(const expr::Statement& statement, Task** last,
            base::Duration* last_interval, std::map<std::int64_t, Draft>* all,
            alarm::EventSink* sink);
  base::Result<void> Evaluate(Task* task, const ReplayHooks& hooks);
  void Queue(Task* task);

  std::vector<expr::Statement> statements_;
  std::vector<pmapi::Source*> sources_;
  ReplayOptions options_;
  InstanceNames instance_names_{sources_};
  eval::Names names_;
  std::deque<Group> groups_;
  std::deque<Task> tasks_;
  std::deque<Task*> queue_;  // by due time; see Queue()
};

Replay::Impl::Impl(std::vector<expr::Statement> statements,
                   std::vector<pmapi::Source*> sources,
                   const ReplayOptions& options, alarm::EventSink* sink)
    : statements_(std::move(statements)),
      sources_(std::move(sources)),
      options_(options),
      names_(MakeNames()) {
  std::map<std::int64_t, Draft> drafts;
  Task* last = nullptr;
  base::Duration last_interval;
  for (const expr::Statement& statement : statements_) {
    Draw(statement, &last, &last_interval, &drafts, sink);
  }
  for (auto& [ns, draft] : drafts) {
    const base::Duration interval{ns};
    Group& group = groups_.emplace_back(
        draft.builder.Build(), pmapi::TickGrid{options_.start, interval},
        CountTicks(interval), MakeClock(interval), names_);
    for (Task* task : draft.tasks) task->group = &group;
  }
  for (Task& task : tasks_) queue_.push_back(&task);
}

void Replay::Impl::Draw(const expr::Statement& statement, Task** last,
                        base::Duration* last_interval,
                        std::map<std::int64_t, Draft>* all,
                        alarm::EventSink* sink) {
  Draft& draft = (*all)[statement.interval.ns];
  // Only the last task is joined, so alternating intervals make many: A15.
  if (*last == nullptr || *last_interval != statement.interval) {
    *last = &tasks_.emplace_back();
    *last_interval = statement.interval;
    draft.tasks.push_back(*last);
  }
  (*last)->watches.emplace_back(statement, options_.detail, &draft.builder,
                                sink);
}

eval::Names Replay::Impl::MakeNames() {
  const auto source = [this](int i) -> const pmapi::Source& {
    return *sources_[static_cast<std::size_t>(i)];
  };
  return eval::Names{
      [source](int i) -> std::string_view { return source(i).HostName(); },
      [source](int i) -> std::string_view { return source(i).ContextName(); },
      [this](int i, pmapi::InDom indom, pmapi::InstanceId id) {
        return instance_names_.Name(i, indom, id);
      }};
}

eval::ClockValue Replay::Impl::MakeClock(base::Duration interval) const {
  return
      [zone = options_.zone, interval](ClockField field, base::Timestamp time) {
        if (field == ClockField::kDelta) return interval.Seconds();
        return FieldOf(base::ToFields(*zone, time), field);
      };
}

std::int64_t Replay::Impl::CountTicks(base::Duration interval) const {
  CHECK(interval.ns > 0);
  if (options_.end < options_.start) return 0;
  return (options_.end - options_.start).ns / interval.ns + 1;
}

void Replay::Impl::Queue(Task* task) {
  // Before the first that is due no earlier: tasks that fall on the same
  // instant alternate in order, as pmie's do.
  const base::Timestamp due = task->due();
  const auto before =
      std::find_if(queue_.begin(), queue_.end(),
                   [due](const Task* other) { return other->due() >= due; });
  queue_.insert(before, task);
}

base::Result<void> Replay::Impl::Evaluate(Task* task,
                                          const ReplayHooks& hooks) {
  Group& group = *task->group;
  if (auto reached = group.Reach(task->next); !reached) return reached;
  const int tick = group.InBlock(task->next);
  const base::Timestamp now = task->due();
  const alarm::Results results = group.results();
  for (alarm::Watch& watch : task->watches) watch.Advance(results, tick, now);
  if (hooks.report) {
    hooks.report(TaskResults{now, task->watches, results, tick});
  }
  ++task->next;
  return {};
}

base::Result<void> Replay::Impl::Run(const ReplayHooks& hooks) {
  for (Group& group : groups_) {
    if (auto opened = group.Open(sources_, options_.rates); !opened) {
      return opened;
    }
  }
  while (!queue_.empty() && queue_.front()->due() <= options_.end) {
    Task* task = queue_.front();
    if (hooks.go_on && !hooks.go_on(task->due())) break;
    queue_.pop_front();
    if (auto done = Evaluate(task, hooks); !done) return done;
    Queue(task);
  }
  return {};
}

Replay::Replay(std::vector<expr::Statement> statements,
               std::vector<pmapi::Source*> sources,
               const ReplayOptions& options, alarm::EventSink* sink)
    : impl_(std::make_unique<Impl>(std::move(statements), std::move(sources),
                                   options, sink)) {}
Replay::~Replay() = default;

base::Result<void> Replay::Run(const ReplayHooks& hooks) {
  return impl_->Run(hooks);
}

}  // namespace engine::schedule
