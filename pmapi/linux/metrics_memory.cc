// The rows of mem.*, swap.* and swapdev.*, without /proc/vmstat
// (metrics_vmstat.cc).
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Shape kCounterU64Count = Counter(Type::kU64, kOne);
constexpr Shape kDiscreteDoubleMbytePerSec =
    Discrete(Type::kDouble, kMbytePerSec);
constexpr Shape kDiscreteU32ByteKbToBytes =
    Discrete(Type::kU32, kByte, Scale::kKbToBytes);
constexpr Shape kDiscreteU32Kbyte = Discrete(Type::kU32, kKbyte);
constexpr Shape kDiscreteU32MbyteKbToMb =
    Discrete(Type::kU32, kMbyte, Scale::kKbToMb);
constexpr Shape kDiscreteU64Kbyte = Discrete(Type::kU64, kKbyte);
constexpr Shape kInstant32None = Instant(Type::k32, kNone);
constexpr Shape kInstantU32Byte = Instant(Type::kU32, kByte);
constexpr Shape kInstantU32Kbyte = Instant(Type::kU32, kKbyte);
constexpr Shape kInstantU32None = Instant(Type::kU32, kNone);
constexpr Shape kInstantU64Byte = Instant(Type::kU64, kByte);
constexpr Shape kInstantU64ByteKbToBytes =
    Instant(Type::kU64, kByte, Scale::kKbToBytes);
constexpr Shape kInstantU64Count = Instant(Type::kU64, kOne);
constexpr Shape kInstantU64Kbyte = Instant(Type::kU64, kKbyte);
constexpr Shape kInstantU64KbyteBytesToKb =
    Instant(Type::kU64, kKbyte, Scale::kBytesToKb);
constexpr Shape kInstantU64Msec = Instant(Type::kU64, kMsec);
constexpr Shape kInstantU64None = Instant(Type::kU64, kNone);

