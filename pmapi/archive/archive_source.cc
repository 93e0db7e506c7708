// An archive and its metadata, held together.
#include "pmapi/archive/archive_source.h"

#include "pmapi/archive/replay.h"

namespace pmapi {

base::Result<std::unique_ptr<SampleStream>> ArchiveSource::Open(
    std::vector<Want> wants, TickGrid grid) {
  if (grid.step.ns <= 0) {
    return base::Error{base::ErrorCode::kInvalid,
                       "the interval between ticks must be positive"};
  }
  return std::unique_ptr<SampleStream>(
      std::make_unique<ReplayStream>(*archive_, options_, wants, grid));
}

}  // namespace pmapi
