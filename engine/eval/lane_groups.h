// Lane groups: what reductions over lanes go over.
#ifndef TOCSIN_ENGINE_EVAL_LANE_GROUPS_H_
#define TOCSIN_ENGINE_EVAL_LANE_GROUPS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/expr/expr.h"
#include "pmapi/block/lanes.h"
#include "pmapi/block/rest.h"

namespace engine::eval {

/// Room that reductions use one after the other: a live tick has no time to ask
/// for memory.
struct LaneRoom {
  std::vector<std::size_t> groups;
  std::vector<std::uint32_t> counts;
};

/// Where the lanes of each host begin, and the last ones' end. Of what is not
/// reduced by host (0) all lanes are one group.
inline void FindGroups(const std::vector<pmapi::Lane>& lanes, int hosts,
                       int parts, std::vector<std::size_t>* groups) {
  groups->assign(1, 0);
  for (int host = 0; host < hosts; ++host) {
    std::size_t end = groups->back();
    if (!lanes.empty() && lanes.back().host / parts == host) end = lanes.size();
    while (end < lanes.size() && lanes[end].host / parts == host) ++end;
    groups->push_back(end);
  }
  if (hosts == 0) groups->push_back(lanes.size());
}

/// Whether some lanes are groups of event records.
inline bool HasGroups(const expr::Layout& layout) {
  return std::any_of(layout.indoms.begin(), layout.indoms.end(),
                     pmapi::IsOfGroups);
}

/// Whether it is known that there is no group in lanes [first, first + n) of
/// `lanes`: all of a host, or all of `hosts`. `is_known` says whether the rest
/// is known that is lane i. REQUIRES: none of the lanes is a member.
template <typename F>
bool IsKnownToBeEmpty(const std::vector<pmapi::Lane>& lanes, std::size_t first,
                      std::size_t n, std::size_t hosts, F is_known) {
  std::size_t known = 0;
  for (std::size_t i = first; i < first + n; ++i) {
    known += lanes[i].instance == pmapi::kRest && is_known(i) ? 1 : 0;
  }
  return known > 0 && known == hosts;
}

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_LANE_GROUPS_H_
