// All the tables, and what PMAPI makes of a line.
#include "pmapi/linux/metric_row.h"

#include <vector>

#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {

std::span<const TableMetrics> AllMetrics() {
  static const std::vector<TableMetrics> all = [] {
    std::vector<TableMetrics> tables;
    for (const auto part :
         {KernelMetrics(), HardwareMetrics(), MemoryMetrics(), VmstatMetrics(),
          ZoneMetrics(), DiskMetrics(), FilesysMetrics(), NetworkMetrics(),
          ProtocolMetrics(), NetstatMetrics(), MptcpMetrics(), ProcessMetrics(),
          CgroupMetrics()}) {
      tables.insert(tables.end(), part.begin(), part.end());
    }
    return tables;
  }();
  return all;
}

MetricDesc Describe(const TableMetrics& table, const MetricRow& row) {
  const TableSpec& spec = SpecOf(table.table);
  const auto cluster = static_cast<std::uint32_t>(row.cluster);
  const auto item = static_cast<std::uint32_t>(row.item);
  return {Pmid{spec.domain << 22 | cluster << 10 | item}, row.traits.type,
          spec.indom(), row.traits.semantics, row.traits.units};
}

}  // namespace pmapi::lnx
