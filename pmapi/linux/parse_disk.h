// Texts about storage: /proc/diskstats, swaps, mounts and locks.
#ifndef TOCSIN_PMAPI_LINUX_PARSE_DISK_H_
#define TOCSIN_PMAPI_LINUX_PARSE_DISK_H_

#include <string>
#include <string_view>

#include "pmapi/linux/table.h"

namespace pmapi::lnx {

/// As the kernel prints them, then the sums; `device` is for names that are
/// not the kernel's, `ndisk` for the whole host.
inline constexpr std::string_view kDiskFields[] = {
    "read",          "read_merge",      "read_sectors",
    "read_ms",       "write",           "write_merge",
    "write_sectors", "write_ms",        "inflight",
    "active",        "queue",           "discard",
    "discard_merge", "discard_sectors", "discard_ms",
    "flush",         "flush_ms",        "total",
    "total_sectors", "total_ms",        "device",
    "ndisk"};
inline constexpr std::string_view kSwapFields[] = {"size", "free", "virtual",
                                                   "priority"};
inline constexpr std::string_view kFilesysFields[] = {
    "mountdir", "readonly",  "capacity",  "used",      "free", "avail",
    "maxfiles", "usedfiles", "freefiles", "blocksize", "full"};
inline constexpr std::string_view kLockFields[] = {
    "posix.read",  "posix.write", "posix.count", "flock.read", "flock.write",
    "flock.count", "lease.read",  "lease.write", "lease.count"};

/// What PCP takes a block device for, by its name.
enum class DeviceKind { kNone, kDisk, kPartition, kMapped, kMultiple };
DeviceKind KindOfDevice(std::string_view name);

/// Where the rows of each kind go; `all` gets the sum of the disks.
struct DiskTables {
  Table* disks;
  Table* partitions;
  Table* mapped;
  Table* multiple;
  Table* all;
};
void ParseDiskstats(std::string_view text, const DiskTables& to);

/// The scheduler in use: the word in brackets, or the only one.
std::string_view ParseScheduler(std::string_view text);

/// /proc/swaps; a row each.
void ParseSwaps(std::string_view text, Table* swaps);

/// Mounts of local block devices, each device once and named by it, and of
/// tmpfs, named by their folders. Network file systems and those of user
/// processes are left out, and what they or others are mounted upon: asking
/// them may take for ever.
void ParseMounts(std::string_view text, Table* filesys, Table* tmpfs);

/// /proc/locks, counted by kind.
void ParseLocks(std::string_view text, Table* locks);

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_PARSE_DISK_H_
