// A beat an interval: wait, ask, evaluate.
#include "engine/schedule/live.h"

#include <algorithm>
#include <deque>
#include <limits>

#include "engine/schedule/plan.h"

namespace engine::schedule {
namespace {

using base::Duration;
using base::Timestamp;

constexpr Timestamp kNever{std::numeric_limits<std::int64_t>::max()};

/// All tasks of one interval. Tick k is due at `epoch` + k intervals.
struct Beat {
  Group* group = nullptr;
  std::vector<Task*> tasks;
  Duration interval;
  Timestamp epoch;
  std::int64_t next = 0;
  base::loop::Pending timer;

  Timestamp due() const { return Timestamp{epoch.ns + next * interval.ns}; }
};

}  // namespace

class Live::Impl {
 public:
  Impl(std::vector<expr::Statement> statements,
       std::vector<pmapi::Source*> sources, const LiveOptions& options,
       alarm::EventSink* sink, LiveHooks hooks, base::loop::Timers* timers,
       Clock* clock);

  base::Result<void> Start();
  std::int64_t skipped() const { return skipped_; }

 private:
  void Wait(Beat* beat);
  void Wake(Beat* beat);
  void SkipMissed(Beat* beat, Timestamp now);
  void Ask(Beat* beat, Timestamp now);
  void Answered(Beat* beat);
  void Evaluate(Task* task, Timestamp now);
  void TellAnswers(const Group& group);

  std::vector<pmapi::Source*> sources_;
  LiveOptions options_;
  LiveHooks hooks_;
  base::loop::Timers* timers_;
  Clock* clock_;
  Plan plan_;
  std::deque<Beat> beats_;
  std::size_t running_ = 0;  // beats
  std::int64_t skipped_ = 0;
};

Live::Impl::Impl(std::vector<expr::Statement> statements,
                 std::vector<pmapi::Source*> sources,
                 const LiveOptions& options, alarm::EventSink* sink,
                 LiveHooks hooks, base::loop::Timers* timers, Clock* clock)
    : sources_(std::move(sources)),
      options_(options),
      hooks_(std::move(hooks)),
      timers_(timers),
      clock_(clock),
      plan_(std::move(statements), sources_,
            {options.start, kNever, options.zone, options.detail}, sink) {
  for (Group& group : plan_.groups()) {
    Beat& beat = beats_.emplace_back();
    beat.group = &group;
    beat.interval = group.At(1) - group.At(0);
    for (Task& task : plan_.tasks()) {
      if (task.group == &group) beat.tasks.push_back(&task);
    }
  }
}

base::Result<void> Live::Impl::Start() {
  for (Group& group : plan_.groups()) {
    if (auto opened = group.Open(sources_, options_.rates); !opened) {
      return opened;
    }
  }
  running_ = beats_.size();
  for (Beat& beat : beats_) {
    beat.epoch = options_.start;
    Wait(&beat);
  }
  return {};
}

void Live::Impl::Wait(Beat* beat) {
  if (options_.end && beat->due() > *options_.end) {
    if (--running_ == 0 && hooks_.ended) hooks_.ended();
    return;
  }
  const Duration left = beat->due() - clock_->Now();
  beat->timer = timers_->After(Duration{std::max<std::int64_t>(left.ns, 0)},
                               [this, beat] { Wake(beat); });
}

void Live::Impl::Wake(Beat* beat) {
  const Timestamp now = clock_->Now();
  const Duration early = beat->due() - now;
  if (early > beat->interval) {
    // The time of day was set back: its ticks will be counted from here.
    beat->epoch = now;
    beat->next = 0;
  } else if (early.ns > 0) {
    Wait(beat);
    return;
  }
  SkipMissed(beat, now);
  Ask(beat, now);
}

/// What is a whole interval late is not made up for: A17.
void Live::Impl::SkipMissed(Beat* beat, Timestamp now) {
  const std::int64_t missed = (now - beat->due()).ns / beat->interval.ns;
  if (missed <= 0) return;
  beat->next += missed;
  skipped_ += missed;
  if (hooks_.skipped) hooks_.skipped(beat->interval, missed);
}

void Live::Impl::Ask(Beat* beat, Timestamp now) {
  const Duration limit{std::min(options_.limit.ns, beat->interval.ns / 4 * 3)};
  beat->group->Ask(beat->due(), now, limit, [this, beat] { Answered(beat); });
}

void Live::Impl::Answered(Beat* beat) {
  beat->group->Take();
  TellAnswers(*beat->group);
  const Timestamp now = beat->due();
  for (Task* task : beat->tasks) Evaluate(task, now);
  ++beat->next;
  Wait(beat);
}

void Live::Impl::Evaluate(Task* task, Timestamp now) {
  const alarm::Results results = task->group->results();
  for (alarm::Watch& watch : task->watches) watch.Advance(results, 0, now);
  if (hooks_.report) {
    hooks_.report(TaskResults{now, task->watches, results, 0});
  }
}

void Live::Impl::TellAnswers(const Group& group) {
  if (!hooks_.answered) return;
  for (std::size_t s = 0; s < sources_.size(); ++s) {
    const pmapi::Answer& answer = group.answers()[s];
    if (!answer.asked) continue;
    hooks_.answered(static_cast<int>(s),
                    answer.failure ? &*answer.failure : nullptr);
  }
}

Live::Live(std::vector<expr::Statement> statements,
           std::vector<pmapi::Source*> sources, const LiveOptions& options,
           alarm::EventSink* sink, LiveHooks hooks, base::loop::Timers* timers,
           Clock* clock)
    : impl_(std::make_unique<Impl>(std::move(statements), std::move(sources),
                                   options, sink, std::move(hooks), timers,
                                   clock)) {}
Live::~Live() = default;

base::Result<void> Live::Start() { return impl_->Start(); }
std::int64_t Live::skipped_ticks() const { return impl_->skipped(); }

}  // namespace engine::schedule
