// InstancesEver: all members that an instance domain had, from the records of
// its changes. The records themselves are meta_reader.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_INSTANCES_EVER_H_
#define TOCSIN_PMAPI_ARCHIVE_INSTANCES_EVER_H_

#include <optional>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "pmapi/archive/meta_reader.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// One instance and when its domain held it. Lifetime: views the metadata.
struct InstanceLife {
  InstanceId id = kNullInstance;
  /// The name in the newest record that has the instance.
  std::string_view name;
  /// The time of the first record that has it.
  base::Timestamp birth;
  /// The time of the record after the last one that has it, if there is one.
  std::optional<base::Timestamp> death;
};

/// The union over `records`, walked from the newest to the oldest.
/// REQUIRES: ascending by time; each delta comes after a full record.
/// Source: pmapi/archive/FORMAT.md, "Metadata"; pmapi/archive/REPLAY.md,
/// "Births and deaths".
std::vector<InstanceLife> InstancesEver(
    const std::vector<InDomRecord>& records);

/// True if some state of the domain has at least `size` members.
bool EverAsLargeAs(const std::vector<InDomRecord>& records, std::int32_t size);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_INSTANCES_EVER_H_
