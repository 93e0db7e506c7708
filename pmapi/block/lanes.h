// Lane, LaneSet: which (host, instance) each column of a Block is.
#ifndef TOCSIN_PMAPI_BLOCK_LANES_H_
#define TOCSIN_PMAPI_BLOCK_LANES_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "pmapi/metric/metric.h"

namespace pmapi {

/// One column: the `host`-th host of the metric and one of its instances.
struct Lane {
  std::int32_t host = 0;
  InstanceId instance = kNullInstance;

  friend auto operator<=>(const Lane&, const Lane&) = default;
};

/// The columns of a block, in output order: by host as written, then by
/// internal instance identifier (explicit instances: as written, and the same
/// lane may stand twice). Shared and immutable: two blocks with the same
/// pointer pair lane by lane.
using LaneSet = std::shared_ptr<const std::vector<Lane>>;

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_BLOCK_LANES_H_
