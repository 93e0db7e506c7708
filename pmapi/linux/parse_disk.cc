// Storage, line by line.
#include "pmapi/linux/parse_disk.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "pmapi/linux/scan.h"

namespace pmapi::lnx {
namespace {

using base::IsDigit;

/// True if `name` ends in a p and digits, after a digit: "nvme0n1p2".
bool EndsInPart(std::string_view name) {
  std::size_t at = name.size();
  while (at > 0 && IsDigit(name[at - 1])) --at;
  return at < name.size() && at >= 2 && name[at - 1] == 'p' &&
         IsDigit(name[at - 2]);
}

bool StartsWithAny(std::string_view name,
                   std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(), [name](std::string_view s) {
    return name.starts_with(s);
  });
}

}  // namespace

DeviceKind KindOfDevice(std::string_view name) {
  if (name.empty() || StartsWithAny(name, {"loop", "ram", "zram", "sr"})) {
    return DeviceKind::kNone;
  }
  if (name.starts_with("dm-")) return DeviceKind::kMapped;
  if (name.starts_with("md")) return DeviceKind::kMultiple;
  // Disks whose own names end in a digit.
  const bool folder = name.find('/') != std::string_view::npos;
  const bool numbered =
      folder || StartsWithAny(name, {"nvme", "mmcblk", "nbd", "rbd"});
  const bool digit = IsDigit(name.back());
  const bool part = numbered ? EndsInPart(name) || (folder && !digit) : digit;
  return part ? DeviceKind::kPartition : DeviceKind::kDisk;
}

namespace {

constexpr std::size_t kPrinted = 17;
constexpr std::size_t kTotal = 17;
constexpr std::size_t kTotalSectors = 18;
constexpr std::size_t kTotalMs = 19;
constexpr std::size_t kDevice = 20;
constexpr std::size_t kCountOfDisks = 21;
static_assert(std::size(kDiskFields) == 22);

/// The counters after a device's name. Before Linux 2.6.25 partitions had four.
struct Counters {
  std::array<std::uint64_t, kPrinted> values{};
  std::size_t known = 0;
  bool four() const { return known == 4; }
};

Counters ParseCounters(std::string_view line) {
  Counters got;
  while (got.known < kPrinted) {
    const auto value = Number(NextWord(&line));
    if (!value) break;
    got.values[got.known++] = *value;
  }
  return got;
}

void SetCounters(const Counters& got, Table* table, std::size_t row) {
  constexpr std::array<std::size_t, 4> kOldPartition = {0, 2, 4, 6};
  for (std::size_t i = 0; i < got.known; ++i) {
    table->Set(row, got.four() ? kOldPartition[i] : i, got.values[i]);
  }
  const auto of = [&](std::size_t i) { return table->Integer(row, i); };
  table->Set(row, kTotal, of(0) + of(4));
  table->Set(row, kTotalSectors, of(2) + of(6));
  if (!got.four()) table->Set(row, kTotalMs, of(3) + of(7));
}

void AddUp(const Table& from, Table* all) {
  const std::size_t only = all->AddOnly();
  for (std::size_t row = 0; row < from.rows(); ++row) {
    for (std::size_t i = 0; i < kDevice; ++i) {
      if (from.field(row, i).kind == Field::Kind::kNone) continue;
      all->Set(only, i, all->Integer(only, i) + from.Integer(row, i));
    }
  }
  all->Set(only, kCountOfDisks, from.rows());
}

}  // namespace

void ParseDiskstats(std::string_view text, const DiskTables& to) {
  std::string_view line;
  while (NextLine(&text, &line)) {
    NextWord(&line);
    NextWord(&line);
    const std::string_view name = NextWord(&line);
    Table* table = nullptr;
    switch (KindOfDevice(name)) {
      case DeviceKind::kNone:
        continue;
      case DeviceKind::kDisk:
        table = to.disks;
        break;
      case DeviceKind::kPartition:
        table = to.partitions;
        break;
      case DeviceKind::kMapped:
        table = to.mapped;
        break;
      case DeviceKind::kMultiple:
        table = to.multiple;
        break;
    }
    const Counters got = ParseCounters(line);
    if (got.known < 4) continue;
    const std::size_t row = table->AddRow(name);
    SetCounters(got, table, row);
    table->SetText(row, kDevice, name);
  }
  AddUp(*to.disks, to.all);
}

std::string_view ParseScheduler(std::string_view text) {
  const std::size_t open = text.find('[');
  const std::size_t close = text.find(']', std::min(open, text.size()));
  if (close == std::string_view::npos) return Trimmed(text);
  return text.substr(open + 1, close - open - 1);
}

