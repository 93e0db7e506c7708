// Values between two frames, lane by lane or all at once.
#include "pmapi/archive/replay_metric.h"

#include <algorithm>

#include "pmapi/archive/look_ahead.h"

namespace pmapi {

void ReplayMetric::AddEvents(double t, LookAhead* ahead) {
  Track& track = ahead->reader().track(subscription_);
  for (; !track.ahead_empty() && track.ahead(0).t <= t; track.Advance()) {
    Frame& frame = track.ahead(0);
    if (!ahead->Decode(subscription_, &frame)) return;
    if (const auto added = events_.rows->Add(frame); !added) {
      return ahead->Fail(frame.record, added.error());
    }
  }
}

void ReplayMetric::Advance(double t, LookAhead* ahead) {
  if (of_events()) return AddEvents(t, ahead);
  Track& track = ahead->reader().track(subscription_);
  while (!track.ahead_empty() && track.ahead(0).t <= t) {
    const Frame& next = track.ahead(0);
    Frame* prior = track.prior();
    const bool same_lanes = prior != nullptr && prior->layout == next.layout;
    if (prior != nullptr) {
      const bool cut = prior->segment != next.segment;
      if (!same_lanes && !lost_loosened_ && (!cut || prior->t == t)) {
        LoosenLost(prior, next, ahead);
      }
      if (cut) std::erase_if(loose_, [t](auto& lane) { return lane.t != t; });
    }
    track.Advance();
    lost_loosened_ = false;
    if (!same_lanes) TakeBack(*track.prior()->layout);
  }
}

/// The prior frame's lanes that the next one lacks become loose.
void ReplayMetric::LoosenLost(Frame* prior, const Frame& next,
                              LookAhead* ahead) {
  const auto step = wanted_.layouts->Between(prior->layout, next.layout);
  if (step->lost.empty() || !ahead->Decode(subscription_, prior)) return;
  const std::size_t old = loose_.size();
  for (const std::int32_t at : step->lost) {
    LooseLane& lane = loose_.emplace_back();
    lane.id = prior->layout->ids[at];
    lane.segment = prior->segment;
    lane.t = prior->t;
    lane.bits = prior->bits[at];
    if (wanted_.type == Type::kString) lane.text = prior->texts[lane.bits];
  }
  std::inplace_merge(
      loose_.begin(), loose_.begin() + static_cast<std::ptrdiff_t>(old),
      loose_.end(), [](auto& a, auto& b) { return a.id < b.id; });
}

/// What is in the prior frame is not loose.
void ReplayMetric::TakeBack(const LaneLayout& layout) {
  std::erase_if(loose_, [&](auto& lane) { return layout.Find(lane.id) >= 0; });
}

void ReplayMetric::DropEnded(double t, const LookAhead& ahead) {
  if (loose_.empty()) return;
  std::erase_if(loose_, [&](const LooseLane& lane) {
    if (lane.t == t) return false;
    if (lane.segment != ahead.reader().passed()) return true;
    return !discrete() && ahead.IsGone(subscription_, lane);
  });
}

void ReplayMetric::MakeEventRow(base::Timestamp at, ReplayRow* row) {
  events_.rows->Finish(at);
  *row = ReplayRow{};
  row->layout = event_layout();
  row->bits = events_.rows->bits(events_.row).data();
  const std::vector<Cell>& cells = events_.rows->cells(events_.row);
  if (!cells.empty()) row->cells = cells.data();
}

void ReplayMetric::MakeRow(double t, LookAhead* ahead, ReplayRow* row) {
  row->between = false;
  row->layout = nullptr;
  row->texts = nullptr;
  row->runs = nullptr;
  row->counters.reset();
  row->singles.clear();
  const ReplayReader& reader = ahead->reader();
  Frame* prior = ahead->reader().track(subscription_).prior();
  if (prior == nullptr) return;
  const bool now = prior->t == t;
  if (!now && prior->segment != reader.passed()) return;
  if (!now && !discrete()) {
    BracketRow(t, prior, ahead, row);
    return;
  }
  if (!FrameRow(prior, ahead, row)) return;
  if (lives_ != nullptr) LiveLanes(t, *row->layout, row);
  if (!loose_.empty()) LooseRow(t, ahead, row);
}

bool ReplayMetric::FrameRow(Frame* frame, LookAhead* ahead, ReplayRow* row) {
  if (!ahead->Decode(subscription_, frame)) return false;
  row->layout = frame->layout.get();
  row->bits = frame->bits.data();
  if (wanted_.type == Type::kString) row->texts = &frame->texts;
  return true;
}

/// Between two frames: a lane has a value if it has one on both sides.
void ReplayMetric::BracketRow(double t, Frame* prior, LookAhead* ahead,
                              ReplayRow* row) {
  const Frame* next = ahead->Next(subscription_, counter());
  if (next == nullptr || !FrameRow(prior, ahead, row)) return;
  step_ = nullptr;
  if (next->layout != prior->layout) {
    if (!lost_loosened_) LoosenLost(prior, *next, ahead);
    lost_loosened_ = true;
    step_ = wanted_.layouts->Between(prior->layout, next->layout);
    if (!step_->lost.empty()) row->runs = &step_->common;
  }
  if (counter()) {
    row->between = true;
    const bool wrap = ahead->reader().options().counter_wrap;
    CounterRow(t, *prior, *next, wrap, row);
  }
  if (!loose_.empty()) LooseRow(t, ahead, row);
}

void ReplayMetric::CounterRow(double t, const Frame& prior, const Frame& next,
                              bool wrap, ReplayRow* row) {
  const Between when{prior.t, t, next.t};
  row->bits = nullptr;
  if (step_ == nullptr && !wrap) {
    row->counters = {prior.bits.data(), next.bits.data(), when, wanted_.type,
                     &counters_};
    return;
  }
  const auto size = static_cast<std::int32_t>(prior.layout->size());
  counters_.resize(prior.layout->size());
  const Transition::Stretch all{0, 0, size};
  const Transition::Stretch* runs =
      step_ == nullptr ? &all : step_->common.data();
  const std::size_t count = step_ == nullptr ? 1 : step_->common.size();
  for (std::size_t k = 0; k < count; ++k) {
    const Transition::Stretch& run = runs[k];
    Interpolate(wanted_.type, wrap, when, prior.bits.data() + run.from,
                next.bits.data() + run.to, static_cast<std::size_t>(run.length),
                counters_.data() + run.from);
  }
  row->bits = counters_.data();
}

void ReplayRow::MakeBits() {
  if (!counters) return;
  counters->room->resize(layout->size());
  Interpolate(counters->type, false, counters->when, counters->prior,
              counters->next, layout->size(), counters->room->data());
  bits = counters->room->data();
  counters.reset();
}

bool ReplayMetric::Alive(double t, InstanceId id) const {
  if (lives_ == nullptr) return true;
  const std::vector<InstanceId>& all = wanted_.layouts->candidates();
  const auto rank = std::lower_bound(all.begin(), all.end(), id) - all.begin();
  return t >= lives_->birth[rank] && t <= lives_->death[rank];
}

void ReplayMetric::NoteLives(const LaneLayout& layout) {
  const std::vector<InstanceId>& all = wanted_.layouts->candidates();
  lane_lives_ = {};
  for (const InstanceId id : layout.ids) {
    const auto rank =
        std::lower_bound(all.begin(), all.end(), id) - all.begin();
    lane_lives_.birth.push_back(lives_->birth[rank]);
    lane_lives_.death.push_back(lives_->death[rank]);
  }
  const auto& [birth, death] = lane_lives_;
  all_since_ =
      birth.empty() ? 0 : *std::max_element(birth.begin(), birth.end());
  all_until_ =
      death.empty() ? 0 : *std::min_element(death.begin(), death.end());
  live_layout_ = layout.shared_from_this();
}

/// Restricts the row to the lanes whose instances are in their domain.
void ReplayMetric::LiveLanes(double t, const LaneLayout& layout,
                             ReplayRow* row) {
  if (live_layout_.get() != &layout) NoteLives(layout);
  if (t >= all_since_ && t <= all_until_) return;
  living_.clear();
  const auto size = static_cast<std::int32_t>(layout.size());
  for (std::int32_t i = 0; i < size; ++i) {
    if (t < lane_lives_.birth[i] || t > lane_lives_.death[i]) continue;
    const bool joins =
        !living_.empty() && living_.back().from + living_.back().length == i;
    if (joins) {
      ++living_.back().length;
    } else {
      living_.push_back({i, i, 1});
    }
  }
  const bool all = living_.size() == 1 && living_[0].length == size;
  if (!all) row->runs = &living_;
}

void ReplayMetric::LooseRow(double t, LookAhead* ahead, ReplayRow* row) {
  for (LooseLane& lane : loose_) {
    if (!Unasked(t, lane, *ahead) || ahead->failure()) continue;
    ahead->Resolve(subscription_, counter(), &lane);
  }
  std::erase_if(loose_, [&](const LooseLane& lane) {
    return !LooseExists(t, lane, *ahead);
  });
  const bool wrap = ahead->reader().options().counter_wrap;
  for (const LooseLane& lane : loose_) {
    if (!Alive(t, lane.id)) continue;
    row->between |= counter() && lane.t != t;
    row->singles.push_back({lane.id, LooseBits(t, wrap, lane), &lane.text});
  }
}

/// Whether the lane has a value depends on what comes, and nobody looked.
bool ReplayMetric::Unasked(double t, const LooseLane& lane,
                           const LookAhead& ahead) const {
  return !discrete() && lane.t != t &&
         lane.segment == ahead.reader().passed() &&
         lane.fate == LooseLane::Fate::kUnasked;
}

/// False if the lane has no value at `t`, nor will have one from what it was.
bool ReplayMetric::LooseExists(double t, const LooseLane& lane,
                               const LookAhead& ahead) const {
  if (lane.t == t) return true;
  if (lane.segment != ahead.reader().passed()) return false;
  return discrete() || lane.fate != LooseLane::Fate::kNever;
}

std::uint64_t ReplayMetric::LooseBits(double t, bool wrap,
                                      const LooseLane& lane) const {
  if (!counter() || lane.t == t) return lane.bits;
  std::uint64_t bits = 0;
  Interpolate(wanted_.type, wrap, {lane.t, t, lane.next_t}, &lane.bits,
              &lane.next_bits, 1, &bits);
  return bits;
}

}  // namespace pmapi
