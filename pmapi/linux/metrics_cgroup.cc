// The rows of cgroup.*.
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Shape kCounterU64Count = Counter(Type::kU64, kOne);
constexpr Shape kCounterU64Usec = Counter(Type::kU64, kUsec);
constexpr Shape kInstantFloatNone = Instant(Type::kFloat, kNone);
constexpr Shape kInstantU64Byte = Instant(Type::kU64, kByte);
constexpr Shape kInstantU64Usec = Instant(Type::kU64, kUsec);

constexpr MetricRow kCgroupCpu[] = {
    {"cgroup.cpu.stat.user", 67, 0, kCounterU64Usec, "user_usec"},
    {"cgroup.cpu.stat.system", 67, 1, kCounterU64Usec, "system_usec"},
    {"cgroup.cpu.stat.usage", 67, 2, kCounterU64Usec, "usage_usec"},
};

constexpr MetricRow kCgroupPressure[] = {
    {"cgroup.pressure.cpu.some.avg10sec", 64, 0, kInstantFloatNone,
     "cpu.some.avg10"},
    {"cgroup.pressure.cpu.some.avg1min", 64, 1, kInstantFloatNone,
     "cpu.some.avg60"},
    {"cgroup.pressure.cpu.some.avg5min", 64, 2, kInstantFloatNone,
     "cpu.some.avg300"},
    {"cgroup.pressure.cpu.some.total", 64, 3, kInstantU64Usec,
     "cpu.some.total"},
    {"cgroup.pressure.memory.some.avg10sec", 66, 0, kInstantFloatNone,
     "memory.some.avg10"},
    {"cgroup.pressure.memory.some.avg1min", 66, 1, kInstantFloatNone,
     "memory.some.avg60"},
    {"cgroup.pressure.memory.some.avg5min", 66, 2, kInstantFloatNone,
     "memory.some.avg300"},
    {"cgroup.pressure.memory.some.total", 66, 3, kInstantU64Usec,
     "memory.some.total"},
    {"cgroup.pressure.memory.full.avg10sec", 66, 4, kInstantFloatNone,
     "memory.full.avg10"},
    {"cgroup.pressure.memory.full.avg1min", 66, 5, kInstantFloatNone,
     "memory.full.avg60"},
    {"cgroup.pressure.memory.full.avg5min", 66, 6, kInstantFloatNone,
     "memory.full.avg300"},
    {"cgroup.pressure.memory.full.total", 66, 7, kInstantU64Usec,
     "memory.full.total"},
    {"cgroup.pressure.io.some.avg10sec", 65, 0, kInstantFloatNone,
     "io.some.avg10"},
    {"cgroup.pressure.io.some.avg1min", 65, 1, kInstantFloatNone,
     "io.some.avg60"},
    {"cgroup.pressure.io.some.avg5min", 65, 2, kInstantFloatNone,
     "io.some.avg300"},
    {"cgroup.pressure.io.some.total", 65, 3, kInstantU64Usec, "io.some.total"},
    {"cgroup.pressure.io.full.avg10sec", 65, 4, kInstantFloatNone,
     "io.full.avg10"},
    {"cgroup.pressure.io.full.avg1min", 65, 5, kInstantFloatNone,
     "io.full.avg60"},
    {"cgroup.pressure.io.full.avg5min", 65, 6, kInstantFloatNone,
     "io.full.avg300"},
    {"cgroup.pressure.io.full.total", 65, 7, kInstantU64Usec, "io.full.total"},
    {"cgroup.pressure.irq.full.avg10sec", 76, 0, kInstantFloatNone,
     "irq.full.avg10"},
    {"cgroup.pressure.irq.full.avg1min", 76, 1, kInstantFloatNone,
     "irq.full.avg60"},
    {"cgroup.pressure.irq.full.avg5min", 76, 2, kInstantFloatNone,
     "irq.full.avg300"},
    {"cgroup.pressure.irq.full.total", 76, 3, kInstantU64Usec,
     "irq.full.total"},
};

