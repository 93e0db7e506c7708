// A ring of frames that grows.
#include "pmapi/archive/replay_track.h"

namespace pmapi {

void Track::Grow() {
  std::vector<std::unique_ptr<Frame>> larger(ring_.empty() ? 4
                                                           : 2 * ring_.size());
  const std::size_t size = ahead_size();
  for (std::size_t i = 0; i < size; ++i) {
    larger[i] = std::move(ring_[Slot(begin_ + i)]);
  }
  ring_ = std::move(larger);
  begin_ = 0;
  end_ = size;
}

}  // namespace pmapi
