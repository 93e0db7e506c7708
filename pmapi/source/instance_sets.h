// Instance sets: instances in ascending order, each once, joined and found in
// one another.
#ifndef TOCSIN_PMAPI_SOURCE_INSTANCE_SETS_H_
#define TOCSIN_PMAPI_SOURCE_INSTANCE_SETS_H_

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

#include "pmapi/metric/metric.h"

namespace pmapi {

/// Mostly both are the same.
inline bool Includes(std::span<const InstanceId> all,
                     std::span<const InstanceId> some) {
  return std::equal(all.begin(), all.end(), some.begin(), some.end()) ||
         std::includes(all.begin(), all.end(), some.begin(), some.end());
}

inline std::vector<InstanceId> Union(std::span<const InstanceId> a,
                                     std::span<const InstanceId> b) {
  std::vector<InstanceId> both;
  both.reserve(a.size() + b.size());
  std::set_union(a.begin(), a.end(), b.begin(), b.end(),
                 std::back_inserter(both));
  return both;
}

/// Calls `f` with the place of each of `some`, and with its place in `all`.
/// REQUIRES: Includes(all, some).
template <typename F>
void ForEachPlace(std::span<const InstanceId> some,
                  std::span<const InstanceId> all, F f) {
  std::size_t to = 0;
  for (std::size_t i = 0; i < some.size(); ++i) {
    while (all[to] != some[i]) ++to;
    f(i, to);
  }
}

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_INSTANCE_SETS_H_
