// ReplayStream as a lead: a walk that makes no rows, noted for others.
#include "pmapi/archive/replay.h"

namespace pmapi {

void ReplayStream::Begin(SampleStream* part) {
  part_ = static_cast<ReplayStream*>(part);
  if (shelf_ == nullptr) {
    shelf_ = std::make_shared<SurveyShelf>();
    look_ahead_.Share(shelf_);
  }
  part_->StartFrom(*this);
  trail_ = std::move(part_->trail_);
  if (trail_ == nullptr) trail_ = std::make_unique<Trail>();
  reader_.Note(trail_.get());
  begun_ = reader_.bytes_read();
}

/// The tick before is the first: it is what the next one is compared with.
void ReplayStream::StartFrom(const ReplayStream& other) {
  reader_.StartFrom(other.reader_);
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    metrics_[m].StartFrom(other.metrics_[m]);
  }
  look_ahead_.Share(other.shelf_);
  next_ = other.next_ > 0 ? other.next_ - 1 : 0;
  segments_ = other.segments_;
  dead_ = other.dead_;
  failure_ = other.failure_;
}

/// Where a stretch of ticks leads depends on the last two alone, if they are
/// in the archive.
void ReplayStream::Skip(int ticks) {
  constexpr int kLast = 2;
  if (const std::int64_t first = next_ + ticks - kLast; first > next_) {
    const double t = reader_.clock().At(grid_.At(first));
    if (!IsOutside(t)) {
      reader_.PassTo(t);
      next_ = first;
      ticks = kLast;
    }
  }
  for (int k = 0; k < ticks && !failure_; ++k, ++next_) {
    Tick tick;
    tick.time = grid_.At(next_);
    settled_ = true;
    if (!Reach(&tick) || tick.empty) continue;
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
      settled_ &= !PassMarks(m, tick.t) || next_ == 0;
    }
  }
}

void ReplayStream::End() {
  for (ReplayMetric& metric : metrics_) {
    metric.DropEnded(look_ahead_.t(), look_ahead_);
  }
  reader_.Note(nullptr);
  part_->trail_ = std::move(trail_);
  part_->reader_.Follow(part_->trail_.get(), reader_);
  part_ = nullptr;
}

}  // namespace pmapi
