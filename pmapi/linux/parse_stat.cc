// Processors' texts line by line. Kernels have had fewer columns: what is not
// there has no value.
#include "pmapi/linux/parse_stat.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "pmapi/linux/scan.h"

namespace pmapi::lnx {
namespace {

constexpr std::size_t kPrinted = 10;  // of kCpuFields
constexpr std::size_t kUser = 0;
constexpr std::size_t kNice = 1;
constexpr std::size_t kHard = 5;
constexpr std::size_t kSoft = 6;
constexpr std::size_t kGuest = 8;
constexpr std::size_t kGuestNice = 9;
constexpr std::size_t kIntr = 10;
constexpr std::size_t kVuser = 11;
constexpr std::size_t kVnice = 12;
constexpr std::size_t kNumber = 13;
static_assert(std::size(kCpuFields) == 14);
constexpr std::uint64_t kMostCpus = 1 << 16;

/// Guest time is part of user time; never below zero while both move.
std::uint64_t Without(std::uint64_t all, std::uint64_t part) {
  return all > part ? all - part : 0;
}

void ParseCpu(std::string_view line, Table* table, std::size_t row) {
  for (std::size_t i = 0; i < kPrinted; ++i) {
    const auto ticks = Number(NextWord(&line));
    if (!ticks) break;
    table->Set(row, i, *ticks);
  }
  const auto of = [&](std::size_t i) { return table->Integer(row, i); };
  table->Set(row, kIntr, of(kHard) + of(kSoft));
  table->Set(row, kVuser, Without(of(kUser), of(kGuest)));
  table->Set(row, kVnice, Without(of(kNice), of(kGuestNice)));
}

/// The processor that a word such as "cpu12" or "CPU12" names.
std::optional<InstanceId> CpuNumber(std::string_view word) {
  if (word.size() < 4) return std::nullopt;
  const auto number = Number(word.substr(3));
  if (!number || *number >= kMostCpus) return std::nullopt;
  return static_cast<InstanceId>(*number);
}

std::string CpuName(InstanceId id) { return "cpu" + std::to_string(id); }

}  // namespace

void ParseLoad(std::string_view text, Table* load, Table* counts) {
  struct LoadWindow {
    std::string_view name;
    InstanceId id;
  };
  for (const LoadWindow window :
       {LoadWindow{"1 minute", 1}, LoadWindow{"5 minute", 5},
        LoadWindow{"15 minute", 15}}) {
    const auto value = Real(NextWord(&text));
    if (!value) return;
    load->SetReal(load->AddRow(window.name, window.id), 0, *value);
  }
  const std::size_t row = counts->AddOnly();
  const std::string_view running = NextWord(&text);
  counts->SetNamed(row, "runnable", Number(running));
  const std::size_t slash = running.find('/');
  if (slash != std::string_view::npos) {
    counts->SetNamed(row, "nprocs", Number(running.substr(slash + 1)));
  }
  counts->SetNamed(row, "lastpid", Number(NextWord(&text)));
}

void ParseStat(std::string_view text, Table* all, Table* percpu) {
  const std::size_t only = all->AddOnly();
  std::uint64_t cpus = 0;
  std::string_view line;
  while (NextLine(&text, &line)) {
    const std::string_view key = NextWord(&line);
    if (key == "cpu") {
      ParseCpu(line, all, only);
    } else if (key.starts_with("cpu")) {
      const auto id = CpuNumber(key);
      if (!id) continue;
      const std::size_t row = percpu->AddRow(key, *id);
      ParseCpu(line, percpu, row);
      percpu->Set(row, kNumber, static_cast<std::uint64_t>(*id));
      ++cpus;
    } else {
      all->SetNamed(only, key, Number(NextWord(&line)));
    }
  }
  all->SetNamed(only, "ncpu", cpus);
}

void ParseUptime(std::string_view text, Table* uptime) {
  const std::size_t row = uptime->AddOnly();
  for (std::size_t i = 0; i < std::size(kUptimeFields); ++i) {
    if (const auto value = Real(NextWord(&text))) {
      uptime->SetReal(row, i, *value);
    }
  }
}

void ParseInterrupts(std::string_view text, Table* total, Table* cells,
                     Table* percpu, Table* single) {
  std::string_view line;
  if (!NextLine(&text, &line)) return;
  std::vector<InstanceId> cpus;
  while (const auto cpu = CpuNumber(NextWord(&line))) cpus.push_back(*cpu);
  std::vector<std::uint64_t> sums(cpus.size());
  const std::size_t only = single->AddOnly();
  std::string name;
  while (NextLine(&text, &line)) {
    std::string_view source = NextWord(&line);
    if (!source.ends_with(':')) continue;
    source.remove_suffix(1);
    if (single->Column(source) >= 0) {
      single->SetNamed(only, source, Number(NextWord(&line)));
      continue;
    }
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < cpus.size(); ++i) {
      const auto count = Number(NextWord(&line));
      if (!count) break;
      all += *count;
      sums[i] += *count;
      if (cells == nullptr) continue;
      name.assign(source).append("::").append(CpuName(cpus[i]));
      cells->Set(cells->AddRow(name), 0, *count);
    }
    total->Set(total->AddRow(source), 0, all);
  }
  for (std::size_t i = 0; i < cpus.size(); ++i) {
    percpu->Set(percpu->AddRow(CpuName(cpus[i]), cpus[i]), 0, sums[i]);
  }
}

