// Rest: the lane that stands for all groups of event records that are not
// there. It has what each of them would have: that nothing came is known then,
// though no lane is present.
#ifndef TOCSIN_PMAPI_BLOCK_REST_H_
#define TOCSIN_PMAPI_BLOCK_REST_H_

#include <cstdint>
#include <limits>

#include "pmapi/block/cell.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// The last lane of a host, which has no name and is never present.
inline constexpr InstanceId kRest = std::numeric_limits<InstanceId>::max();
/// Its cell where its value is known; else it is kAbsent.
inline constexpr Cell kRestKnown = kValid;

/// Domains of groups: PMAPI keeps these for what is derived.
inline constexpr std::uint32_t kGroupDomains = 511u << 22;
constexpr InDom GroupDomain(std::uint32_t number) {
  return InDom{kGroupDomains | (number & ((1u << 22) - 1))};
}
constexpr bool IsOfGroups(InDom indom) {
  return indom != kNullInDom &&
         (static_cast<std::uint32_t>(indom) & kGroupDomains) == kGroupDomains;
}

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_BLOCK_REST_H_