void ParseSwaps(std::string_view text, Table* swaps) {
  std::string_view line;
  NextLine(&text, &line);  // the heading
  while (NextLine(&text, &line)) {
    const std::string_view name = NextWord(&line);
    NextWord(&line);
    const auto size = Number(NextWord(&line));
    const auto used = Number(NextWord(&line));
    if (!size || !used) continue;
    const std::size_t row = swaps->AddRow(name);
    swaps->Set(row, 0, *size);
    swaps->Set(row, 1, *size > *used ? *size - *used : 0);
    swaps->Set(row, 2, 0);
    if (const auto priority = Number(NextWord(&line))) {
      swaps->Set(row, 3, *priority);
    }
  }
}

namespace {

/// A path of /proc/mounts: blanks and the like are octal there.
std::string Unescaped(std::string_view path) {
  std::string plain;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto code = path[i] == '\\' && i + 3 < path.size()
                          ? Number(path.substr(i + 1, 3), 8)
                          : std::nullopt;
    if (code && *code != 0 && *code < 256) {
      plain += static_cast<char>(*code);
      i += 3;
    } else {
      plain += path[i];
    }
  }
  return plain;
}

bool HasOption(std::string_view options, std::string_view wanted) {
  while (!options.empty()) {
    const std::string_view one = options.substr(0, options.find(','));
    if (one == wanted) return true;
    options.remove_prefix(std::min(one.size() + 1, options.size()));
  }
  return false;
}

/// Packages in squashfs are always full, and no disks to PCP either.
bool IsLocalDevice(std::string_view device, std::string_view type) {
  return device.starts_with("/dev/") && type != "squashfs" &&
         type != "autofs" && type != "fuse" && type != "fuseblk" &&
         !type.starts_with("fuse.");
}

struct Mount {
  std::size_t line = 0;
  std::string device;
  bool memory = false;
  bool readonly = false;
};
using Mounts = std::map<std::string, Mount, std::less<>>;  // by folder

/// Whatever is mounted at `folder` stands before what was there and below.
void Cover(const std::string& folder, Mounts* mounts) {
  mounts->erase(folder);
  if (folder == "/") return;
  const std::string below = folder + '/';
  auto at = mounts->lower_bound(below);
  while (at != mounts->end() && at->first.starts_with(below)) {
    at = mounts->erase(at);
  }
}

/// The mounts that can be asked without waiting for anyone.
Mounts LocalMounts(std::string_view text) {
  Mounts mounts;
  std::string_view line;
  for (std::size_t number = 0; NextLine(&text, &line); ++number) {
    std::string device = Unescaped(NextWord(&line));
    const std::string folder = Unescaped(NextWord(&line));
    const std::string_view type = NextWord(&line);
    const bool readonly = HasOption(NextWord(&line), "ro");
    if (folder.empty()) continue;
    Cover(folder, &mounts);
    const bool memory = type == "tmpfs";
    if (!memory && !IsLocalDevice(device, type)) continue;
    mounts[folder] = {number, std::move(device), memory, readonly};
  }
  return mounts;
}

}  // namespace

void ParseMounts(std::string_view text, Table* filesys, Table* tmpfs) {
  const Mounts mounts = LocalMounts(text);
  std::vector<const Mounts::value_type*> in_order;
  for (const auto& one : mounts) in_order.push_back(&one);
  std::sort(in_order.begin(), in_order.end(), [](const auto* a, const auto* b) {
    return a->second.line < b->second.line;
  });
  std::set<std::string_view> seen;  // devices
  for (const auto* one : in_order) {
    const auto& [folder, mount] = *one;
    if (!mount.memory && !seen.insert(mount.device).second) continue;
    Table* table = mount.memory ? tmpfs : filesys;
    const std::size_t row = table->AddRow(mount.memory ? folder : mount.device);
    table->SetText(row, 0, folder);
    table->Set(row, 1, mount.readonly ? 1 : 0);
  }
}

void ParseLocks(std::string_view text, Table* locks) {
  const std::size_t only = locks->AddOnly();
  for (std::size_t i = 0; i < std::size(kLockFields); ++i) {
    locks->Set(only, i, 0);
  }
  constexpr std::string_view kKinds[] = {"POSIX", "FLOCK", "LEASE"};
  std::string_view line;
  while (NextLine(&text, &line)) {
    NextWord(&line);
    std::string_view kind = NextWord(&line);
    if (kind == "->") continue;  // who waits for a lock has none
    const auto* at = std::find(std::begin(kKinds), std::end(kKinds), kind);
    if (at == std::end(kKinds)) continue;
    NextWord(&line);
    const auto first = 3 * static_cast<std::size_t>(at - std::begin(kKinds));
    const std::size_t column = first + (NextWord(&line) == "READ" ? 0 : 1);
    locks->Set(only, column, locks->Integer(only, column) + 1);
    locks->Set(only, first + 2, locks->Integer(only, first + 2) + 1);
  }
}

}  // namespace pmapi::lnx
