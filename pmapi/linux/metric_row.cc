// All the sections, and what PMAPI makes of a line.
#include "pmapi/linux/metric_row.h"

#include <vector>

#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {

std::span<const Section> AllSections() {
  static const std::vector<Section> all = [] {
    std::vector<Section> sections;
    for (const auto part :
         {KernelMetrics(), HardwareMetrics(), MemoryMetrics(), VmstatMetrics(),
          ZoneMetrics(), DiskMetrics(), FilesysMetrics(), NetworkMetrics(),
          ProtocolMetrics(), NetstatMetrics(), MptcpMetrics(), ProcessMetrics(),
          CgroupMetrics()}) {
      sections.insert(sections.end(), part.begin(), part.end());
    }
    return sections;
  }();
  return all;
}

MetricDesc Describe(const Section& section, const MetricRow& row) {
  const TableSpec& spec = SpecOf(section.table);
  const auto cluster = static_cast<std::uint32_t>(row.cluster);
  const auto item = static_cast<std::uint32_t>(row.item);
  return {Pmid{spec.domain << 22 | cluster << 10 | item}, row.shape.type,
          spec.indom(), row.shape.semantics, row.shape.units};
}

}  // namespace pmapi::lnx
