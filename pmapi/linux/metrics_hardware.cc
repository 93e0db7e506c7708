// The rows of hinv.cpu.* and of what else is counted once.
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Shape kCounterU64Count = Counter(Type::kU64, kOne);
constexpr Shape kCounterU64Msec = Counter(Type::kU64, kMsec);
constexpr Shape kCounterU64Usec = Counter(Type::kU64, kUsec);
constexpr Shape kDiscreteFloatNone = Discrete(Type::kFloat, kNone);
constexpr Shape kDiscreteFloatPerUsec = Discrete(Type::kFloat, kPerUsec);
constexpr Shape kDiscreteStringNone = Discrete(Type::kString, kNone);
constexpr Shape kDiscreteU32Kbyte = Discrete(Type::kU32, kKbyte);
constexpr Shape kDiscreteU32None = Discrete(Type::kU32, kNone);
constexpr Shape kInstantU32PerUsec = Instant(Type::kU32, kPerUsec);
constexpr Shape kInstantU32None = Instant(Type::kU32, kNone);

constexpr MetricRow kCpuinfo[] = {
    {"hinv.cpu.clock", 18, 0, kDiscreteFloatPerUsec, "cpu MHz"},
    {"hinv.cpu.vendor", 18, 1, kDiscreteStringNone, "vendor_id"},
    {"hinv.cpu.model", 18, 2, kDiscreteStringNone, "model"},
    {"hinv.cpu.stepping", 18, 3, kDiscreteStringNone, "stepping"},
    {"hinv.cpu.cache", 18, 4, kDiscreteU32Kbyte, "cache size"},
    {"hinv.cpu.bogomips", 18, 5, kDiscreteFloatNone, "bogomips"},
    {"hinv.cpu.model_name", 18, 9, kDiscreteStringNone, "model name"},
    {"hinv.cpu.flags", 18, 10, kDiscreteStringNone, "flags"},
    {"hinv.cpu.cache_alignment", 18, 11, kDiscreteU32None, "cache_alignment"},
};

constexpr MetricRow kCpuSys[] = {
    {"hinv.cpu.online", 55, 0, kInstantU32None, "online"},
    {"hinv.cpu.thermal_throttle.core.count", 55, 2, kCounterU64Count,
     "core.count"},
    {"hinv.cpu.thermal_throttle.core.time", 55, 3, kCounterU64Msec,
     "core.time"},
    {"hinv.cpu.thermal_throttle.package.count", 55, 4, kCounterU64Count,
     "package.count"},
    {"hinv.cpu.thermal_throttle.package.time", 55, 5, kCounterU64Count,
     "package.time"},
    {"hinv.cpu.frequency_scaling.count", 55, 6, kCounterU64Count,
     "scaling.count"},
    {"hinv.cpu.frequency_scaling.time", 55, 7, kCounterU64Usec, "scaling.time"},
    {"hinv.cpu.frequency_scaling.max", 55, 8, kInstantU32PerUsec,
     "scaling.max"},
    {"hinv.cpu.frequency_scaling.min", 55, 9, kInstantU32PerUsec,
     "scaling.min"},
    {"hinv.map.cpu_node", 18, 8, kDiscreteU32None, "node"},
};

constexpr MetricRow kHardware[] = {
    {"hinv.nnode", 0, 19, kDiscreteU32None, "nodes"},
    {"hinv.ntape", 71, 16, kDiscreteU32None, "tapes"},
    {"hinv.nfchost", 91, 16, kDiscreteU32None, "fc_hosts"},
};

constexpr Section kSections[] = {
    {TableId::kCpuinfo, kCpuinfo},
    {TableId::kCpuSys, kCpuSys},
    {TableId::kHardware, kHardware},
};

}  // namespace

std::span<const Section> HardwareMetrics() { return kSections; }

}  // namespace pmapi::lnx
