// DescTable: descriptors by metric, without memory for each: a fleet's archives
// are opened by the thousand, and few of their metrics are looked up.
#ifndef TOCSIN_PMAPI_ARCHIVE_DESC_TABLE_H_
#define TOCSIN_PMAPI_ARCHIVE_DESC_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "pmapi/metric/metric.h"

namespace pmapi {

/// Threads: const members may be called from several at once.
class DescTable {
 public:
  /// Lifetime of what it finds: until the next Add().
  const MetricDesc* Find(Pmid pmid) const;
  /// REQUIRES: Find() finds none of its metric.
  void Add(const MetricDesc& desc);

  /// In the order in which they were added.
  const std::vector<std::pair<Pmid, MetricDesc>>& all() const { return all_; }

 private:
  static constexpr std::int32_t kFree = -1;

  std::size_t SlotOf(Pmid pmid) const;
  void Grow();

  std::vector<std::pair<Pmid, MetricDesc>> all_;
  /// Places in `all_`, found by hash; a power of two, at most half of them
  /// used.
  std::vector<std::int32_t> slots_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_DESC_TABLE_H_
