// Wait, ask, judge, and again.
#include "engine/schedule/ticker.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/check.h"

namespace engine::schedule {
namespace {

using base::Duration;
using base::Timestamp;

/// How long rules whose hosts have answered wait for the others.
constexpr Duration kOrderWait{base::kNanosPerSecond / 100};

/// How long an answer may take.
Duration LimitOf(Duration interval) { return Duration{interval.ns / 4 * 3}; }

std::set<int> NumbersOf(const Batch& batch) {
  std::set<int> numbers;
  for (const Task* task : batch.tasks) {
    for (const alarm::Watch& watch : task->watches) {
      numbers.insert(watch.statement().number);
    }
  }
  return numbers;
}

}  // namespace

void Ticker::Add(Batch batch) {
  const int first = batch.number();
  const auto [at, added] =
      batches_.emplace(first, BatchState{std::move(batch)});
  CHECK(added);
  if (unjudged_.empty()) return;
  const std::set<int> numbers = NumbersOf(at->second.batch);
  at->second.ask_again =
      std::any_of(numbers.begin(), numbers.end(),
                  [this](int number) { return unjudged_.count(number) > 0; });
}

void Ticker::Drop(const std::set<const Schedule*>& schedules) {
  for (auto next = batches_.begin(); next != batches_.end();) {
    const auto at = next++;
    BatchState& state = at->second;
    if (!schedules.contains(state.batch.schedule)) continue;
    // A batch whose answer was taken is judged now: its streams have moved on
    // and give this tick no second time. The tick goes on until Resume().
    if (state.awaited && state.answered) Judge(&state);
    if (state.awaited) {
      unjudged_.merge(NumbersOf(state.batch));
      --awaited_;
      --unanswered_;
    }
    batches_.erase(at);
  }
}

void Ticker::Renumber(const std::map<int, int>& before) {
  std::set<int> unjudged;
  for (const auto& [number, old] : before) {
    if (unjudged_.contains(old)) unjudged.insert(number);
  }
  unjudged_ = std::move(unjudged);
}

void Ticker::Resume() {
  const Timestamp now = context_.clock->Now();
  const std::int64_t since = context_.clock->Elapsed().ns - asked_at_.ns;
  const Duration left{std::max<std::int64_t>(LimitOf(interval_).ns - since, 0)};
  unjudged_.clear();
  std::vector<BatchState*> to_ask;
  for (auto& [number, state] : batches_) {
    if (!std::exchange(state.ask_again, false)) continue;
    state.awaited = true;
    ++awaited_;
    ++unanswered_;
    to_ask.push_back(&state);
  }
  for (BatchState* state : to_ask) AskOne(state, now, left);
  if (asked_ && in_order_ && unanswered_ == 0) JudgeAnswered();
  EndTick();
}

/// The first moment from `now` on at which ticks may begin.
Timestamp Ticker::FirstFrom(Timestamp now) const {
  const std::int64_t together = context_.together.ns;
  if (together == 0) return now;
  const std::int64_t since = now.ns % together;
  return since > 0 ? now + Duration{together - since} : now;
}

void Ticker::Begin() {
  Timestamp now = context_.clock->Now();
  if (context_.end) now = std::min(now, *context_.end);
  next_ = std::max<std::int64_t>((now - epoch_).ns / interval_.ns, 0);
  Wait();
}

void Ticker::Wait() {
  if (context_.end && due() > *context_.end) {
    context_.ended();
    return;
  }
  context_.wake_queue->Add(due(), [this] { Wake(); });
}

void Ticker::Wake() {
  const Timestamp now = context_.clock->Now();
  if (due() - now > interval_) {
    // The time of day was set back: ticks will be counted from here.
    epoch_ = FirstFrom(now);
    next_ = 0;
  }
  if (due() > now) {
    Wait();
    return;
  }
  SkipMissed(now);
  Ask(now);
}

/// What is a whole interval late is not made up for: A17. The last tick of the
/// window is evaluated however late it is: none behind it was left out.
void Ticker::SkipMissed(Timestamp now) {
  const std::int64_t missed = (now - due()).ns / interval_.ns;
  if (missed <= 0) return;
  const Timestamp last = std::min(now, context_.end.value_or(now));
  const std::int64_t left_out = (last - due()).ns / interval_.ns;
  next_ += missed;
  if (left_out > 0) context_.skipped(interval_, left_out);
}

void Ticker::Ask(Timestamp now) {
  asked_at_ = context_.clock->Elapsed();
  awaited_ = unanswered_ = batches_.size();
  in_order_ = true;
  for (auto& [number, state] : batches_) {
    state.awaited = true;
    state.answered = false;
    AskOne(&state, now, LimitOf(interval_));
  }
  asked_ = true;
  if (unanswered_ == 0) JudgeAnswered();
  EndTick();
}

void Ticker::AskOne(BatchState* state, Timestamp now, Duration limit) {
  state->batch.group->Ask(due(), now, limit,
                          [this, state] { Answered(state); });
}

void Ticker::Answered(BatchState* state) {
  state->answered = true;
  --unanswered_;
  context_.take(state->batch);
  if (!in_order_) {
    Judge(state);
    return EndTick();
  }
  if (asked_ && unanswered_ == 0) return JudgeAnswered();
  if (order_wait_) return;
  order_wait_ =
      context_.timers->After(kOrderWait, [this] { StopWaitingForOrder(); });
}

void Ticker::JudgeAnswered() {
  for (auto& [number, state] : batches_) {
    if (state.awaited && state.answered) Judge(&state);
  }
  EndTick();
}

void Ticker::StopWaitingForOrder() {
  in_order_ = false;
  JudgeAnswered();
}

void Ticker::Judge(BatchState* state) {
  const Timestamp then = due();
  state->awaited = false;
  --awaited_;
  context_.judge(state->batch, then);
}

/// If it is over, waits for the next. No answer takes longer than the interval
/// (Ask): the next tick is not late for the slowest one.
void Ticker::EndTick() {
  if (!asked_ || awaited_ > 0) return;
  asked_ = false;
  order_wait_.reset();
  ++next_;
  Wait();
}

}  // namespace engine::schedule
