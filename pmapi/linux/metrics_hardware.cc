// The rows of hinv.cpu.*.
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Shape kCounterU64Count = Counter(Type::kU64, kOne);
constexpr Shape kCounterU64Msec = Counter(Type::kU64, kMsec);
constexpr Shape kDiscreteFloatNone = Discrete(Type::kFloat, kNone);
constexpr Shape kDiscreteFloatPerUsec = Discrete(Type::kFloat, kPerUsec);
constexpr Shape kDiscreteStringNone = Discrete(Type::kString, kNone);
constexpr Shape kDiscreteU32Kbyte = Discrete(Type::kU32, kKbyte);
constexpr Shape kDiscreteU32None = Discrete(Type::kU32, kNone);
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
};

constexpr Section kSections[] = {
    {TableId::kCpuinfo, kCpuinfo},
    {TableId::kCpuSys, kCpuSys},
};

}  // namespace

std::span<const Section> HardwareMetrics() { return kSections; }

}  // namespace pmapi::lnx
