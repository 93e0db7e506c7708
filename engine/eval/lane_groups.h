// Lane groups: what reductions over lanes go over.
#ifndef TOCSIN_ENGINE_EVAL_LANE_GROUPS_H_
#define TOCSIN_ENGINE_EVAL_LANE_GROUPS_H_

#include <cstddef>
#include <vector>

#include "pmapi/block/lanes.h"

namespace engine::eval {

/// Where the lanes of each host begin, and the last ones' end. Of what is not
/// reduced by host (0) all lanes are one group.
inline std::vector<std::size_t> GroupsOf(const std::vector<pmapi::Lane>& lanes,
                                         int hosts, int parts) {
  std::vector<std::size_t> groups = {0};
  for (int host = 0; host < hosts; ++host) {
    std::size_t end = groups.back();
    while (end < lanes.size() && lanes[end].host / parts == host) ++end;
    groups.push_back(end);
  }
  if (hosts == 0) groups.push_back(lanes.size());
  return groups;
}

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_LANE_GROUPS_H_
