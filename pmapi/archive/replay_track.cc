// A ring of frames that grows.
#include "pmapi/archive/replay_track.h"

#include <algorithm>

namespace pmapi {

void Track::Grow() {
  constexpr std::size_t kFirst = 2;
  const std::size_t size = ahead_size();
  if (ring_.empty()) {
    AddFrames(kFirst + 1);
    prior_ = ring_.back();
    ring_.pop_back();
  } else {
    const auto first = static_cast<std::ptrdiff_t>(Slot(begin_));
    std::rotate(ring_.begin(), ring_.begin() + first, ring_.end());
    AddFrames(ring_.size());
  }
  begin_ = 0;
  end_ = size;
}

void Track::AddFrames(std::size_t count) {
  auto& frames = frames_.emplace_back(std::make_unique<Frame[]>(count));
  ring_.reserve(ring_.size() + count);
  for (std::size_t i = 0; i < count; ++i) ring_.push_back(&frames[i]);
}

}  // namespace pmapi
