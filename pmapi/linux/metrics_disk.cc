// The rows of disk.*.
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Shape kCounterU32KbyteSectors =
    Counter(Type::kU32, kKbyte, Scale::kSectors);
constexpr Shape kCounterU32Msec = Counter(Type::kU32, kMsec);
constexpr Shape kCounterU64Count = Counter(Type::kU64, kOne);
constexpr Shape kCounterU64KbyteSectors =
    Counter(Type::kU64, kKbyte, Scale::kSectors);
constexpr Shape kCounterU64Msec = Counter(Type::kU64, kMsec);
constexpr Shape kDiscreteStringNone = Discrete(Type::kString, kNone);
constexpr Shape kDiscreteU32None = Discrete(Type::kU32, kNone);
constexpr Shape kDiscreteU64KbyteSectors =
    Discrete(Type::kU64, kKbyte, Scale::kSectors);
constexpr Shape kInstantU32None = Instant(Type::kU32, kNone);
constexpr Shape kInstantU64None = Instant(Type::kU64, kNone);

constexpr MetricRow kDisk[] = {
    {"disk.dev.read", 0, 4, kCounterU64Count, "read"},
    {"disk.dev.write", 0, 5, kCounterU64Count, "write"},
    {"disk.dev.total", 0, 28, kCounterU64Count, "total"},
    {"disk.dev.blkread", 0, 6, kCounterU64Count, "read_sectors"},
    {"disk.dev.blkwrite", 0, 7, kCounterU64Count, "write_sectors"},
    {"disk.dev.blktotal", 0, 36, kCounterU64Count, "total_sectors"},
    {"disk.dev.read_bytes", 0, 38, kCounterU64KbyteSectors, "read_sectors"},
    {"disk.dev.write_bytes", 0, 39, kCounterU64KbyteSectors, "write_sectors"},
    {"disk.dev.total_bytes", 0, 40, kCounterU64KbyteSectors, "total_sectors"},
    {"disk.dev.read_merge", 0, 49, kCounterU64Count, "read_merge"},
    {"disk.dev.write_merge", 0, 50, kCounterU64Count, "write_merge"},
    {"disk.dev.avactive", 0, 46, kCounterU32Msec, "active"},
    {"disk.dev.read_rawactive", 0, 72, kCounterU32Msec, "read_ms"},
    {"disk.dev.write_rawactive", 0, 73, kCounterU32Msec, "write_ms"},
    {"disk.dev.total_rawactive", 0, 79, kCounterU32Msec, "total_ms"},
    {"disk.dev.aveq", 0, 47, kCounterU32Msec, "queue"},
    {"disk.dev.discard", 0, 88, kCounterU64Count, "discard"},
    {"disk.dev.blkdiscard", 0, 89, kCounterU64Count, "discard_sectors"},
    {"disk.dev.discard_bytes", 0, 90, kCounterU64KbyteSectors,
     "discard_sectors"},
    {"disk.dev.discard_merge", 0, 91, kCounterU64Count, "discard_merge"},
    {"disk.dev.discard_rawactive", 0, 92, kCounterU32Msec, "discard_ms"},
    {"disk.dev.flush", 0, 93, kCounterU64Count, "flush"},
    {"disk.dev.flush_rawactive", 0, 94, kCounterU32Msec, "flush_ms"},
    {"disk.dev.inflight", 0, 95, kInstantU32None, "inflight"},
};

constexpr MetricRow kDiskAll[] = {
    {"disk.all.read", 0, 24, kCounterU64Count, "read"},
    {"disk.all.write", 0, 25, kCounterU64Count, "write"},
    {"disk.all.total", 0, 29, kCounterU64Count, "total"},
    {"disk.all.blkread", 0, 26, kCounterU64Count, "read_sectors"},
    {"disk.all.blkwrite", 0, 27, kCounterU64Count, "write_sectors"},
    {"disk.all.blktotal", 0, 37, kCounterU64Count, "total_sectors"},
    {"disk.all.read_bytes", 0, 41, kCounterU64KbyteSectors, "read_sectors"},
    {"disk.all.write_bytes", 0, 42, kCounterU64KbyteSectors, "write_sectors"},
    {"disk.all.total_bytes", 0, 43, kCounterU64KbyteSectors, "total_sectors"},
    {"disk.all.read_merge", 0, 51, kCounterU64Count, "read_merge"},
    {"disk.all.write_merge", 0, 52, kCounterU64Count, "write_merge"},
    {"disk.all.avactive", 0, 44, kCounterU64Msec, "active"},
    {"disk.all.read_rawactive", 0, 74, kCounterU64Msec, "read_ms"},
    {"disk.all.write_rawactive", 0, 75, kCounterU64Msec, "write_ms"},
    {"disk.all.total_rawactive", 0, 80, kCounterU64Msec, "total_ms"},
    {"disk.all.aveq", 0, 45, kCounterU64Msec, "queue"},
    {"disk.all.discard", 0, 96, kCounterU64Count, "discard"},
    {"disk.all.blkdiscard", 0, 97, kCounterU64Count, "discard_sectors"},
    {"disk.all.discard_bytes", 0, 98, kCounterU64KbyteSectors,
     "discard_sectors"},
    {"disk.all.discard_merge", 0, 99, kCounterU64Count, "discard_merge"},
    {"disk.all.discard_rawactive", 0, 100, kCounterU32Msec, "discard_ms"},
    {"disk.all.flush", 0, 101, kCounterU64Count, "flush"},
    {"disk.all.flush_rawactive", 0, 102, kCounterU32Msec, "flush_ms"},
    {"disk.all.inflight", 0, 104, kInstantU64None, "inflight"},
    {"hinv.ndisk", 0, 33, kDiscreteU32None, "ndisk"},
};

