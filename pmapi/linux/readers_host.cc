// Readings of processors, memory, swap, and files of single values.
#include <algorithm>
#include <string>

#include "pmapi/linux/parse_disk.h"
#include "pmapi/linux/parse_keyed.h"
#include "pmapi/linux/parse_memory.h"
#include "pmapi/linux/parse_stat.h"
#include "pmapi/linux/parse_users.h"
#include "pmapi/linux/readers.h"
#include "pmapi/linux/scan.h"

namespace pmapi::lnx {
namespace {

constexpr std::string_view kNodes = "/sys/devices/system/node";
constexpr std::string_view kCpus = "/sys/devices/system/cpu";

/// The number after `prefix`, where the rest of `name` is one.
std::optional<InstanceId> Numbered(std::string_view name,
                                   std::string_view prefix) {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) {
    return std::nullopt;
  }
  name.remove_prefix(prefix.size());
  const auto number = Number(name);
  if (!number || *number > 0xffff ||
      name.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  return static_cast<InstanceId>(*number);
}

/// The nodes of memory; nothing where one cannot be read.
std::optional<std::vector<NumaNode>> Nodes(Machine* m) {
  std::vector<NumaNode> nodes;
  bool whole = true;
  const auto names = m->files().List(std::string(kNodes));
  whole &= !m->files().unreadable();
  for (const std::string& name : names) {
    const auto id = Numbered(name, "node");
    if (!id) continue;
    const std::string path = std::string(kNodes) + '/' + name + "/cpulist";
    nodes.push_back({*id, ParseCpuList(m->files().Read(path))});
    whole &= !m->files().unreadable();
  }
  if (!whole) return std::nullopt;
  return nodes;
}

}  // namespace

void ReadLoad(Machine* m) {
  ParseLoad(m->Text("/proc/loadavg"), &m->table(TableId::kLoad),
            &m->table(TableId::kLoadCounts));
}

void ReadStat(Machine* m) {
  ParseStat(m->Text("/proc/stat"), &m->table(TableId::kStat),
            &m->table(TableId::kPercpu));
  if (!m->wanted(TableId::kPernode)) return;
  SumNodes(Nodes(m).value_or(std::vector<NumaNode>()),
           m->table(TableId::kPercpu), &m->table(TableId::kPernode));
}

void ReadUptime(Machine* m) {
  ParseUptime(m->Text("/proc/uptime"), &m->table(TableId::kUptime));
}

namespace {

/// What the distribution calls itself, where it is known to say it; nothing
/// where it cannot be read.
std::optional<std::string> Distribution(Machine* m) {
  const std::string_view debian =
      Trimmed(m->files().ReadOnce("/etc/debian_version"));
  if (m->files().unreadable()) return std::nullopt;
  if (!debian.empty()) return "Debian " + std::string(debian);
  for (const char* path : {"/etc/fedora-release", "/etc/redhat-release",
                           "/etc/system-release", "/etc/SuSE-release"}) {
    std::string_view text = m->files().ReadOnce(path);
    if (m->files().unreadable()) return std::nullopt;
    std::string_view line;
    if (NextLine(&text, &line)) return std::string(Trimmed(line));
  }
  return "?";
}

}  // namespace

void ReadUname(Machine* m) {
  const System& system = m->system();
  Table& table = m->table(TableId::kUname);
  const std::size_t row = table.AddOnly();
  const auto set = [&](std::string_view field, const std::string& text) {
    table.SetText(row, static_cast<std::size_t>(table.Column(field)), text);
  };
  set("nodename", system.nodename);
  set("sysname", system.sysname);
  set("release", system.release);
  set("version", system.version);
  set("machine", system.machine);
  if (m->AskedAny(TableId::kUname, "distro")) {
    if (const auto distro = Distribution(m)) set("distro", *distro);
  }
  table.SetNamed(row, "pagesize", system.page_bytes);
  table.SetNamed(row, "hz", system.ticks_per_second);
}

void ReadUsers(Machine* m) {
  ParseUsers(m->files().ReadOnce("/run/utmp"), &m->table(TableId::kUsers));
  if (m->files().unreadable()) m->Miss();
}

// A machine that names no nodes has one.
void ReadHardware(Machine* m) {
  Table& table = m->table(TableId::kHardware);
  const std::size_t row = table.AddOnly();
  const auto count = [&](std::string_view field, std::string_view folder,
                         std::string_view prefix, std::uint64_t least) {
    if (!m->AskedAny(TableId::kHardware, field)) return;
    const auto names = m->files().List(std::string(folder));
    if (m->files().unreadable()) return;
    const auto found = std::count_if(
        names.begin(), names.end(), [prefix](const std::string& name) {
          return Numbered(name, prefix).has_value();
        });
    table.SetNamed(row, field,
                   std::max(static_cast<std::uint64_t>(found), least));
  };
  count("nodes", kNodes, "node", 1);
  count("tapes", "/sys/class/scsi_tape", "st", 0);
  count("fc_hosts", "/sys/class/fc_host", "host", 0);
}

void ReadInterrupts(Machine* m) {
  Table* cells = m->wanted(TableId::kPercpuInterrupts)
                     ? &m->table(TableId::kPercpuInterrupts)
                     : nullptr;
  ParseInterrupts(m->Text("/proc/interrupts"), &m->table(TableId::kInterrupts),
                  cells, &m->table(TableId::kPercpuIntr),
                  &m->table(TableId::kInterruptErrors));
}

void ReadSoftirqs(Machine* m) {
  Table* cells = m->wanted(TableId::kPercpuSoftirqs)
                     ? &m->table(TableId::kPercpuSoftirqs)
                     : nullptr;
  Table none{std::span<const std::string_view>()};
  ParseInterrupts(m->Text("/proc/softirqs"), &m->table(TableId::kSoftirqs),
                  cells, &m->table(TableId::kPercpuSirq), &none);
}

namespace {

void SetPressure(std::string_view field, const std::optional<Pressure>& from,
                 Table* averages, Table* totals) {
  const int column = averages->Column(field);
  if (!from || column < 0) return;
  for (std::size_t row = 0; row < averages->rows(); ++row) {
    averages->SetReal(row, static_cast<std::size_t>(column),
                      from->average[row]);
  }
  totals->SetNamed(0, field, from->total);
}

}  // namespace

void ReadPressure(Machine* m) {
  Table& averages = m->table(TableId::kPressure);
  Table& totals = m->table(TableId::kPressureTotals);
  totals.AddOnly();
  averages.AddRow("10 second", 10);
  averages.AddRow("1 minute", 60);
  averages.AddRow("5 minute", 300);
  for (const std::string_view what : {"cpu", "memory", "io", "irq"}) {
    const std::string name(what);
    if (!m->AskedAny(TableId::kPressure, name) &&
        !m->AskedAny(TableId::kPressureTotals, name)) {
      continue;
    }
    const PressureText got =
        ParsePressure(m->files().Read("/proc/pressure/" + name));
    SetPressure(name + ".some", got.some, &averages, &totals);
    SetPressure(name + ".full", got.full, &averages, &totals);
  }
}

void ReadValueFiles(Machine* m, TableId id) {
  Table& table = m->table(id);
  const std::size_t row = table.AddOnly();
  for (std::size_t i = 0; i < table.columns(); ++i) {
    if (!m->asked(id, i)) continue;
    if (const auto value = Number(m->files().Read(table.FieldName(i)))) {
      table.Set(row, i, *value);
    }
  }
}

void ReadCpuinfo(Machine* m) {
  ParseCpuinfo(m->Text("/proc/cpuinfo"), &m->table(TableId::kCpuinfo));
}

namespace {

/// By the kernel's statistics, else, as PCP does, the frequency now and its
/// limits.
Frequencies ReadFrequencies(Machine* m, const std::string& folder) {
  const auto read = [&](const char* file) {
    return m->files().ReadOnce(folder + file);
  };
  if (const auto known = ParseTimeInState(read("/stats/time_in_state"))) {
    return *known;
  }
  if (m->files().unreadable()) return {};
  const auto mhz = [&](const char* file) {
    auto khz = Number(read(file));
    if (khz) *khz /= 1000;
    return khz;
  };
  return {mhz("/scaling_cur_freq"),
          {},
          mhz("/cpuinfo_max_freq"),
          mhz("/cpuinfo_min_freq")};
}

std::uint64_t NodeOf(InstanceId cpu, const std::vector<NumaNode>& nodes) {
  for (const NumaNode& node : nodes) {
    if (std::binary_search(node.cpus.begin(), node.cpus.end(), cpu)) {
      return static_cast<std::uint64_t>(node.id);
    }
  }
  return 0;
}

}  // namespace

// A count that a processor has no file for is 0, as PCP has it; one whose file
// cannot be read has no value.
void ReadCpuSys(Machine* m) {
  Table& table = m->table(TableId::kCpuSys);
  const bool scaling = m->AskedAny(TableId::kCpuSys, "scaling.");
  const bool node = m->AskedAny(TableId::kCpuSys, "node");
  const auto nodes = node ? Nodes(m) : std::nullopt;
  for (const std::string& name : m->files().List(std::string(kCpus))) {
    const auto id = Numbered(name, "cpu");
    if (!id) continue;
    const std::string path = std::string(kCpus) + '/' + name;
    const std::size_t row = table.AddRow(name, *id);
    const auto set = [&](std::string_view field, const std::string& file,
                         std::uint64_t otherwise) {
      if (!m->AskedAny(TableId::kCpuSys, field)) return;
      auto value = Number(m->files().ReadOnce(path + file));
      if (!value && !m->files().unreadable()) value = otherwise;
      table.SetNamed(row, field, value);
    };
    set("online", "/online", 1);
    set("core.count", "/thermal_throttle/core_throttle_count", 0);
    set("core.time", "/thermal_throttle/core_throttle_total_time_ms", 0);
    set("package.count", "/thermal_throttle/package_throttle_count", 0);
    set("package.time", "/thermal_throttle/package_throttle_total_time_ms", 0);
    if (nodes) table.SetNamed(row, "node", NodeOf(*id, *nodes));
    if (!scaling) continue;
    const Frequencies got = ReadFrequencies(m, path + "/cpufreq");
    table.SetNamed(row, "scaling.count", got.count);
    table.SetNamed(row, "scaling.time", got.time);
    table.SetNamed(row, "scaling.max", got.max);
    table.SetNamed(row, "scaling.min", got.min);
  }
}

void ReadMeminfo(Machine* m) {
  ParseMeminfo(m->Text("/proc/meminfo"), &m->table(TableId::kMeminfo));
}

void ReadVmstat(Machine* m) {
  ParseVmstat(m->Text("/proc/vmstat"), &m->table(TableId::kVmstat));
}

void ReadSwaps(Machine* m) {
  ParseSwaps(m->Text("/proc/swaps"), &m->table(TableId::kSwapdev));
}

void ReadBuddyinfo(Machine* m) {
  ParseBuddyinfo(m->Text("/proc/buddyinfo"), m->system().page_bytes,
                 &m->table(TableId::kBuddy));
}

void ReadSlabinfo(Machine* m) {
  ParseSlabinfo(m->RootsText("/proc/slabinfo"), m->system().page_bytes,
                &m->table(TableId::kSlab));
}

void ReadZoneinfo(Machine* m) {
  ParseZoneinfo(m->Text("/proc/zoneinfo"), &m->table(TableId::kZone),
                &m->table(TableId::kZoneProtection));
}

namespace {

/// Units: Kbyte.
std::optional<std::uint64_t> HugePageSize(Machine* m) {
  std::string_view text = m->files().Read("/proc/meminfo");
  std::string_view line;
  while (NextLine(&text, &line)) {
    if (NextWord(&line) == "Hugepagesize:") return Number(NextWord(&line));
  }
  return std::nullopt;
}

}  // namespace

void ReadNodes(Machine* m) {
  const auto huge_page =
      m->AskedAny(TableId::kNumaMem, ".huge_") ? HugePageSize(m) : std::nullopt;
  for (const std::string& name : m->files().List(std::string(kNodes))) {
    const auto id = Numbered(name, "node");
    if (!id) continue;
    const std::string path = std::string(kNodes) + '/' + name;
    if (m->wanted(TableId::kNumaMem)) {
      Table& memory = m->table(TableId::kNumaMem);
      const std::size_t row = memory.AddRow(name, *id);
      ParseNodeMeminfo(m->files().Read(path + "/meminfo"), huge_page, &memory,
                       row);
      memory.SetNamed(row, "online", 1);
    }
    if (m->wanted(TableId::kNumaStat)) {
      Table& stat = m->table(TableId::kNumaStat);
      ParseKeyed(m->files().Read(path + "/numastat"), &stat,
                 stat.AddRow(name, *id));
    }
  }
}

void ReadVfs(Machine* m) {
  Table& table = m->table(TableId::kVfs);
  const std::size_t row = table.AddOnly();
  const auto set = [&](std::string_view path, std::string_view beginning,
                       std::initializer_list<std::string_view> fields) {
    if (!m->AskedAny(TableId::kVfs, beginning)) return;
    std::string_view text = m->files().Read(path);
    text = Trimmed(text);
    for (const std::string_view field : fields) {
      table.SetNamed(row, field, Number(NextWord(&text)));
    }
  };
  set("/proc/sys/fs/file-nr", "files.",
      {"files.count", "files.free", "files.max"});
  set("/proc/sys/fs/inode-nr", "inodes.", {"inodes.count", "inodes.free"});
  set("/proc/sys/fs/dentry-state", "dentry.", {"dentry.count", "dentry.free"});
}

void ReadLocks(Machine* m) {
  ParseLocks(m->Text("/proc/locks"), &m->table(TableId::kLocks));
}

}  // namespace pmapi::lnx
