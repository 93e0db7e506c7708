// By binary search; a group is a prefix up to a dot.
#include "pmapi/source/name_table.h"

#include <algorithm>

namespace pmapi {

base::Result<Pmid> LookUp(const NameTable& names, std::string_view name) {
  const auto before = [](const auto& entry, std::string_view n) {
    return entry.first < n;
  };
  const auto at = std::lower_bound(names.begin(), names.end(), name, before);
  if (at != names.end() && at->first == name) return at->second;
  const std::string prefix = std::string(name) + ".";
  const auto below = std::lower_bound(at, names.end(), prefix, before);
  if (below != names.end() && below->first.starts_with(prefix)) {
    return base::Error{base::ErrorCode::kNonLeaf,
                       std::string(name) + " is no metric but a group of them"};
  }
  return base::Error{base::ErrorCode::kNoMetric,
                     "no metric is called " + std::string(name)};
}

}  // namespace pmapi
