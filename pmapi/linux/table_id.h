// TableId: the tables that readings fill, each with its instance domain and
// its reader. Their columns' names are beside the parsers.
#ifndef TOCSIN_PMAPI_LINUX_TABLE_ID_H_
#define TOCSIN_PMAPI_LINUX_TABLE_ID_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "pmapi/metric/metric.h"

namespace pmapi::lnx {

class Machine;

/// In the order of TableSpecs().
enum class TableId : std::uint8_t {
  kLoad,
  kLoadCounts,
  kStat,
  kPercpu,
  kPernode,
  kUptime,
  kUname,
  kUsers,
  kHardware,
  kInterrupts,
  kInterruptErrors,
  kPercpuInterrupts,
  kPercpuIntr,
  kSoftirqs,
  kPercpuSoftirqs,
  kPercpuSirq,
  kPressure,
  kPressureTotals,
  kValues,
  kCpuinfo,
  kCpuSys,
  kMeminfo,
  kSwapdev,
  kKsm,
  kNumaMem,
  kNumaStat,
  kVmstat,
  kDisk,
  kDiskAll,
  kPartition,
  kDm,
  kMd,
  kDiskSys,
  kPartitionSys,
  kFilesys,
  kFilesysCount,
  kTmpfs,
  kVfs,
  kLocks,
  kInterface,
  kInterfaceAll,
  kInterfaceSys,
  kAddress,
  kSockstat,
  kSockstat6,
  kSoftnet,
  kPercpuSoftnet,
  kTcpconn,
  kTcpconn6,
  kUdpconn,
  kUdpconn6,
  kRawconn,
  kRawconn6,
  kUnix,
  kSnmp,
  kNetstat,
  kSnmp6,
  kProcStat,
  kProcArgs,
  kRunq,
  kProcCount,
  kProcStatus,
  kProcStatm,
  kProcIo,
  kProcSchedstat,
  kProcFd,
  kProcOom,
  kProcSmaps,
  kProcAutogroup,
  kAutogroup,
  kProcCgroups,
  kProcWchan,
  kProcNames,
  kBuddy,
  kSlab,
  kZone,
  kZoneProtection,
  kIcmpMsg,
  kCgroupCpu,
  kCgroupPressure,
  kCgroupMemory,
};
inline constexpr std::size_t kTables = 81;

inline constexpr std::uint32_t kLinuxDomain = 60;
inline constexpr std::uint32_t kProcDomain = 3;
inline constexpr std::int32_t kSingular = -1;
/// Of kProcDomain: the processes, by their numbers.
inline constexpr std::int32_t kProcesses = 9;

/// What fills a table; two tables may have the same reader.
struct TableSpec {
  TableId id;
  /// The agent that has these metrics in PCP: 60 (linux) or 3 (proc).
  std::uint32_t domain;
  /// kSingular, or of the domain's instance domains.
  std::int32_t serial;
  void (*read)(Machine* machine);
  /// Empty where they are the fields that metrics name.
  std::span<const std::string_view> fields;

  InDom indom() const {
    if (serial == kSingular) return kNullInDom;
    return InDom{domain << 22 | static_cast<std::uint32_t>(serial)};
  }
};

/// In the order of TableId.
std::span<const TableSpec, kTables> TableSpecs();
inline const TableSpec& SpecOf(TableId id) {
  return TableSpecs()[static_cast<std::size_t>(id)];
}

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_TABLE_ID_H_
