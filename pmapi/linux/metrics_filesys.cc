// The rows of filesys.*, tmpfs.* and vfs.*.
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Traits kDiscreteStringNone = Discrete(Type::kString, kNone);
constexpr Traits kDiscreteU32Count = Discrete(Type::kU32, kOne);
constexpr Traits kDiscreteU32None = Discrete(Type::kU32, kNone);
constexpr Traits kDiscreteU64Kbyte = Discrete(Type::kU64, kKbyte);
constexpr Traits kInstant32None = Instant(Type::k32, kNone);
constexpr Traits kInstantDoubleNone = Instant(Type::kDouble, kNone);
constexpr Traits kInstantU32Byte = Instant(Type::kU32, kByte);
constexpr Traits kInstantU32None = Instant(Type::kU32, kNone);
constexpr Traits kInstantU64Kbyte = Instant(Type::kU64, kKbyte);

constexpr MetricRow kFilesys[] = {
    {"filesys.capacity", 5, 1, kDiscreteU64Kbyte, "capacity",
     "size of the file system"},
    {"filesys.used", 5, 2, kInstantU64Kbyte, "used", "space in use"},
    {"filesys.free", 5, 3, kInstantU64Kbyte, "free",
     "space not in use, some of it root's only"},
    {"filesys.maxfiles", 5, 4, kDiscreteU32None, "maxfiles",
     "inodes that there can be"},
    {"filesys.usedfiles", 5, 5, kInstantU32None, "usedfiles", "inodes in use"},
    {"filesys.freefiles", 5, 6, kInstantU32None, "freefiles",
     "inodes not in use"},
    {"filesys.mountdir", 5, 7, kDiscreteStringNone, "mountdir",
     "where it is mounted"},
    {"filesys.full", 5, 8, kInstantDoubleNone, "full",
     "how much of the space is used, in %"},
    {"filesys.blocksize", 5, 9, kInstantU32Byte, "blocksize",
     "size of its blocks"},
    {"filesys.avail", 5, 10, kInstantU64Kbyte, "avail",
     "space that users other than root can have"},
    {"filesys.readonly", 5, 11, kInstantU32None, "readonly",
     "1 if it is mounted read-only"},
};

constexpr MetricRow kFilesysCount[] = {
    {"hinv.nfilesys", 5, 0, kDiscreteU32Count, "count",
     "number of local file systems that are mounted"},
};

constexpr MetricRow kTmpfs[] = {
    {"tmpfs.capacity", 34, 1, kDiscreteU64Kbyte, "capacity",
     "size that the tmpfs may have"},
    {"tmpfs.used", 34, 2, kInstantU64Kbyte, "used", "space in use"},
    {"tmpfs.free", 34, 3, kInstantU64Kbyte, "free",
     "space not in use, some of it root's only"},
    {"tmpfs.maxfiles", 34, 4, kDiscreteU32None, "maxfiles",
     "inodes that there can be"},
    {"tmpfs.usedfiles", 34, 5, kInstantU32None, "usedfiles", "inodes in use"},
    {"tmpfs.freefiles", 34, 6, kInstantU32None, "freefiles",
     "inodes not in use"},
    {"tmpfs.full", 34, 7, kInstantDoubleNone, "full",
     "how much of the space is used, in %"},
};

constexpr MetricRow kVfs[] = {
    {"vfs.files.count", 27, 0, kInstant32None, "files.count",
     "open file descriptions"},
    {"vfs.files.free", 27, 1, kInstant32None, "files.free",
     "file descriptions kept for reuse"},
    {"vfs.files.max", 27, 2, kInstant32None, "files.max",
     "open files that the system allows"},
    {"vfs.inodes.count", 27, 3, kInstant32None, "inodes.count",
     "inodes in memory"},
    {"vfs.inodes.free", 27, 4, kInstant32None, "inodes.free",
     "inodes in memory that are unused"},
    {"vfs.dentry.count", 27, 5, kInstant32None, "dentry.count",
     "directory entries in memory"},
    {"vfs.dentry.free", 27, 6, kInstant32None, "dentry.free",
     "directory entries in memory that are unused"},
};

constexpr MetricRow kLocks[] = {
    {"vfs.locks.posix.read", 75, 0, kInstantU32None, "posix.read",
     "POSIX record locks held for reading"},
    {"vfs.locks.posix.write", 75, 1, kInstantU32None, "posix.write",
     "POSIX record locks held for writing"},
    {"vfs.locks.posix.count", 75, 2, kInstantU32None, "posix.count",
     "POSIX record locks held"},
    {"vfs.locks.flock.read", 75, 3, kInstantU32None, "flock.read",
     "flock(2) locks held for reading"},
    {"vfs.locks.flock.write", 75, 4, kInstantU32None, "flock.write",
     "flock(2) locks held for writing"},
    {"vfs.locks.flock.count", 75, 5, kInstantU32None, "flock.count",
     "flock(2) locks held"},
    {"vfs.locks.lease.read", 75, 6, kInstantU32None, "lease.read",
     "file leases held for reading"},
    {"vfs.locks.lease.write", 75, 7, kInstantU32None, "lease.write",
     "file leases held for writing"},
    {"vfs.locks.lease.count", 75, 8, kInstantU32None, "lease.count",
     "file leases held"},
};

constexpr TableMetrics kMetrics[] = {
    {TableId::kFilesys, kFilesys}, {TableId::kFilesysCount, kFilesysCount},
    {TableId::kTmpfs, kTmpfs},     {TableId::kVfs, kVfs},
    {TableId::kLocks, kLocks},
};

}  // namespace

std::span<const TableMetrics> FilesysMetrics() { return kMetrics; }

}  // namespace pmapi::lnx
