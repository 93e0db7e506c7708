// The rows of filesys.*, tmpfs.* and vfs.*.
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Shape kDiscreteStringNone = Discrete(Type::kString, kNone);
constexpr Shape kDiscreteU32Count = Discrete(Type::kU32, kOne);
constexpr Shape kDiscreteU32None = Discrete(Type::kU32, kNone);
constexpr Shape kDiscreteU64Kbyte = Discrete(Type::kU64, kKbyte);
constexpr Shape kInstant32None = Instant(Type::k32, kNone);
constexpr Shape kInstantDoubleNone = Instant(Type::kDouble, kNone);
constexpr Shape kInstantU32Byte = Instant(Type::kU32, kByte);
constexpr Shape kInstantU32None = Instant(Type::kU32, kNone);
constexpr Shape kInstantU64Kbyte = Instant(Type::kU64, kKbyte);

constexpr MetricRow kFilesys[] = {
    {"filesys.capacity", 5, 1, kDiscreteU64Kbyte, "capacity"},
    {"filesys.used", 5, 2, kInstantU64Kbyte, "used"},
    {"filesys.free", 5, 3, kInstantU64Kbyte, "free"},
    {"filesys.maxfiles", 5, 4, kDiscreteU32None, "maxfiles"},
    {"filesys.usedfiles", 5, 5, kInstantU32None, "usedfiles"},
    {"filesys.freefiles", 5, 6, kInstantU32None, "freefiles"},
    {"filesys.mountdir", 5, 7, kDiscreteStringNone, "mountdir"},
    {"filesys.full", 5, 8, kInstantDoubleNone, "full"},
    {"filesys.blocksize", 5, 9, kInstantU32Byte, "blocksize"},
    {"filesys.avail", 5, 10, kInstantU64Kbyte, "avail"},
    {"filesys.readonly", 5, 11, kInstantU32None, "readonly"},
};

constexpr MetricRow kFilesysCount[] = {
    {"hinv.nfilesys", 5, 0, kDiscreteU32Count, "count"},
};

constexpr MetricRow kTmpfs[] = {
    {"tmpfs.capacity", 34, 1, kDiscreteU64Kbyte, "capacity"},
    {"tmpfs.used", 34, 2, kInstantU64Kbyte, "used"},
    {"tmpfs.free", 34, 3, kInstantU64Kbyte, "free"},
    {"tmpfs.maxfiles", 34, 4, kDiscreteU32None, "maxfiles"},
    {"tmpfs.usedfiles", 34, 5, kInstantU32None, "usedfiles"},
    {"tmpfs.freefiles", 34, 6, kInstantU32None, "freefiles"},
    {"tmpfs.full", 34, 7, kInstantDoubleNone, "full"},
};

constexpr MetricRow kVfs[] = {
    {"vfs.files.count", 27, 0, kInstant32None, "files.count"},
    {"vfs.files.free", 27, 1, kInstant32None, "files.free"},
    {"vfs.files.max", 27, 2, kInstant32None, "files.max"},
    {"vfs.inodes.count", 27, 3, kInstant32None, "inodes.count"},
    {"vfs.inodes.free", 27, 4, kInstant32None, "inodes.free"},
    {"vfs.dentry.count", 27, 5, kInstant32None, "dentry.count"},
    {"vfs.dentry.free", 27, 6, kInstant32None, "dentry.free"},
};

constexpr MetricRow kLocks[] = {
    {"vfs.locks.posix.read", 75, 0, kInstantU32None, "posix.read"},
    {"vfs.locks.posix.write", 75, 1, kInstantU32None, "posix.write"},
    {"vfs.locks.posix.count", 75, 2, kInstantU32None, "posix.count"},
    {"vfs.locks.flock.read", 75, 3, kInstantU32None, "flock.read"},
    {"vfs.locks.flock.write", 75, 4, kInstantU32None, "flock.write"},
    {"vfs.locks.flock.count", 75, 5, kInstantU32None, "flock.count"},
    {"vfs.locks.lease.read", 75, 6, kInstantU32None, "lease.read"},
    {"vfs.locks.lease.write", 75, 7, kInstantU32None, "lease.write"},
    {"vfs.locks.lease.count", 75, 8, kInstantU32None, "lease.count"},
};

constexpr Section kSections[] = {
    {TableId::kFilesys, kFilesys}, {TableId::kFilesysCount, kFilesysCount},
    {TableId::kTmpfs, kTmpfs},     {TableId::kVfs, kVfs},
    {TableId::kLocks, kLocks},
};

}  // namespace

std::span<const Section> FilesysMetrics() { return kSections; }

}  // namespace pmapi::lnx
