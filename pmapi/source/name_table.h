// NameTable: metric names and what they stand for, where a source's own names
// do not count: a name space of the user's. Its file is
// pmapi/notation/pmns.h's.
#ifndef TOCSIN_PMAPI_SOURCE_NAME_TABLE_H_
#define TOCSIN_PMAPI_SOURCE_NAME_TABLE_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// Sorted by name.
using NameTable = std::vector<std::pair<std::string, Pmid>>;

/// What `name` stands for. Errors: kNoMetric, kNonLeaf.
base::Result<Pmid> LookUp(const NameTable& names, std::string_view name);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_NAME_TABLE_H_
