// Readings of control groups, version 2: a row a folder of the hierarchy.
#include <string>

#include "pmapi/linux/parse_keyed.h"
#include "pmapi/linux/parse_stat.h"
#include "pmapi/linux/readers.h"
#include "pmapi/linux/scan.h"

namespace pmapi::lnx {
namespace {

constexpr int kDeepest = 32;

void SetPressure(const std::string& what, const std::optional<Pressure>& from,
                 Table* table, std::size_t row) {
  if (!from) return;
  const char* const kNames[] = {".avg10", ".avg60", ".avg300"};
  for (std::size_t i = 0; i < 3; ++i) {
    const int column = table->Column(what + kNames[i]);
    if (column < 0) continue;
    table->SetReal(row, static_cast<std::size_t>(column), from->average[i]);
  }
  table->SetNamed(row, what + ".total", from->total);
}

void ReadPressures(Machine* m, const std::string& folder, Table* table,
                   std::size_t row) {
  for (const char* what : {"cpu", "memory", "io", "irq"}) {
    const std::string name(what);
    if (!m->AskedAny(TableId::kCgroupPressure, name)) continue;
    const PressureText got =
        ParsePressure(m->files().ReadOnce(folder + '/' + name + ".pressure"));
    SetPressure(name + ".some", got.some, table, row);
    SetPressure(name + ".full", got.full, table, row);
  }
}

/// True if a field of memory.stat is asked for: reading that makes the kernel
/// add it up.
bool AsksForStat(const Machine& m) {
  const Table& table = m.table(TableId::kCgroupMemory);
  for (std::size_t i = 0; i < table.columns(); ++i) {
    if (m.asked(TableId::kCgroupMemory, i) && table.FieldName(i) != "current") {
      return true;
    }
  }
  return false;
}

void ReadGroup(Machine* m, const std::string& folder, const std::string& name) {
  if (m->wanted(TableId::kCgroupCpu)) {
    Table& table = m->table(TableId::kCgroupCpu);
    ParseKeyed(m->files().ReadOnce(folder + "/cpu.stat"), &table,
               table.AddRow(name));
  }
  if (m->wanted(TableId::kCgroupPressure)) {
    Table& table = m->table(TableId::kCgroupPressure);
    ReadPressures(m, folder, &table, table.AddRow(name));
  }
  if (m->wanted(TableId::kCgroupMemory)) {
    Table& table = m->table(TableId::kCgroupMemory);
    const std::size_t row = table.AddRow(name);
    if (m->AskedAny(TableId::kCgroupMemory, "current")) {
      table.SetNamed(row, "current",
                     Number(m->files().ReadOnce(folder + "/memory.current")));
    }
    if (AsksForStat(*m)) {
      ParseKeyed(m->files().ReadOnce(folder + "/memory.stat"), &table, row);
    }
  }
}

void Walk(Machine* m, const std::string& mount, const std::string& name,
          int depth) {
  ReadGroup(m, mount + name, name.empty() ? "/" : name);
  if (depth == kDeepest) return;
  for (const std::string& child : m->files().Folders(mount + name)) {
    Walk(m, mount, name + '/' + child, depth + 1);
  }
}

/// Where version 2 is mounted. Beside version 1 it may have no controllers:
/// what waits is told all the same. PCP says nothing of it there.
std::string Mounted(Machine* m) {
  const std::string mount = "/sys/fs/cgroup";
  const std::string beside = mount + "/unified";
  if (!m->files().ReadOnce(mount + "/cgroup.controllers").empty()) return mount;
  if (!m->files().ReadOnce(beside + "/cgroup.stat").empty()) return beside;
  return {};
}

}  // namespace

void ReadCgroups(Machine* m) {
  const std::string mount = Mounted(m);
  if (!mount.empty()) Walk(m, mount, {}, 0);
}

}  // namespace pmapi::lnx
