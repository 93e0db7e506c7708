// The metric rows, a function an area; metric_row.h's AllMetrics() is all of
// them.
#ifndef TOCSIN_PMAPI_LINUX_METRICS_H_
#define TOCSIN_PMAPI_LINUX_METRICS_H_

#include <span>

#include "pmapi/linux/metric_row.h"

namespace pmapi::lnx {

/// Lifetime: static, as what it refers to.
std::span<const TableMetrics> KernelMetrics();
std::span<const TableMetrics> HardwareMetrics();
std::span<const TableMetrics> MemoryMetrics();
std::span<const TableMetrics> VmstatMetrics();
std::span<const TableMetrics> ZoneMetrics();
std::span<const TableMetrics> DiskMetrics();
std::span<const TableMetrics> FilesysMetrics();
std::span<const TableMetrics> NetworkMetrics();
std::span<const TableMetrics> ProtocolMetrics();
std::span<const TableMetrics> NetstatMetrics();
std::span<const TableMetrics> MptcpMetrics();
std::span<const TableMetrics> ProcessMetrics();
std::span<const TableMetrics> CgroupMetrics();

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_METRICS_H_
