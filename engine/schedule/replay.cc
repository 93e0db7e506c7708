// Ticks of a schedule's tasks in order, without waiting.
#include "engine/schedule/replay.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "engine/schedule/schedule.h"

namespace engine::schedule {

class Replay::Impl {
 public:
  Impl(std::vector<expr::Statement> statements,
       std::vector<pmapi::Source*> sources, const ReplayOptions& options,
       alarm::EventSink* sink)
      : sources_(std::move(sources)),
        options_(options),
        schedule_(std::move(statements), sources_,
                  {options.start, options.end, options.zone, options.detail},
                  sink) {
    for (Task& task : schedule_.tasks()) queue_.push_back(&task);
  }
  base::Result<void> Run(const ReplayHooks& hooks);
  /// Its threads are no more.
  void EndThreads() { crew_.reset(); }

 private:
  base::Result<void> Evaluate(Task* task, const ReplayHooks& hooks);
  void Queue(Task* task);

  std::vector<pmapi::Source*> sources_;
  ReplayOptions options_;
  Schedule schedule_;
  std::deque<Task*> queue_;  // by due time; see Queue()
  std::optional<Crew> crew_;
};

void Replay::Impl::Queue(Task* task) {
  // Before the first that is due no earlier: tasks that fall on the same
  // instant alternate in order, as pmie's do.
  const double due = task->due();
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
  const base::Timestamp now = task->now();
  const alarm::TickTime time{now, task->due()};
  const alarm::Results results = group.results();
  for (alarm::Watch& watch : task->watches) {
    watch.Advance(results, tick, time);
  }
  if (hooks.report) {
    hooks.report(TaskResults{now, task->watches, results, tick});
  }
  ++task->next;
  return {};
}

base::Result<void> Replay::Impl::Run(const ReplayHooks& hooks) {
  if (options_.threads > 1) crew_.emplace(options_.threads - 1);
  for (Group& group : schedule_.groups()) {
    auto opened = crew_ ? group.Open(sources_, options_.rates, &*crew_)
                        : group.Open(sources_, options_.rates);
    if (!opened) return opened;
  }
  const auto is_due = [](const Task* t) { return t->next < t->group->ticks(); };
  while (!queue_.empty() && is_due(queue_.front())) {
    Task* task = queue_.front();
    if (hooks.go_on && !hooks.go_on(task->now())) break;
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
  auto done = impl_->Run(hooks);
  impl_->EndThreads();
  return done;
}

}  // namespace engine::schedule