constexpr MetricRow kCgroupMemory[] = {
    {"cgroup.memory.current", 45, 90, kInstantU64Byte, "current"},
    {"cgroup.memory.stat.pgfault", 45, 8, kCounterU64Count, "pgfault"},
    {"cgroup.memory.stat.pgmajfault", 45, 9, kCounterU64Count, "pgmajfault"},
    {"cgroup.memory.stat.inactive_anon", 45, 10, kInstantU64Byte,
     "inactive_anon"},
    {"cgroup.memory.stat.active_anon", 45, 11, kInstantU64Byte, "active_anon"},
    {"cgroup.memory.stat.inactive_file", 45, 12, kInstantU64Byte,
     "inactive_file"},
    {"cgroup.memory.stat.active_file", 45, 13, kInstantU64Byte, "active_file"},
    {"cgroup.memory.stat.unevictable", 45, 14, kInstantU64Byte, "unevictable"},
    {"cgroup.memory.stat.anon", 45, 17, kInstantU64Byte, "anon"},
    {"cgroup.memory.stat.anon_thp", 45, 18, kInstantU64Byte, "anon_thp"},
    {"cgroup.memory.stat.file", 45, 19, kInstantU64Byte, "file"},
    {"cgroup.memory.stat.file_dirty", 45, 20, kInstantU64Byte, "file_dirty"},
    {"cgroup.memory.stat.file_mapped", 45, 21, kInstantU64Byte, "file_mapped"},
    {"cgroup.memory.stat.file_writeback", 45, 22, kInstantU64Byte,
     "file_writeback"},
    {"cgroup.memory.stat.kernel_stack", 45, 25, kInstantU64Byte,
     "kernel_stack"},
    {"cgroup.memory.stat.pgactivate", 45, 26, kInstantU64Byte, "pgactivate"},
    {"cgroup.memory.stat.pgdeactivate", 45, 27, kInstantU64Byte,
     "pgdeactivate"},
    {"cgroup.memory.stat.pglazyfree", 45, 28, kInstantU64Byte, "pglazyfree"},
    {"cgroup.memory.stat.pglazyfreed", 45, 50, kInstantU64Byte, "pglazyfreed"},
    {"cgroup.memory.stat.pgrefill", 45, 51, kInstantU64Byte, "pgrefill"},
    {"cgroup.memory.stat.pgscan", 45, 52, kInstantU64Byte, "pgscan"},
    {"cgroup.memory.stat.pgsteal", 45, 53, kInstantU64Byte, "pgsteal"},
    {"cgroup.memory.stat.shmem", 45, 64, kInstantU64Byte, "shmem"},
    {"cgroup.memory.stat.slab", 45, 65, kInstantU64Byte, "slab"},
    {"cgroup.memory.stat.slab_reclaimable", 45, 66, kInstantU64Byte,
     "slab_reclaimable"},
    {"cgroup.memory.stat.slab_unreclaimable", 45, 67, kInstantU64Byte,
     "slab_unreclaimable"},
    {"cgroup.memory.stat.sock", 45, 68, kInstantU64Byte, "sock"},
    {"cgroup.memory.stat.thp_collapse_alloc", 45, 70, kInstantU64Byte,
     "thp_collapse_alloc"},
    {"cgroup.memory.stat.thp_fault_alloc", 45, 71, kInstantU64Byte,
     "thp_fault_alloc"},
    {"cgroup.memory.stat.workingset.activate", 45, 72, kInstantU64Byte,
     "workingset_activate"},
    {"cgroup.memory.stat.workingset.nodereclaim", 45, 73, kInstantU64Byte,
     "workingset_nodereclaim"},
    {"cgroup.memory.stat.workingset.refault", 45, 74, kInstantU64Byte,
     "workingset_refault"},
};

constexpr Section kSections[] = {
    {TableId::kCgroupCpu, kCgroupCpu},
    {TableId::kCgroupPressure, kCgroupPressure},
    {TableId::kCgroupMemory, kCgroupMemory},
};

}  // namespace

std::span<const Section> CgroupMetrics() { return kSections; }

}  // namespace pmapi::lnx
