// InstanceNumbers: numbers for the instances that the kernel only names.
#ifndef TOCSIN_PMAPI_LINUX_INSTANCE_NUMBERS_H_
#define TOCSIN_PMAPI_LINUX_INSTANCE_NUMBERS_H_

#include <map>
#include <string>
#include <string_view>

#include "pmapi/metric/metric.h"

namespace pmapi::lnx {

/// Counts from 0 in order of appearance, a domain each; a name keeps its
/// number though it goes and comes again. Threads: one at a time.
class InstanceNumbers {
 public:
  InstanceId Of(InDom indom, std::string_view name) {
    auto& known = numbers_[indom];
    const auto at = known.find(name);
    if (at != known.end()) return at->second;
    const auto next = static_cast<InstanceId>(known.size());
    known.emplace(name, next);
    return next;
  }

 private:
  std::map<InDom, std::map<std::string, InstanceId, std::less<>>> numbers_;
};

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_INSTANCE_NUMBERS_H_