PressureText ParsePressure(std::string_view text) {
  PressureText found;
  std::string_view line;
  while (NextLine(&text, &line)) {
    const std::string_view kind = NextWord(&line);
    Pressure pressure;
    bool whole = true;
    for (double& average : pressure.average) {
      const std::string_view word = NextWord(&line);
      const auto value =
          Real(word.substr(std::min(word.find('=') + 1, word.size())));
      whole = whole && value.has_value();
      average = value.value_or(0);
    }
    const std::string_view word = NextWord(&line);
    const auto total =
        Number(word.substr(std::min(word.find('=') + 1, word.size())));
    if (!whole || !total) continue;
    pressure.total = *total;
    if (kind == "some") found.some = pressure;
    if (kind == "full") found.full = pressure;
  }
  return found;
}

namespace {

/// How a line of /proc/cpuinfo is meant; what is not here is an integer.
enum class CpuText { kReal, kText };
struct CpuKey {
  std::string_view key;
  CpuText kind;
};
constexpr CpuKey kCpuKeys[] = {
    {"cpu MHz", CpuText::kReal},   {"bogomips", CpuText::kReal},
    {"vendor_id", CpuText::kText}, {"model", CpuText::kText},
    {"stepping", CpuText::kText},  {"model name", CpuText::kText},
    {"flags", CpuText::kText},
};

void SetCpuField(std::string_view key, std::string_view value, Table* cpus,
                 std::size_t row) {
  const int column = cpus->Column(key);
  if (column < 0) return;
  const auto at = static_cast<std::size_t>(column);
  const auto* known =
      std::find_if(std::begin(kCpuKeys), std::end(kCpuKeys),
                   [key](const CpuKey& one) { return one.key == key; });
  if (known == std::end(kCpuKeys)) {
    cpus->SetNamed(row, key, Number(value));
  } else if (known->kind == CpuText::kText) {
    cpus->SetText(row, at, value);
  } else if (const auto real = Real(value)) {
    cpus->SetReal(row, at, *real);
  }
}

}  // namespace

void ParseCpuinfo(std::string_view text, Table* cpus) {
  std::string_view line;
  bool known = false;  // the processor of the lines
  std::size_t row = 0;
  while (NextLine(&text, &line)) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = Trimmed(line.substr(0, colon));
    const std::string_view value = Trimmed(line.substr(colon + 1));
    if (key == "processor") {
      const auto id = Number(value);
      known = id && *id < kMostCpus;
      if (!known) continue;
      const auto cpu = static_cast<InstanceId>(*id);
      row = cpus->AddRow(CpuName(cpu), cpu);
    } else if (known) {
      SetCpuField(key, value, cpus, row);
    }
  }
}

std::vector<InstanceId> ParseCpuList(std::string_view text) {
  std::vector<InstanceId> cpus;
  text = Trimmed(text);
  while (!text.empty()) {
    const std::string_view range = text.substr(0, text.find(','));
    text.remove_prefix(std::min(range.size() + 1, text.size()));
    const auto first = Number(range);
    if (!first || *first >= kMostCpus) break;
    const std::size_t dash = range.find('-');
    const auto last =
        dash == std::string_view::npos ? first : Number(range.substr(dash + 1));
    if (!last || *last >= kMostCpus) break;
    if (cpus.size() >= kMostCpus) break;
    for (std::uint64_t cpu = *first; cpu <= *last; ++cpu) {
      cpus.push_back(static_cast<InstanceId>(cpu));
    }
  }
  return cpus;
}

std::optional<Frequencies> ParseTimeInState(std::string_view text) {
  std::optional<Frequencies> all;
  std::string_view line;
  while (NextLine(&text, &line)) {
    const auto khz = Number(NextWord(&line));
    const auto time = Number(NextWord(&line));
    if (!khz || !time) continue;
    const std::uint64_t mhz = *khz / 1000;
    if (!all) all = {0, 0, mhz, mhz};
    *all->count += mhz * *time;
    *all->time += *time;
    all->max = std::max(*all->max, mhz);
    all->min = std::min(*all->min, mhz);
  }
  return all;
}

void SumNodes(const std::vector<NumaNode>& nodes, const Table& percpu,
              Table* pernode) {
  for (const NumaNode& node : nodes) {
    const std::size_t to =
        pernode->AddRow("node" + std::to_string(node.id), node.id);
    for (std::size_t row = 0; row < percpu.rows(); ++row) {
      if (!std::binary_search(node.cpus.begin(), node.cpus.end(),
                              percpu.id(row))) {
        continue;
      }
      for (std::size_t i = 0; i < kNumber; ++i) {
        if (percpu.field(row, i).kind == Field::Kind::kNone) continue;
        pernode->Set(to, i, pernode->Integer(to, i) + percpu.Integer(row, i));
      }
    }
  }
}

}  // namespace pmapi::lnx
