// ReplayReader: how one starts from another, and follows what it has noted.
#include "pmapi/archive/replay_reader.h"

namespace pmapi {

RecordWalker ReplayReader::walker() const {
  RecordWalker walker = at_.walker;
  const bool here =
      !following() || followed_ == 0 ||
      (walkers_ > 0 && trail_->walkers()[walkers_ - 1].first == followed_ - 1);
  if (!here) CHECK(walker.At(trail_->records()[followed_ - 1].record.place));
  return walker;
}

LayoutRef ReplayReader::OwnLayout(std::int32_t subscription,
                                  const LayoutRef& theirs) {
  if (theirs == nullptr) return nullptr;
  const Subscription& wanted = wanted_[static_cast<std::size_t>(subscription)];
  return wanted.singular ? singular_ : wanted.layouts->Adopt(*theirs);
}

void ReplayReader::StartFrom(const ReplayReader& other) {
  at_ = other.at_;
  trail_ = nullptr;
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    const auto number = static_cast<std::int32_t>(i);
    tracks_[i].StartFrom(other.tracks_[i], [&](const LayoutRef& theirs) {
      return OwnLayout(number, theirs);
    });
  }
}

void ReplayReader::Note(Trail* trail) {
  noted_ = trail;
  if (noted_ != nullptr) noted_->Clear(wanted_.size());
}

void ReplayReader::Follow(const Trail* trail, const ReplayReader& other) {
  trail_ = trail;
  followed_ = 0;
  followed_sets_ = 0;
  walkers_ = 0;
  trail_end_.emplace(
      TrailEnd{other.at_.walker, other.at_.ended, other.at_.failure});
  own_layouts_.clear();
  for (const auto& [subscription, layout] : trail_->layouts()) {
    own_layouts_.push_back(OwnLayout(subscription, layout));
  }
}

bool ReplayReader::FollowStep() {
  if (followed_ == trail_->records().size()) {
    trail_ = nullptr;
    at_.walker = std::move(trail_end_->walker);
    if (trail_end_->ended) return Stop(std::move(trail_end_->failure));
    return Step();
  }
  const TrailRecord& next = trail_->records()[followed_];
  const auto& walkers = trail_->walkers();
  if (walkers_ < walkers.size() && walkers[walkers_].first == followed_) {
    at_.walker = walkers[walkers_++].second;
    EnterVolume();
  }
  ++followed_;
  if (next.mark_counts) TakeMark(next.t);
  for (; followed_sets_ < next.end; ++followed_sets_) {
    PushNoted(next, trail_->sets()[followed_sets_]);
  }
  TakeRecord(next);
  return true;
}

void ReplayReader::PushNoted(const TrailRecord& from, const TrailSet& noted) {
  Track& track = tracks_[static_cast<std::size_t>(noted.subscription)];
  const LayoutRef& layout =
      own_layouts_[static_cast<std::size_t>(noted.layout)];
  if (track.hint != layout) track.hint = layout;
  track.in_row = noted.in_row;
  track.in_situ = noted.set.format == ValueFormat::kInSitu;
  track.format_known = true;
  Push(&track, from.t, from.record, noted.set);
}

}  // namespace pmapi
