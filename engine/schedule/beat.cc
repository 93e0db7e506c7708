// Wait, ask, evaluate, and again.
#include "engine/schedule/beat.h"

#include <algorithm>
#include <utility>

namespace engine::schedule {
namespace {

using base::Duration;
using base::Timestamp;

/// So long who has answered may wait for who stands before it.
constexpr Duration kPatience{base::kNanosPerSecond / 100};

}  // namespace

void Beat::Add(Part part) {
  const auto behind = std::find_if(
      places_.begin(), places_.end(),
      [&](const Place& place) { return place.part.number() > part.number(); });
  places_.insert(behind, Place{std::move(part)});
}

void Beat::Drop(const Plan& plan) {
  for (auto next = places_.begin(); next != places_.end();) {
    const auto place = next++;
    if (place->part.plan != &plan) continue;
    awaited_ -= place->awaited;
    if (turn_ == place) turn_ = next;
    places_.erase(place);
  }
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
  const Duration limit{std::min(rhythm_.limit.ns, interval_.ns / 4 * 3)};
  for (Place& place : places_) {
    place.awaited = true;
    place.answered = false;
  }
  awaited_ = places_.size();
  turn_ = places_.begin();
  in_order_ = true;
  for (Place& place : places_) {
    place.part.group->Ask(due(), now, limit,
                          [this, one = &place] { Answered(one); });
  }
  asked_ = true;
  EndTick();
}

void Beat::Answered(Place* place) {
  place->answered = true;
  if (!in_order_) {
    Evaluate(place);
    return;
  }
  EvaluateInOrder();
  if (place->awaited && !patience_) {
    patience_ = rhythm_.timers->After(kPatience, [this] { LosePatience(); });
  }
}

void Beat::EvaluateInOrder() {
  for (; turn_ != places_.end(); ++turn_) {
    if (!turn_->awaited) continue;
    if (!turn_->answered) return;
    Evaluate(&*turn_);
  }
}

void Beat::LosePatience() {
  in_order_ = false;
  for (Place& place : places_) {
    if (place.awaited && place.answered) Evaluate(&place);
  }
}

void Beat::Evaluate(Place* place) {
  place->awaited = false;
  --awaited_;
  rhythm_.evaluate(place->part, due());
  EndTick();
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