constexpr MetricRow kMeminfo[] = {
    {"mem.physmem", 1, 0, kDiscreteU64Kbyte, "MemTotal"},
    {"mem.freemem", 1, 10, kInstantU64Kbyte, "MemFree"},
    {"hinv.physmem", 1, 9, kDiscreteU32MbyteKbToMb, "MemTotal"},
    {"hinv.hugepagesize", 1, 59, kDiscreteU32ByteKbToBytes, "Hugepagesize"},
    {"swap.length", 1, 6, kInstantU64ByteKbToBytes, "SwapTotal"},
    {"swap.free", 1, 8, kInstantU64ByteKbToBytes, "SwapFree"},
    {"swap.used", 1, 7, kInstantU64ByteKbToBytes, ".swap_used"},
    {"mem.util.used", 1, 1, kInstantU64Kbyte, ".used"},
    {"mem.util.free", 1, 2, kInstantU64Kbyte, "MemFree"},
    {"mem.util.shared", 1, 3, kInstantU64Kbyte, "MemShared"},
    {"mem.util.bufmem", 1, 4, kInstantU64Kbyte, "Buffers"},
    {"mem.util.cached", 1, 5, kInstantU64Kbyte, "Cached"},
    {"mem.util.other", 1, 12, kInstantU64Kbyte, ".other"},
    {"mem.util.swapCached", 1, 13, kInstantU64Kbyte, "SwapCached"},
    {"mem.util.active", 1, 14, kInstantU64Kbyte, "Active"},
    {"mem.util.inactive", 1, 15, kInstantU64Kbyte, "Inactive"},
    {"mem.util.highTotal", 1, 16, kInstantU64Kbyte, "HighTotal"},
    {"mem.util.highFree", 1, 17, kInstantU64Kbyte, "HighFree"},
    {"mem.util.lowTotal", 1, 18, kInstantU64Kbyte, "LowTotal"},
    {"mem.util.lowFree", 1, 19, kInstantU64Kbyte, "LowFree"},
    {"mem.util.swapTotal", 1, 20, kInstantU64Kbyte, "SwapTotal"},
    {"mem.util.swapFree", 1, 21, kInstantU64Kbyte, "SwapFree"},
    {"mem.util.dirty", 1, 22, kInstantU64Kbyte, "Dirty"},
    {"mem.util.writeback", 1, 23, kInstantU64Kbyte, "Writeback"},
    {"mem.util.mapped", 1, 24, kInstantU64Kbyte, "Mapped"},
    {"mem.util.slab", 1, 25, kInstantU64Kbyte, "Slab"},
    {"mem.util.committed_AS", 1, 26, kInstantU64Kbyte, "Committed_AS"},
    {"mem.util.pageTables", 1, 27, kInstantU64Kbyte, "PageTables"},
    {"mem.util.reverseMaps", 1, 28, kInstantU64Kbyte, "ReverseMaps"},
    {"mem.util.cache_clean", 1, 29, kInstantU64Kbyte, ".cache_clean"},
    {"mem.util.anonpages", 1, 30, kInstantU64Kbyte, "AnonPages"},
    {"mem.util.commitLimit", 1, 31, kInstantU64Kbyte, "CommitLimit"},
    {"mem.util.bounce", 1, 32, kInstantU64Kbyte, "Bounce"},
    {"mem.util.NFS_Unstable", 1, 33, kInstantU64Kbyte, "NFS_Unstable"},
    {"mem.util.slabReclaimable", 1, 34, kInstantU64Kbyte, "SReclaimable"},
    {"mem.util.slabUnreclaimable", 1, 35, kInstantU64Kbyte, "SUnreclaim"},
    {"mem.util.active_anon", 1, 36, kInstantU64Kbyte, "Active(anon)"},
    {"mem.util.inactive_anon", 1, 37, kInstantU64Kbyte, "Inactive(anon)"},
    {"mem.util.active_file", 1, 38, kInstantU64Kbyte, "Active(file)"},
    {"mem.util.inactive_file", 1, 39, kInstantU64Kbyte, "Inactive(file)"},
    {"mem.util.unevictable", 1, 40, kInstantU64Kbyte, "Unevictable"},
    {"mem.util.mlocked", 1, 41, kInstantU64Kbyte, "Mlocked"},
    {"mem.util.shmem", 1, 42, kInstantU64Kbyte, "Shmem"},
    {"mem.util.kernelStack", 1, 43, kInstantU64Kbyte, "KernelStack"},
    {"mem.util.hugepagesTotal", 1, 44, kInstantU64Count, "HugePages_Total"},
    {"mem.util.hugepagesFree", 1, 45, kInstantU64Count, "HugePages_Free"},
    {"mem.util.hugepagesRsvd", 1, 46, kInstantU64Count, "HugePages_Rsvd"},
    {"mem.util.hugepagesSurp", 1, 47, kInstantU64Count, "HugePages_Surp"},
    {"mem.util.directMap4k", 1, 48, kInstantU64Kbyte, "DirectMap4k"},
    {"mem.util.directMap2M", 1, 49, kInstantU64Kbyte, "DirectMap2M"},
    {"mem.util.vmallocTotal", 1, 50, kInstantU64Kbyte, "VmallocTotal"},
    {"mem.util.vmallocUsed", 1, 51, kInstantU64Kbyte, "VmallocUsed"},
    {"mem.util.vmallocChunk", 1, 52, kInstantU64Kbyte, "VmallocChunk"},
    {"mem.util.mmap_copy", 1, 53, kInstantU64Kbyte, "MmapCopy"},
    {"mem.util.quicklists", 1, 54, kInstantU64Kbyte, "Quicklists"},
    {"mem.util.corrupthardware", 1, 55, kInstantU64Kbyte, "HardwareCorrupted"},
    {"mem.util.anonhugepages", 1, 56, kInstantU64Kbyte, "AnonHugePages"},
    {"mem.util.directMap1G", 1, 57, kInstantU64Kbyte, "DirectMap1G"},
    {"mem.util.available", 1, 58, kInstantU64Kbyte, "MemAvailable"},
    {"mem.util.hugepagesTotalBytes", 1, 60, kInstantU64ByteKbToBytes,
     ".huge_total"},
    {"mem.util.hugepagesFreeBytes", 1, 61, kInstantU64ByteKbToBytes,
     ".huge_free"},
    {"mem.util.hugepagesRsvdBytes", 1, 62, kInstantU64ByteKbToBytes,
     ".huge_rsvd"},
    {"mem.util.hugepagesSurpBytes", 1, 63, kInstantU64ByteKbToBytes,
     ".huge_surp"},
};

