// A beat an interval: wait, ask, evaluate.
#include "engine/schedule/live.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <unordered_map>

#include "base/stamp.h"
#include "engine/schedule/plan.h"

namespace engine::schedule {
namespace {

using base::Duration;
using base::Timestamp;

constexpr Timestamp kNever{std::numeric_limits<std::int64_t>::max()};

/// What waits for the same sources and for no others.
struct Part {
  Group* group = nullptr;
  std::vector<Task*> tasks;
};

/// All parts of one interval. Tick k is due at `epoch` + k intervals.
struct Beat {
  std::vector<Part> parts;
  std::size_t awaited = 0;  // parts that have not been evaluated at this tick
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
  void Answered(Beat* beat, const Part& part);
  void OneIsDone(Beat* beat);
  void AddBeats();
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
            // What is shown is shown in source order.
            {options.start, kNever, options.zone, options.detail,
             options.detail == alarm::Detail::kNone},
            sink) {
  AddBeats();
}

void Live::Impl::AddBeats() {
  std::unordered_map<const Group*, std::vector<Task*>> tasks;
  for (Task& task : plan_.tasks()) tasks[task.group].push_back(&task);
  for (Group& group : plan_.groups()) {
    const Duration interval = group.At(1) - group.At(0);
    if (beats_.empty() || beats_.back().interval != interval) {
      beats_.emplace_back().interval = interval;
    }
    beats_.back().parts.push_back({&group, std::move(tasks[&group])});
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
  // One more than there are parts, so that the tick is not done before all
  // were asked.
  beat->awaited = beat->parts.size() + 1;
  for (const Part& part : beat->parts) {
    part.group->Ask(beat->due(), now, limit,
                    [this, beat, &part] { Answered(beat, part); });
  }
  OneIsDone(beat);
}

void Live::Impl::Answered(Beat* beat, const Part& part) {
  part.group->Take();
  TellAnswers(*part.group);
  const Timestamp now = beat->due();
  for (Task* task : part.tasks) Evaluate(task, now);
  OneIsDone(beat);
}

/// No part takes longer than the interval (Ask): the next tick is not late
/// for the slowest one.
void Live::Impl::OneIsDone(Beat* beat) {
  if (--beat->awaited > 0) return;
  ++beat->next;
  Wait(beat);
}

void Live::Impl::Evaluate(Task* task, Timestamp now) {
  const alarm::Results results = task->group->results();
  const alarm::Moment moment{now, base::StampSeconds(now)};
  for (alarm::Watch& watch : task->watches) watch.Advance(results, 0, moment);
  if (hooks_.report) {
    hooks_.report(TaskResults{now, task->watches, results, 0});
  }
}

void Live::Impl::TellAnswers(const Group& group) {
  if (!hooks_.answered) return;
  for (const pmapi::Answer& answer : group.answers()) {
    hooks_.answered(answer.source, answer.failure ? &*answer.failure : nullptr);
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
