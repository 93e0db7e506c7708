// Readings of processes. One that ends between two files has no values in the
// later ones. Their names cost a file each and are read only when asked for.
#include <optional>
#include <string>

#include "pmapi/linux/parse_keyed.h"
#include "pmapi/linux/parse_process.h"
#include "pmapi/linux/readers.h"
#include "pmapi/linux/scan.h"

namespace pmapi::lnx {
namespace {

std::string PathOf(InstanceId pid, const char* file) {
  return "/proc/" + std::to_string(pid) + '/' + file;
}

/// A row with what `parse` makes of each process's `file`.
template <typename Parse>
void ReadEach(Machine* m, TableId id, const char* file, Parse parse) {
  Table& table = m->table(id);
  for (const InstanceId pid : m->pids()) {
    const std::string_view text = m->files().ReadOnce(PathOf(pid, file));
    if (text.empty()) continue;
    parse(text, &table, table.AddRow({}, pid));
  }
}

}  // namespace

void ReadProcStat(Machine* m) {
  Table& table = m->table(TableId::kProcStat);
  Table& queue = m->table(TableId::kRunq);
  queue.AddOnly();
  for (std::size_t i = 0; i < queue.columns(); ++i) queue.Set(0, i, 0);
  bool whole = true;
  for (const InstanceId pid : m->pids()) {
    const std::string_view text = m->files().ReadOnce(PathOf(pid, "stat"));
    whole &= !m->files().unreadable();
    if (!ParseProcStat(text, &table, &queue) || !m->names()) continue;
    const std::size_t row = table.rows() - 1;
    const std::string comm(table.Text(table.field(row, 1)));
    table.SetName(
        row,
        ProcessName(pid, m->files().ReadOnce(PathOf(pid, "cmdline")), comm));
  }
  if (!whole) queue.ClearRow(0);
}

void ReadProcArgs(Machine* m) {
  Table& table = m->table(TableId::kProcArgs);
  for (const InstanceId pid : m->pids()) {
    const std::string comm(Trimmed(m->files().ReadOnce(PathOf(pid, "comm"))));
    const std::string_view text = m->files().ReadOnce(PathOf(pid, "cmdline"));
    if (comm.empty() || m->files().unreadable()) continue;
    table.SetText(table.AddRow({}, pid), 0, ProcessArguments(text, comm));
  }
}

void ReadProcCount(Machine* m) {
  Table& table = m->table(TableId::kProcCount);
  table.SetNamed(table.AddOnly(), "count", m->pids().size());
}

namespace {

/// The names of users or groups, of the files alone: a name service may be
/// far away. Who adds one puts another file in the place of this one. Nothing
/// where it cannot be read.
std::optional<AccountNames> ReadNames(Machine* m, const char* path) {
  const std::string_view text = m->files().ReadOnce(path);
  if (m->files().unreadable()) return std::nullopt;
  return ParseAccounts(text);
}

void NameOwners(Machine* m) {
  const auto users = ReadNames(m, "/etc/passwd");
  const auto groups = ReadNames(m, "/etc/group");
  const Table& ids = m->table(TableId::kProcStatus);
  Table& names = m->table(TableId::kProcNames);
  for (std::size_t row = 0; row < ids.rows(); ++row) {
    const std::size_t to = names.AddRow({}, ids.id(row));
    for (std::size_t i = 0; i < names.columns(); ++i) {
      const std::string_view field = names.FieldName(i);
      const int column = ids.Column(field);
      if (column < 0) continue;
      const Field& id = ids.field(row, static_cast<std::size_t>(column));
      if (id.kind != Field::Kind::kInteger) continue;
      const auto& known = field.ends_with("gid") ? groups : users;
      if (known) names.SetText(to, i, NameOf(*known, id.bits));
    }
  }
}

}  // namespace

void ReadProcStatus(Machine* m) {
  ReadEach(m, TableId::kProcStatus, "status", ParseProcStatus);
  if (m->wanted(TableId::kProcNames)) NameOwners(m);
}

void ReadProcStatm(Machine* m) {
  ReadEach(m, TableId::kProcStatm, "statm", ParseNumbers);
}

void ReadProcIo(Machine* m) { ReadEach(m, TableId::kProcIo, "io", ParseKeyed); }

void ReadProcSchedstat(Machine* m) {
  ReadEach(m, TableId::kProcSchedstat, "schedstat", ParseNumbers);
}

void ReadProcOom(Machine* m) {
  ReadEach(m, TableId::kProcOom, "oom_score", ParseNumbers);
}

void ReadProcSmaps(Machine* m) {
  ReadEach(m, TableId::kProcSmaps, "smaps_rollup", ParseKeyed);
}

void ReadProcAutogroup(Machine* m) {
  ReadEach(m, TableId::kProcAutogroup, "autogroup", ParseAutogroup);
}

void ReadProcCgroups(Machine* m) {
  ReadEach(m, TableId::kProcCgroups, "cgroup",
           [](std::string_view text, Table* table, std::size_t row) {
             table->SetText(row, 0, JoinedCgroups(text));
           });
}

void ReadProcWchan(Machine* m) {
  ReadEach(m, TableId::kProcWchan, "wchan",
           [](std::string_view text, Table* table, std::size_t row) {
             table->SetText(row, 0, Trimmed(text));
           });
}

void ReadProcFd(Machine* m) {
  Table& table = m->table(TableId::kProcFd);
  for (const InstanceId pid : m->pids()) {
    const auto count = m->files().Count(PathOf(pid, "fd"));
    if (count) table.SetNamed(table.AddRow({}, pid), "count", *count);
  }
}

}  // namespace pmapi::lnx
