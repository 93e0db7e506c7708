// event.flags and event.missed: names that every name space of PMAPI has. They
// stand in unpacked event records only: no source has values of them.
// Source: pmapi/metric/FORMAT.md, "Names of events".
#ifndef TOCSIN_PMAPI_SOURCE_EVENT_NAMES_H_
#define TOCSIN_PMAPI_SOURCE_EVENT_NAMES_H_

#include <string_view>

#include "pmapi/metric/metric.h"

namespace pmapi {

/// True of the two names.
inline bool IsEventName(std::string_view name) {
  return name == "event.flags" || name == "event.missed";
}

/// Of either, where a source does not have a metric of that name.
inline MetricDesc EventNameDesc() {
  MetricDesc desc;
  desc.type = Type::kNoSupport;
  desc.semantics = Semantics::kDiscrete;
  return desc;
}

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_EVENT_NAMES_H_