constexpr MetricRow kPartition[] = {
    {"disk.partitions.read", 10, 0, kCounterU64Count, "read"},
    {"disk.partitions.write", 10, 1, kCounterU64Count, "write"},
    {"disk.partitions.total", 10, 2, kCounterU64Count, "total"},
    {"disk.partitions.blkread", 10, 3, kCounterU64Count, "read_sectors"},
    {"disk.partitions.blkwrite", 10, 4, kCounterU64Count, "write_sectors"},
    {"disk.partitions.blktotal", 10, 5, kCounterU64Count, "total_sectors"},
    {"disk.partitions.read_bytes", 10, 6, kCounterU64KbyteSectors,
     "read_sectors"},
    {"disk.partitions.write_bytes", 10, 7, kCounterU64KbyteSectors,
     "write_sectors"},
    {"disk.partitions.total_bytes", 10, 8, kCounterU64KbyteSectors,
     "total_sectors"},
    {"disk.partitions.read_merge", 10, 9, kCounterU64Count, "read_merge"},
    {"disk.partitions.write_merge", 10, 10, kCounterU64Count, "write_merge"},
    {"disk.partitions.avactive", 10, 11, kCounterU32Msec, "active"},
    {"disk.partitions.read_rawactive", 10, 13, kCounterU32Msec, "read_ms"},
    {"disk.partitions.write_rawactive", 10, 14, kCounterU32Msec, "write_ms"},
    {"disk.partitions.total_rawactive", 10, 15, kCounterU32Msec, "total_ms"},
    {"disk.partitions.aveq", 10, 12, kCounterU32Msec, "queue"},
    {"disk.partitions.discard", 10, 17, kCounterU64Count, "discard"},
    {"disk.partitions.blkdiscard", 10, 18, kCounterU64Count, "discard_sectors"},
    {"disk.partitions.discard_bytes", 10, 19, kCounterU64KbyteSectors,
     "discard_sectors"},
    {"disk.partitions.discard_merge", 10, 20, kCounterU64Count,
     "discard_merge"},
    {"disk.partitions.discard_rawactive", 10, 21, kCounterU32Msec,
     "discard_ms"},
    {"disk.partitions.flush", 10, 22, kCounterU64Count, "flush"},
    {"disk.partitions.flush_rawactive", 10, 23, kCounterU32Msec, "flush_ms"},
    {"disk.partitions.inflight", 10, 24, kInstantU32None, "inflight"},
};