constexpr MetricRow kSwapdev[] = {
    {"swapdev.free", 6, 0, kInstantU32Kbyte, "free"},
    {"swapdev.length", 6, 1, kDiscreteU32Kbyte, "size"},
    {"swapdev.maxswap", 6, 2, kDiscreteU32Kbyte, "size"},
    {"swapdev.vlength", 6, 3, kDiscreteU32Kbyte, "virtual"},
    {"swapdev.priority", 6, 4, kInstant32None, "priority"},
};

constexpr MetricRow kKsm[] = {
    {"mem.ksm.full_scans", 69, 0, kInstantU64Count,
     "/sys/kernel/mm/ksm/full_scans"},
    {"mem.ksm.merge_across_nodes", 69, 1, kInstantU64None,
     "/sys/kernel/mm/ksm/merge_across_nodes"},
    {"mem.ksm.pages_shared", 69, 2, kInstantU64None,
     "/sys/kernel/mm/ksm/pages_shared"},
    {"mem.ksm.pages_sharing", 69, 3, kInstantU64None,
     "/sys/kernel/mm/ksm/pages_sharing"},
    {"mem.ksm.pages_to_scan", 69, 4, kInstantU64None,
     "/sys/kernel/mm/ksm/pages_to_scan"},
    {"mem.ksm.pages_unshared", 69, 5, kInstantU64Count,
     "/sys/kernel/mm/ksm/pages_unshared"},
    {"mem.ksm.pages_volatile", 69, 6, kInstantU64None,
     "/sys/kernel/mm/ksm/pages_volatile"},
    {"mem.ksm.run_state", 69, 7, kInstantU64None, "/sys/kernel/mm/ksm/run"},
    {"mem.ksm.sleep_time", 69, 8, kInstantU64Msec,
     "/sys/kernel/mm/ksm/sleep_millisecs"},
};

constexpr MetricRow kNumaMem[] = {
    {"mem.numa.util.total", 36, 0, kInstantU64Kbyte, "MemTotal"},
    {"mem.numa.util.free", 36, 1, kInstantU64Kbyte, "MemFree"},
    {"mem.numa.util.used", 36, 2, kInstantU64Kbyte, "MemUsed"},
    {"mem.numa.util.active", 36, 3, kInstantU64Kbyte, "Active"},
    {"mem.numa.util.inactive", 36, 4, kInstantU64Kbyte, "Inactive"},
    {"mem.numa.util.active_anon", 36, 5, kInstantU64Kbyte, "Active(anon)"},
    {"mem.numa.util.inactive_anon", 36, 6, kInstantU64Kbyte, "Inactive(anon)"},
    {"mem.numa.util.active_file", 36, 7, kInstantU64Kbyte, "Active(file)"},
    {"mem.numa.util.inactive_file", 36, 8, kInstantU64Kbyte, "Inactive(file)"},
    {"mem.numa.util.highTotal", 36, 9, kInstantU64Kbyte, "HighTotal"},
    {"mem.numa.util.highFree", 36, 10, kInstantU64Kbyte, "HighFree"},
    {"mem.numa.util.lowTotal", 36, 11, kInstantU64Kbyte, "LowTotal"},
    {"mem.numa.util.lowFree", 36, 12, kInstantU64Kbyte, "LowFree"},
    {"mem.numa.util.unevictable", 36, 13, kInstantU64Kbyte, "Unevictable"},
    {"mem.numa.util.mlocked", 36, 14, kInstantU64Kbyte, "Mlocked"},
    {"mem.numa.util.dirty", 36, 15, kInstantU64Kbyte, "Dirty"},
    {"mem.numa.util.writeback", 36, 16, kInstantU64Kbyte, "Writeback"},
    {"mem.numa.util.filePages", 36, 17, kInstantU64Kbyte, "FilePages"},
    {"mem.numa.util.mapped", 36, 18, kInstantU64Kbyte, "Mapped"},
    {"mem.numa.util.anonpages", 36, 19, kInstantU64Kbyte, "AnonPages"},
    {"mem.numa.util.shmem", 36, 20, kInstantU64Kbyte, "Shmem"},
    {"mem.numa.util.kernelStack", 36, 21, kInstantU64Kbyte, "KernelStack"},
    {"mem.numa.util.pageTables", 36, 22, kInstantU64Kbyte, "PageTables"},
    {"mem.numa.util.NFS_Unstable", 36, 23, kInstantU64Kbyte, "NFS_Unstable"},
    {"mem.numa.util.bounce", 36, 24, kInstantU64Kbyte, "Bounce"},
    {"mem.numa.util.writebackTmp", 36, 25, kInstantU64Kbyte, "WritebackTmp"},
    {"mem.numa.util.slab", 36, 26, kInstantU64Kbyte, "Slab"},
    {"mem.numa.util.slabReclaimable", 36, 27, kInstantU64Kbyte, "SReclaimable"},
    {"mem.numa.util.slabUnreclaimable", 36, 28, kInstantU64Kbyte, "SUnreclaim"},
    {"mem.numa.util.hugepagesTotal", 36, 29, kInstantU64Count,
     "HugePages_Total"},
    {"mem.numa.util.hugepagesFree", 36, 30, kInstantU64Count, "HugePages_Free"},
    {"mem.numa.util.hugepagesSurp", 36, 31, kInstantU64Count, "HugePages_Surp"},
    {"mem.numa.max_bandwidth", 36, 38, kDiscreteDoubleMbytePerSec,
     ".bandwidth"},
    {"mem.numa.util.hugepagesTotalBytes", 36, 39, kInstantU64ByteKbToBytes,
     ".huge_total"},
    {"mem.numa.util.hugepagesFreeBytes", 36, 40, kInstantU64ByteKbToBytes,
     ".huge_free"},
    {"mem.numa.util.hugepagesSurpBytes", 36, 41, kInstantU64ByteKbToBytes,
     ".huge_surp"},
    {"hinv.node.online", 55, 1, kInstantU32None, "online"},
};

