// The metric rows, a function an area; metric_row.h's AllSections() is all of
// them.
#ifndef TOCSIN_PMAPI_LINUX_METRICS_H_
#define TOCSIN_PMAPI_LINUX_METRICS_H_

#include <span>

#include "pmapi/linux/metric_row.h"

namespace pmapi::lnx {

/// Lifetime: static, as what it refers to.
std::span<const Section> KernelMetrics();
std::span<const Section> HardwareMetrics();
std::span<const Section> MemoryMetrics();
std::span<const Section> VmstatMetrics();
std::span<const Section> ZoneMetrics();
std::span<const Section> DiskMetrics();
std::span<const Section> FilesysMetrics();
std::span<const Section> NetworkMetrics();
std::span<const Section> ProtocolMetrics();
std::span<const Section> NetstatMetrics();
std::span<const Section> MptcpMetrics();
std::span<const Section> ProcessMetrics();
std::span<const Section> CgroupMetrics();

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_METRICS_H_
