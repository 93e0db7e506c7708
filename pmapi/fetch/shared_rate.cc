// Rates made when the first column asks for them.
#include "pmapi/fetch/shared_rate.h"

#include <memory>
#include <vector>

namespace pmapi {

const Block& SharedRate::Rates(RateOptions options) {
  if (filled_) return block_;
  filled_ = true;
  const Samples& samples = stream_.samples();
  const std::size_t width = stream_.group(want_).instances.size();
  LaneSet lanes = block_.lanes();
  if (!lanes || lanes->size() != width) {
    lanes = std::make_shared<const std::vector<Lane>>(width);
  }
  block_.Reset(samples.ticks(), lanes);
  Rate(samples, stream_.metric(want_), type_, factor_, options, 0, &state_,
       &block_);
  return block_;
}

}  // namespace pmapi
