// One process's texts. Its name may hold anything, also brackets and newlines:
// it ends at the last closing bracket.
#include "pmapi/linux/parse_process.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "pmapi/linux/scan.h"

namespace pmapi::lnx {
namespace {

constexpr std::size_t kCommand = 1;
constexpr std::size_t kState = 2;
constexpr std::size_t kFirstNumber = 3;
constexpr std::size_t kTty = 6;
constexpr std::size_t kTerminal = 7;
constexpr std::size_t kRss = 23;
constexpr std::size_t kPolicy = 40;
constexpr std::size_t kPrinted = 44;
constexpr std::size_t kTtyName = 44;
constexpr std::size_t kPolicyName = 45;
static_assert(std::size(kProcStatFields) == 46);

enum Queue {
  kRunnable,
  kBlocked,
  kSleeping,
  kStopped,
  kSwapped,
  kDefunct,
  kUnknown
};

/// A process that sleeps and has no memory is swapped out to PCP, as the
/// kernel's own are.
Queue QueueOf(std::string_view state, std::uint64_t rss) {
  switch (state.empty() ? '?' : state[0]) {
    case 'R':
      return kRunnable;
    case 'D':
      return kBlocked;
    case 'S':
    case 'I':
      return rss == 0 ? kSwapped : kSleeping;
    case 'T':
    case 't':
      return kStopped;
    case 'Z':
    case 'X':
      return kDefunct;
    default:
      return kUnknown;
  }
}

std::string_view PolicyName(std::uint64_t policy) {
  constexpr std::string_view kNames[] = {"NORMAL", "FIFO", "RR",      "BATCH",
                                         "ISO",    "IDLE", "DEADLINE"};
  return policy < std::size(kNames) ? kNames[policy] : "?";
}

}  // namespace

bool ParseProcStat(std::string_view text, Table* processes, Table* queue) {
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  const auto pid = Number(text);
  if (!pid || *pid > 0x7fffffff || open == std::string_view::npos ||
      close == std::string_view::npos || close < open) {
    return false;
  }
  std::string_view rest = text.substr(close + 1);
  const std::string_view state = Trimmed(NextWord(&rest));
  const std::size_t row = processes->AddRow({}, static_cast<InstanceId>(*pid));
  processes->Set(row, 0, *pid);
  processes->SetText(row, kCommand, text.substr(open + 1, close - open - 1));
  processes->SetText(row, kState, state);
  for (std::size_t i = kFirstNumber; i < kPrinted; ++i) {
    const auto value = Number(NextWord(&rest));
    if (!value) break;
    processes->Set(row, i, *value);
  }
  // -1: the process has no terminal.
  if (static_cast<std::int64_t>(processes->Integer(row, kTerminal)) < 0) {
    processes->Unset(row, kTerminal);
  }
  processes->SetText(row, kTtyName,
                     TerminalName(processes->Integer(row, kTty)));
  if (processes->field(row, kPolicy).kind != Field::Kind::kNone) {
    processes->SetText(row, kPolicyName,
                       PolicyName(processes->Integer(row, kPolicy)));
  }
  if (queue != nullptr) {
    const Queue at = QueueOf(state, processes->Integer(row, kRss));
    queue->Set(0, at, queue->Integer(0, at) + 1);
  }
  return true;
}

void ParseProcStatus(std::string_view text, Table* table, std::size_t row) {
  constexpr std::array<std::string_view, 4> kUsers = {"uid", "euid", "suid",
                                                      "fsuid"};
  constexpr std::array<std::string_view, 4> kGroups = {"gid", "egid", "sgid",
                                                       "fsgid"};
  // The kernel's own processes have no memory and no lines about it.
  for (std::size_t i = 0; i < table->columns(); ++i) {
    if (table->FieldName(i).starts_with("Vm")) table->Set(row, i, 0);
  }
  std::string_view line;
  while (NextLine(&text, &line)) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = line.substr(0, colon);
    std::string_view value = Trimmed(line.substr(colon + 1));
    if (key == "Uid" || key == "Gid") {
      for (const std::string_view name : key == "Uid" ? kUsers : kGroups) {
        table->SetNamed(row, name, Number(NextWord(&value)));
      }
      continue;
    }
    const int column = table->Column(key);
    if (column < 0) continue;
    if (key.starts_with("Sig") || key.starts_with("NS") ||
        key.ends_with("_list")) {
      table->SetText(row, static_cast<std::size_t>(column), value);
    } else {
      table->SetNamed(row, key, Number(value));
    }
  }
}

void ParseAutogroup(std::string_view text, Table* table, std::size_t row) {
  const std::string_view name = NextWord(&text);
  const std::size_t dash = name.rfind('-');
  if (dash != std::string_view::npos) {
    table->SetNamed(row, "id", Number(name.substr(dash + 1)));
  }
  if (NextWord(&text) == "nice") {
    table->SetNamed(row, "nice", Number(NextWord(&text)));
  }
}

std::string JoinedCgroups(std::string_view text) {
  std::string joined;
  std::string_view line;
  while (NextLine(&text, &line)) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    if (!joined.empty()) joined += ';';
    joined += line.substr(colon + 1);
  }
  return joined;
}

std::string TerminalName(std::uint64_t number) {
  const std::uint64_t major = number >> 8 & 0xfff;
  const std::uint64_t minor = (number & 0xff) | (number >> 12 & 0xfff00);
  constexpr std::uint64_t kConsoles = 4;
  constexpr std::uint64_t kFirstSerial = 64;
  constexpr std::uint64_t kFirstPts = 136;
  constexpr std::uint64_t kLastPts = 143;
  if (major >= kFirstPts && major <= kLastPts) {
    return "pts/" + std::to_string((major - kFirstPts) * 256 + minor);
  }
  if (major != kConsoles) return "?";
  return minor < kFirstSerial ? "tty" + std::to_string(minor)
                              : "ttyS" + std::to_string(minor - kFirstSerial);
}

AccountNames ParseAccounts(std::string_view text) {
  AccountNames names;
  std::string_view line;
  while (NextLine(&text, &line)) {
    const std::size_t name = line.find(':');
    if (name == std::string_view::npos) continue;
    const std::size_t secret = line.find(':', name + 1);
    if (secret == std::string_view::npos) continue;
    const auto id = Number(line.substr(secret + 1));
    if (id) names.emplace(*id, line.substr(0, name));
  }
  return names;
}

std::string NameOf(const AccountNames& names, std::uint64_t id) {
  const auto at = names.find(id);
  return at == names.end() ? std::to_string(id) : at->second;
}

void ParseNumbers(std::string_view text, Table* table, std::size_t row) {
  text = Trimmed(text);
  for (std::size_t i = 0; i < table->columns(); ++i) {
    const auto value = Number(NextWord(&text));
    if (!value) return;
    table->Set(row, i, *value);
  }
}

std::string ProcessName(InstanceId pid, std::string_view cmdline,
                        std::string_view comm) {
  std::string name = std::to_string(pid);
  if (name.size() < 6) name.insert(0, 6 - name.size(), '0');
  name += ' ';
  if (cmdline.empty()) return name.append(1, '(').append(comm).append(1, ')');
  constexpr std::string_view kEnds("\0 ", 2);
  return name.append(cmdline.substr(0, cmdline.find_first_of(kEnds)));
}

std::string ProcessArguments(std::string_view cmdline, std::string_view comm) {
  while (!cmdline.empty() && cmdline.back() == '\0') cmdline.remove_suffix(1);
  if (cmdline.empty()) return '(' + std::string(comm) + ')';
  std::string text(cmdline);
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

}  // namespace pmapi::lnx
