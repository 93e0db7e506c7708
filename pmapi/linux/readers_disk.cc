// Readings of block devices and file systems.
#include <sys/statvfs.h>

#include <algorithm>
#include <string>

#include "pmapi/linux/parse_disk.h"
#include "pmapi/linux/readers.h"
#include "pmapi/linux/scan.h"

namespace pmapi::lnx {
namespace {

/// Where /sys has a block device: it writes slashes of names otherwise.
std::string SysPath(std::string_view device) {
  std::string name(device);
  std::replace(name.begin(), name.end(), '/', '!');
  return "/sys/class/block/" + name;
}

void ReadSizes(Machine* m, TableId from, TableId to) {
  const Table& devices = m->table(from);
  Table& sizes = m->table(to);
  const int scheduler = sizes.Column("scheduler");
  const bool asked_scheduler = m->AskedAny(to, "scheduler");
  const bool asked_sectors = m->AskedAny(to, "sectors");
  for (std::size_t row = 0; row < devices.rows(); ++row) {
    const std::string path = SysPath(devices.name(row));
    const std::size_t at = sizes.AddRow(devices.name(row));
    if (asked_sectors) {
      sizes.SetNamed(at, "sectors",
                     Number(m->files().ReadOnce(path + "/size")));
    }
    if (!asked_scheduler) continue;
    const std::string_view text =
        ParseScheduler(m->files().ReadOnce(path + "/queue/scheduler"));
    if (m->files().unreadable()) continue;
    sizes.SetText(at, static_cast<std::size_t>(scheduler),
                  text.empty() ? "unknown" : text);
  }
}

// Makes the device mapper's names those of the instances, as people know them;
// the kernel's name is a value.
void NameMapped(Machine* m) {
  Table& mapped = m->table(TableId::kDm);
  for (std::size_t row = 0; row < mapped.rows(); ++row) {
    const std::string path = SysPath(mapped.name(row)) + "/dm/name";
    const std::string_view name = Trimmed(m->files().ReadOnce(path));
    if (!name.empty()) mapped.SetName(row, name);
    if (m->files().unreadable()) mapped.ClearRow(row);
  }
}

}  // namespace

void ReadDisks(Machine* m) {
  ParseDiskstats(m->Text("/proc/diskstats"),
                 {&m->table(TableId::kDisk), &m->table(TableId::kPartition),
                  &m->table(TableId::kDm), &m->table(TableId::kMd),
                  &m->table(TableId::kDiskAll)});
  if (m->wanted(TableId::kDm)) NameMapped(m);
  if (m->wanted(TableId::kDiskSys)) {
    ReadSizes(m, TableId::kDisk, TableId::kDiskSys);
  }
  if (m->wanted(TableId::kPartitionSys)) {
    ReadSizes(m, TableId::kPartition, TableId::kPartitionSys);
  }
}

namespace {

/// Blocks of `size` bytes in Kbyte.
std::uint64_t Kbytes(std::uint64_t blocks, std::uint64_t size) {
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(blocks, size, &bytes)) {
    return blocks / 1024 * size;
  }
  return bytes / 1024;
}

void MeasureAll(const std::string& root, Table* table) {
  for (std::size_t row = 0; row < table->rows(); ++row) {
    const std::string folder =
        root + std::string(table->Text(table->field(row, 0)));
    struct statvfs got {};
    if (statvfs(folder.c_str(), &got) != 0) {
      table->ClearRow(row);
      continue;
    }
    const std::uint64_t capacity = Kbytes(got.f_blocks, got.f_frsize);
    const std::uint64_t free = Kbytes(got.f_bfree, got.f_frsize);
    const std::uint64_t avail = Kbytes(got.f_bavail, got.f_frsize);
    const std::uint64_t used = capacity - std::min(free, capacity);
    const std::uint64_t files = got.f_files;
    const std::uint64_t free_files = got.f_ffree;
    table->SetNamed(row, "capacity", capacity);
    table->SetNamed(row, "used", used);
    table->SetNamed(row, "free", free);
    table->SetNamed(row, "avail", avail);
    table->SetNamed(row, "maxfiles", files);
    table->SetNamed(row, "usedfiles", files - std::min(free_files, files));
    table->SetNamed(row, "freefiles", free_files);
    table->SetNamed(row, "blocksize", got.f_bsize);
    const std::uint64_t usable = used + avail;
    table->SetReal(row, static_cast<std::size_t>(table->Column("full")),
                   usable == 0 ? 0.0
                               : 100.0 * static_cast<double>(used) /
                                     static_cast<double>(usable));
  }
}

/// True if more is asked for than the first two fields, which need no
/// statvfs().
bool Measured(const Machine& m, TableId id) {
  for (std::size_t i = 2; i < m.table(id).columns(); ++i) {
    if (m.asked(id, i)) return true;
  }
  return false;
}

}  // namespace

void ReadFilesys(Machine* m) {
  Table& filesys = m->table(TableId::kFilesys);
  Table& tmpfs = m->table(TableId::kTmpfs);
  ParseMounts(m->Text("/proc/mounts"), &filesys, &tmpfs);
  Table& count = m->table(TableId::kFilesysCount);
  count.SetNamed(count.AddOnly(), "count", filesys.rows());
  for (const TableId id : {TableId::kFilesys, TableId::kTmpfs}) {
    if (Measured(*m, id)) MeasureAll(m->files().root(), &m->table(id));
  }
}

}  // namespace pmapi::lnx
