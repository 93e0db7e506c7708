// InstanceNumbers: numbers for the instances that the kernel only names.
#ifndef TOCSIN_PMAPI_LINUX_INSTANCE_NUMBERS_H_
#define TOCSIN_PMAPI_LINUX_INSTANCE_NUMBERS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "pmapi/metric/metric.h"

namespace pmapi::lnx {

/// Counts from 0 in order of appearance, a domain each; a name keeps its
/// number though it goes and comes again. Where names come without end, as
/// those of containers, the ones that have been away for long are forgotten.
/// Threads: one at a time.
class InstanceNumbers {
 public:
  /// To be called before the names of a reading are given to Of().
  void BeginReading(InDom indom) { ++domains_[indom].readings; }

  /// The number of `name`, a new one if need be.
  InstanceId Of(InDom indom, std::string_view name) {
    DomainNumbers& domain = domains_[indom];
    const auto at = domain.names.find(name);
    if (at != domain.names.end()) {
      at->second.last_reading = domain.readings;
      return at->second.number;
    }
    if (domain.names.size() >= domain.limit) domain.Forget();
    domain.names.emplace(name, NumberedName{domain.next, domain.readings});
    return domain.next++;
  }

  /// How many names are remembered.
  std::size_t size(InDom indom) const {
    const auto at = domains_.find(indom);
    return at == domains_.end() ? 0 : at->second.names.size();
  }

 private:
  static constexpr std::size_t kLeastLimit = 16384;
  static constexpr std::uint64_t kLongAgo = 1000;  // readings
  struct NumberedName {
    InstanceId number = 0;
    std::uint64_t last_reading = 0;
  };
  struct DomainNumbers {
    void Forget() {
      std::erase_if(names, [this](const auto& one) {
        return one.second.last_reading + kLongAgo < readings;
      });
      limit = std::max(kLeastLimit, 2 * names.size());
    }

    std::map<std::string, NumberedName, std::less<>> names;
    std::size_t limit = kLeastLimit;  // to look for what can be forgotten
    std::uint64_t readings = 0;
    InstanceId next = 0;
  };

  std::map<InDom, DomainNumbers> domains_;
};

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_INSTANCE_NUMBERS_H_
