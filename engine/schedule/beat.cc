// Wait, ask, judge, and again.
#include "engine/schedule/beat.h"

#include <algorithm>
#include <utility>

namespace engine::schedule {
namespace {

using base::Duration;
using base::Timestamp;

/// So long who has answered may wait for the others.
constexpr Duration kPatience{base::kNanosPerSecond / 100};

/// So long an answer may take.
Duration LimitOf(Duration interval) { return Duration{interval.ns / 4 * 3}; }

std::set<int> NumbersOf(const Part& part) {
  std::set<int> numbers;
  for (const Task* task : part.tasks) {
    for (const alarm::Watch& watch : task->watches) {
      numbers.insert(watch.statement().number);
    }
  }
  return numbers;
}

}  // namespace

void Beat::Add(Part part) {
  const auto behind = std::find_if(
      places_.begin(), places_.end(),
      [&](const Place& place) { return place.part.number() > part.number(); });
  const auto place = places_.insert(behind, Place{std::move(part)});
  if (owed_.empty()) return;
  const std::set<int> numbers = NumbersOf(place->part);
  place->owed = std::any_of(numbers.begin(), numbers.end(), [this](int number) {
    return owed_.count(number) > 0;
  });
}

void Beat::Drop(const Plan& plan) {
  for (auto next = places_.begin(); next != places_.end();) {
    const auto place = next++;
    if (place->part.plan != &plan) continue;
    // What was taken has moved on: it will not be of this tick again. The tick
    // goes on until Resume().
    if (place->awaited && place->answered) Judge(&*place);
    if (place->awaited) {
      owed_.merge(NumbersOf(place->part));
      --awaited_;
    }
    places_.erase(place);
  }
}

void Beat::Resume() {
  const Timestamp now = rhythm_.clock->Now();
  const std::int64_t since = rhythm_.clock->Elapsed().ns - asked_at_.ns;
  const Duration left{std::max<std::int64_t>(LimitOf(interval_).ns - since, 0)};
  owed_.clear();
  std::list<Place*> owing;
  for (Place& place : places_) {
    if (!std::exchange(place.owed, false)) continue;
    place.awaited = true;
    ++awaited_;
    owing.push_back(&place);
  }
  for (Place* place : owing) AskOne(place, now, left);
  if (asked_ && in_order_ && all_answered()) JudgeAnswered();
  EndTick();
}

void Beat::Wait() {
  if (rhythm_.end && due() > *rhythm_.end) {
    rhythm_.ended();
    return;
  }
  rhythm_.agenda->Add(due(), [this] { Wake(); });
}

void Beat::Wake() {
  const Timestamp now = rhythm_.clock->Now();
  const Duration early = due() - now;
  if (early > interval_) {
    // The time of day was set back: ticks will be counted from here.
    epoch_ = now;
    next_ = 0;
  } else if (early.ns > 0) {
    Wait();
    return;
  }
  SkipMissed(now);
  Ask(now);
}

/// What is a whole interval late is not made up for: A17.
void Beat::SkipMissed(Timestamp now) {
  const std::int64_t missed = (now - due()).ns / interval_.ns;
  if (missed <= 0) return;
  next_ += missed;
  rhythm_.skipped(interval_, missed);
}

void Beat::Ask(Timestamp now) {
  asked_at_ = rhythm_.clock->Elapsed();
  for (Place& place : places_) {
    place.awaited = true;
    place.answered = false;
  }
  awaited_ = places_.size();
  in_order_ = true;
  for (Place& place : places_) {
    AskOne(&place, now, LimitOf(interval_));
  }
  asked_ = true;
  if (all_answered()) JudgeAnswered();
  EndTick();
}

void Beat::AskOne(Place* place, Timestamp now, Duration limit) {
  place->part.group->Ask(due(), now, limit, [this, place] { Answered(place); });
}

void Beat::Answered(Place* place) {
  place->answered = true;
  rhythm_.take(place->part);
  if (!in_order_) {
    Judge(place);
    return EndTick();
  }
  if (!patience_) {
    patience_ = rhythm_.timers->After(kPatience, [this] { LosePatience(); });
  }
  if (asked_ && all_answered()) JudgeAnswered();
}

bool Beat::all_answered() const {
  return std::all_of(places_.begin(), places_.end(), [](const Place& place) {
    return !place.awaited || place.answered;
  });
}

void Beat::JudgeAnswered() {
  for (Place& place : places_) {
    if (place.awaited && place.answered) Judge(&place);
  }
  EndTick();
}

void Beat::LosePatience() {
  in_order_ = false;
  JudgeAnswered();
}

void Beat::Judge(Place* place) {
  const Timestamp then = due();
  place->awaited = false;
  --awaited_;
  rhythm_.judge(place->part, then);
}

/// If it is over, waits for the next. No answer takes longer than the interval
/// (Ask): the next tick is not late for the slowest one.
void Beat::EndTick() {
  if (!asked_ || awaited_ > 0) return;
  asked_ = false;
  patience_.reset();
  ++next_;
  Wait();
}

}  // namespace engine::schedule