constexpr MetricRow kNumaStat[] = {
    {"mem.numa.alloc.hit", 36, 32, kCounterU64Count, "numa_hit"},
    {"mem.numa.alloc.miss", 36, 33, kCounterU64Count, "numa_miss"},
    {"mem.numa.alloc.foreign", 36, 34, kCounterU64Count, "numa_foreign"},
    {"mem.numa.alloc.interleave_hit", 36, 35, kCounterU64Count,
     "interleave_hit"},
    {"mem.numa.alloc.local_node", 36, 36, kCounterU64Count, "local_node"},
    {"mem.numa.alloc.other_node", 36, 37, kCounterU64Count, "other_node"},
};

constexpr MetricRow kBuddy[] = {
    {"mem.buddyinfo.pages", 67, 0, kInstantU64None, "pages"},
    {"mem.buddyinfo.total", 67, 1, kInstantU64KbyteBytesToKb, "bytes"},
};

constexpr MetricRow kSlab[] = {
    {"mem.slabinfo.objects.active", 20, 0, kInstantU64None, "objects.active"},
    {"mem.slabinfo.objects.total", 20, 1, kInstantU64None, "objects.total"},
    {"mem.slabinfo.objects.size", 20, 2, kInstantU32Byte, "objects.size"},
    {"mem.slabinfo.slabs.active", 20, 3, kInstantU32None, "slabs.active"},
    {"mem.slabinfo.slabs.total", 20, 4, kInstantU32None, "slabs.total"},
    {"mem.slabinfo.slabs.pages_per_slab", 20, 5, kInstantU32None,
     "slabs.pages_per_slab"},
    {"mem.slabinfo.slabs.objects_per_slab", 20, 6, kInstantU32None,
     "slabs.objects_per_slab"},
    {"mem.slabinfo.slabs.total_size", 20, 7, kInstantU64Byte,
     "slabs.total_size"},
};

constexpr Section kSections[] = {
    {TableId::kMeminfo, kMeminfo},   {TableId::kSwapdev, kSwapdev},
    {TableId::kKsm, kKsm},           {TableId::kNumaMem, kNumaMem},
    {TableId::kNumaStat, kNumaStat}, {TableId::kBuddy, kBuddy},
    {TableId::kSlab, kSlab},
};

}  // namespace

std::span<const Section> MemoryMetrics() { return kSections; }

}  // namespace pmapi::lnx
