// The rows of hinv.cpu.* and of what else is counted once.
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Traits kCounterU64Count = Counter(Type::kU64, kOne);
constexpr Traits kCounterU64Msec = Counter(Type::kU64, kMsec);
constexpr Traits kCounterU64Usec = Counter(Type::kU64, kUsec);
constexpr Traits kDiscreteFloatNone = Discrete(Type::kFloat, kNone);
constexpr Traits kDiscreteFloatPerUsec = Discrete(Type::kFloat, kPerUsec);
constexpr Traits kDiscreteStringNone = Discrete(Type::kString, kNone);
constexpr Traits kDiscreteU32Kbyte = Discrete(Type::kU32, kKbyte);
constexpr Traits kDiscreteU32None = Discrete(Type::kU32, kNone);
constexpr Traits kInstantU32PerUsec = Instant(Type::kU32, kPerUsec);
constexpr Traits kInstantU32None = Instant(Type::kU32, kNone);

constexpr MetricRow kCpuinfo[] = {
    {"hinv.cpu.clock", 18, 0, kDiscreteFloatPerUsec, "cpu MHz",
     "clock rate of the CPU now"},
    {"hinv.cpu.vendor", 18, 1, kDiscreteStringNone, "vendor_id",
     "maker of the CPU"},
    {"hinv.cpu.model", 18, 2, kDiscreteStringNone, "model",
     "model number of the CPU"},
    {"hinv.cpu.stepping", 18, 3, kDiscreteStringNone, "stepping",
     "revision of the CPU's model"},
    {"hinv.cpu.cache", 18, 4, kDiscreteU32Kbyte, "cache size",
     "size of the CPU's cache"},
    {"hinv.cpu.bogomips", 18, 5, kDiscreteFloatNone, "bogomips",
     "speed of the kernel's delay loop on the CPU"},
    {"hinv.cpu.model_name", 18, 9, kDiscreteStringNone, "model name",
     "model of the CPU in words"},
    {"hinv.cpu.flags", 18, 10, kDiscreteStringNone, "flags",
     "features of the CPU"},
    {"hinv.cpu.cache_alignment", 18, 11, kDiscreteU32None, "cache_alignment",
     "bytes of a cache line"},
};

constexpr MetricRow kCpuSys[] = {
    {"hinv.cpu.online", 55, 0, kInstantU32None, "online",
     "1 if the CPU is in use"},
    {"hinv.cpu.thermal_throttle.core.count", 55, 2, kCounterU64Count,
     "core.count", "times that heat slowed the core down"},
    {"hinv.cpu.thermal_throttle.core.time", 55, 3, kCounterU64Msec, "core.time",
     "time for which heat slowed the core down"},
    {"hinv.cpu.thermal_throttle.package.count", 55, 4, kCounterU64Count,
     "package.count", "times that heat slowed the package down"},
    {"hinv.cpu.thermal_throttle.package.time", 55, 5, kCounterU64Count,
     "package.time", "time for which heat slowed the package down"},
    {"hinv.cpu.frequency_scaling.count", 55, 6, kCounterU64Count,
     "scaling.count", "changes of the CPU's frequency"},
    {"hinv.cpu.frequency_scaling.time", 55, 7, kCounterU64Usec, "scaling.time",
     "time that the CPU has spent at any frequency"},
    {"hinv.cpu.frequency_scaling.max", 55, 8, kInstantU32PerUsec, "scaling.max",
     "highest frequency that the CPU may run at"},
    {"hinv.cpu.frequency_scaling.min", 55, 9, kInstantU32PerUsec, "scaling.min",
     "lowest frequency that the CPU may run at"},
    {"hinv.map.cpu_node", 18, 8, kDiscreteU32None, "node",
     "NUMA node that the CPU belongs to"},
};

constexpr MetricRow kHardware[] = {
    {"hinv.nnode", 0, 19, kDiscreteU32None, "nodes", "number of NUMA nodes"},
    {"hinv.ntape", 71, 16, kDiscreteU32None, "tapes", "number of tape drives"},
    {"hinv.nfchost", 91, 16, kDiscreteU32None, "fc_hosts",
     "number of fibre channel adapters"},
};

constexpr TableMetrics kMetrics[] = {
    {TableId::kCpuinfo, kCpuinfo},
    {TableId::kCpuSys, kCpuSys},
    {TableId::kHardware, kHardware},
};

}  // namespace

std::span<const TableMetrics> HardwareMetrics() { return kMetrics; }

}  // namespace pmapi::lnx