constexpr MetricRow kDm[] = {
    {"disk.dm.read", 54, 0, kCounterU64Count, "read"},
    {"disk.dm.write", 54, 1, kCounterU64Count, "write"},
    {"disk.dm.total", 54, 2, kCounterU64Count, "total"},
    {"disk.dm.blkread", 54, 3, kCounterU64Count, "read_sectors"},
    {"disk.dm.blkwrite", 54, 4, kCounterU64Count, "write_sectors"},
    {"disk.dm.blktotal", 54, 5, kCounterU64Count, "total_sectors"},
    {"disk.dm.read_bytes", 54, 6, kCounterU32KbyteSectors, "read_sectors"},
    {"disk.dm.write_bytes", 54, 7, kCounterU32KbyteSectors, "write_sectors"},
    {"disk.dm.total_bytes", 54, 8, kCounterU32KbyteSectors, "total_sectors"},
    {"disk.dm.read_merge", 54, 9, kCounterU64Count, "read_merge"},
    {"disk.dm.write_merge", 54, 10, kCounterU64Count, "write_merge"},
    {"disk.dm.avactive", 54, 11, kCounterU32Msec, "active"},
    {"disk.dm.read_rawactive", 54, 14, kCounterU32Msec, "read_ms"},
    {"disk.dm.write_rawactive", 54, 15, kCounterU32Msec, "write_ms"},
    {"disk.dm.total_rawactive", 54, 16, kCounterU32Msec, "total_ms"},
    {"disk.dm.aveq", 54, 12, kCounterU32Msec, "queue"},
    {"disk.dm.discard", 54, 18, kCounterU64Count, "discard"},
    {"disk.dm.blkdiscard", 54, 19, kCounterU64Count, "discard_sectors"},
    {"disk.dm.discard_bytes", 54, 20, kCounterU64KbyteSectors,
     "discard_sectors"},
    {"disk.dm.discard_merge", 54, 21, kCounterU64Count, "discard_merge"},
    {"disk.dm.discard_rawactive", 54, 22, kCounterU32Msec, "discard_ms"},
    {"disk.dm.flush", 54, 23, kCounterU64Count, "flush"},
    {"disk.dm.flush_rawactive", 54, 24, kCounterU32Msec, "flush_ms"},
    {"disk.dm.inflight", 54, 25, kInstantU32None, "inflight"},
    {"hinv.map.dmname", 54, 13, kDiscreteStringNone, "device"},
};

constexpr MetricRow kMd[] = {
    {"disk.md.read", 59, 0, kCounterU64Count, "read"},
    {"disk.md.write", 59, 1, kCounterU64Count, "write"},
    {"disk.md.total", 59, 2, kCounterU64Count, "total"},
    {"disk.md.blkread", 59, 3, kCounterU64Count, "read_sectors"},
    {"disk.md.blkwrite", 59, 4, kCounterU64Count, "write_sectors"},
    {"disk.md.blktotal", 59, 5, kCounterU64Count, "total_sectors"},
    {"disk.md.read_bytes", 59, 6, kCounterU32KbyteSectors, "read_sectors"},
    {"disk.md.write_bytes", 59, 7, kCounterU32KbyteSectors, "write_sectors"},
    {"disk.md.total_bytes", 59, 8, kCounterU32KbyteSectors, "total_sectors"},
    {"disk.md.read_merge", 59, 9, kCounterU64Count, "read_merge"},
    {"disk.md.write_merge", 59, 10, kCounterU64Count, "write_merge"},
    {"disk.md.avactive", 59, 11, kCounterU32Msec, "active"},
    {"disk.md.read_rawactive", 59, 14, kCounterU32Msec, "read_ms"},
    {"disk.md.write_rawactive", 59, 15, kCounterU32Msec, "write_ms"},
    {"disk.md.total_rawactive", 59, 16, kCounterU32Msec, "total_ms"},
    {"disk.md.aveq", 59, 12, kCounterU32Msec, "queue"},
    {"disk.md.discard", 59, 18, kCounterU64Count, "discard"},
    {"disk.md.blkdiscard", 59, 19, kCounterU64Count, "discard_sectors"},
    {"disk.md.discard_bytes", 59, 20, kCounterU64KbyteSectors,
     "discard_sectors"},
    {"disk.md.discard_merge", 59, 21, kCounterU64Count, "discard_merge"},
    {"disk.md.discard_rawactive", 59, 22, kCounterU32Msec, "discard_ms"},
    {"disk.md.flush", 59, 23, kCounterU64Count, "flush"},
    {"disk.md.flush_rawactive", 59, 24, kCounterU32Msec, "flush_ms"},
    {"disk.md.inflight", 59, 25, kInstantU32None, "inflight"},
};

constexpr MetricRow kDiskSys[] = {
    {"disk.dev.scheduler", 0, 59, kDiscreteStringNone, "scheduler"},
    {"disk.dev.capacity", 0, 87, kDiscreteU64KbyteSectors, "sectors"},
};

constexpr MetricRow kPartitionSys[] = {
    {"disk.partitions.capacity", 10, 16, kDiscreteU64KbyteSectors, "sectors"},
};

constexpr Section kSections[] = {
    {TableId::kDisk, kDisk},
    {TableId::kDiskAll, kDiskAll},
    {TableId::kPartition, kPartition},
    {TableId::kDm, kDm},
    {TableId::kMd, kMd},
    {TableId::kDiskSys, kDiskSys},
    {TableId::kPartitionSys, kPartitionSys},
};

}  // namespace

std::span<const Section> DiskMetrics() { return kSections; }

}  // namespace pmapi::lnx
