// Counts and sums: what is added up can be so in parts.
#include "engine/events/event_summary.h"

#include <limits>

#include "base/check.h"

namespace engine::events {

using grammar::ast::Reducer;

namespace {

/// A percentage with decimals, as 1.1, is next to what was written, so that
/// what is next to it is as much. Whole ones are told apart exactly.
bool IsPercent(std::int64_t holding, std::int64_t all, double percent) {
  constexpr double kNext = 2 * std::numeric_limits<double>::epsilon();
  const double least = static_cast<double>(all) * percent;
  return static_cast<double>(holding) * 100 >= least - least * kNext;
}

}  // namespace

void EventSummary::AddNumber(double number) {
  EventSummary one;
  one.n_ = one.true_ = 1;
  one.sum_ = one.min_ = one.max_ = number;
  Add(one);
}

void EventSummary::Add(const EventSummary& later) {
  if (later.n_ == 0) return;
  min_ = n_ == 0 || later.min_ < min_ ? later.min_ : min_;
  max_ = n_ == 0 || later.max_ > max_ ? later.max_ : max_;
  sum_ += later.sum_;
  n_ += later.n_;
  true_ += later.true_;
  unknown_ += later.unknown_;
}

std::optional<double> EventSummary::ValueOf(
    const grammar::ast::Reduction& reduction) const {
  switch (reduction.reducer) {
    case Reducer::kCount:
      return static_cast<double>(true_);
    case Reducer::kSum:
      return sum_;
    case Reducer::kSome:
    case Reducer::kAll:
    case Reducer::kPercent:
      return TruthOf(reduction);
    default:
      break;
  }
  if (n_ == 0) return std::nullopt;
  if (reduction.reducer == Reducer::kMin) return min_;
  if (reduction.reducer == Reducer::kMax) return max_;
  CHECK(reduction.reducer == Reducer::kAvg);
  return sum_ / static_cast<double>(n_);
}

/// What is unknown may be true or false: the value is known if both give one.
std::optional<double> EventSummary::TruthOf(
    const grammar::ast::Reduction& reduction) const {
  const bool some = reduction.reducer == Reducer::kSome;
  if (n_ == 0) return some ? std::optional(0.0) : std::nullopt;
  const auto holds = [&](std::int64_t holding) {
    if (some) return holding > 0;
    return reduction.reducer == Reducer::kAll
               ? holding == n_
               : IsPercent(holding, n_, reduction.percent);
  };
  const bool least = holds(true_);
  if (least != holds(true_ + unknown_)) return std::nullopt;
  return least ? 1 : 0;
}

}  // namespace engine::events
