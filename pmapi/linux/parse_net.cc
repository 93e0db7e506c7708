// The network, line by line.
#include "pmapi/linux/parse_net.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "pmapi/linux/scan.h"

namespace pmapi::lnx {
namespace {

constexpr std::size_t kPrinted = 16;
constexpr std::size_t kIn = 0;
constexpr std::size_t kMcasts = 7;
constexpr std::size_t kOut = 8;
constexpr std::size_t kTotal = 16;
constexpr std::size_t kSummed = 4;  // bytes, packets, errors, drops
constexpr std::size_t kTotalMcasts = 20;
constexpr std::size_t kInterfaces = 21;
static_assert(std::size(kInterfaceFields) == 22);

bool AllDigits(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Adds the rows of `from` that `counted` wants to the only one of `all`.
template <typename Counted>
void AddUp(const Table& from, std::size_t columns, Table* all,
           Counted counted) {
  const std::size_t only = all->AddOnly();
  for (std::size_t i = 0; i < columns; ++i) all->Set(only, i, 0);
  for (std::size_t row = 0; row < from.rows(); ++row) {
    if (!counted(from.name(row))) continue;
    for (std::size_t i = 0; i < columns; ++i) {
      all->Set(only, i, all->Integer(only, i) + from.Integer(row, i));
    }
  }
}

void ParseInterface(std::string_view line, Table* table, std::size_t row) {
  for (std::size_t i = 0; i < kPrinted; ++i) {
    const auto value = Number(NextWord(&line));
    if (!value) return;
    table->Set(row, i, *value);
  }
  for (std::size_t i = 0; i < kSummed; ++i) {
    table->Set(row, kTotal + i,
               table->Integer(row, kIn + i) + table->Integer(row, kOut + i));
  }
  table->Set(row, kTotalMcasts, table->Integer(row, kMcasts));
}

}  // namespace

bool IsCountedTwice(std::string_view interface) {
  if (interface == "lo" || interface == "face") return true;
  for (const std::string_view kind :
       {"bond", "team", "tun", "virbr", "cni", "docker", "veth"}) {
    if (!interface.starts_with(kind)) continue;
    std::string_view rest = interface.substr(kind.size());
    if (kind == "virbr" && rest.ends_with("-nic")) rest.remove_suffix(4);
    if (AllDigits(rest)) return true;
  }
  return false;
}

void ParseNetDev(std::string_view text, Table* interfaces, Table* all) {
  std::string_view line;
  while (NextLine(&text, &line)) {
    // Older kernels leave no blank after the colon; names may have one inside.
    const std::size_t colon = line.rfind(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = Trimmed(line.substr(0, colon));
    if (name.empty()) continue;
    ParseInterface(line.substr(colon + 1), interfaces,
                   interfaces->AddRow(name));
  }
  AddUp(*interfaces, kInterfaces, all,
        [](std::string_view name) { return !IsCountedTwice(name); });
  all->Set(0, kInterfaces, interfaces->rows());
}

void ParseSoftnet(std::string_view text, Table* percpu, Table* all) {
  constexpr std::array<std::size_t, 6> kWords = {0, 1, 2, 8, 9, 10};
  constexpr std::size_t kCpuWord = 12;
  std::string_view line;
  std::string name;
  for (std::uint64_t number = 0; NextLine(&text, &line); ++number) {
    std::array<std::optional<std::uint64_t>, kCpuWord + 1> words{};
    for (auto& word : words) word = Number(NextWord(&line), 16);
    if (!words[0]) continue;
    const std::uint64_t cpu = words[kCpuWord].value_or(number);
    if (cpu > 0xffff) continue;
    name = "cpu" + std::to_string(cpu);
    const std::size_t row = percpu->AddRow(name, static_cast<InstanceId>(cpu));
    for (std::size_t i = 0; i < kWords.size(); ++i) {
      if (words[kWords[i]]) percpu->Set(row, i, *words[kWords[i]]);
    }
  }
  if (percpu->rows() == 0) return;
  AddUp(*percpu, kWords.size(), all, [](std::string_view) { return true; });
}

namespace {

/// Calls `found` with the state of each socket of a table whose fourth word it
/// is.
template <typename Found>
void ForEachState(std::string_view text, Found found) {
  std::string_view line;
  NextLine(&text, &line);  // the heading
  while (NextLine(&text, &line)) {
    for (int i = 0; i < 3; ++i) NextWord(&line);
    if (const auto state = Number(NextWord(&line), 16)) found(*state);
  }
}

}  // namespace

void ParseTcpStates(std::string_view text, Table* states) {
  std::array<std::uint64_t, std::size(kTcpFields)> counts{};
  ForEachState(text, [&counts](std::uint64_t state) {
    if (state >= 1 && state <= counts.size()) ++counts[state - 1];
  });
  const std::size_t only = states->AddOnly();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    states->Set(only, i, counts[i]);
  }
}

void ParseUdpStates(std::string_view text, Table* states) {
  constexpr std::uint64_t kEstablished = 1;
  constexpr std::uint64_t kClose = 7;  // bound, and connected to nobody
  std::uint64_t established = 0;
  std::uint64_t listen = 0;
  ForEachState(text, [&](std::uint64_t state) {
    established += state == kEstablished;
    listen += state == kClose;
  });
  const std::size_t only = states->AddOnly();
  states->SetNamed(only, "established", established);
  states->SetNamed(only, "listen", listen);
}

void ParseRawSockets(std::string_view text, Table* count) {
  std::uint64_t sockets = 0;
  ForEachState(text, [&sockets](std::uint64_t) { ++sockets; });
  count->SetNamed(count->AddOnly(), "count", sockets);
}

void ParseUnixSockets(std::string_view text, Table* counts) {
  constexpr std::uint64_t kListens = 0x10000;
  constexpr std::uint64_t kStream = 1;
  constexpr std::uint64_t kDatagram = 2;
  constexpr std::uint64_t kConnected = 3;
  std::array<std::uint64_t, std::size(kUnixFields)> sums{};
  std::string_view line;
  NextLine(&text, &line);  // the heading
  while (NextLine(&text, &line)) {
    for (int i = 0; i < 3; ++i) NextWord(&line);
    const auto flags = Number(NextWord(&line), 16);
    const auto type = Number(NextWord(&line), 16);
    const auto state = Number(NextWord(&line), 16);
    if (!flags || !type || !state) continue;
    sums[0] += *type == kDatagram;
    if (*type != kStream) continue;
    ++sums[1];
    sums[2] += *state == kConnected;
    sums[3] += *flags == kListens;
  }
  const std::size_t only = counts->AddOnly();
  for (std::size_t i = 0; i < sums.size(); ++i) {
    counts->SetNamed(only, kUnixFields[i], sums[i]);
  }
}

void ParseIcmpMsg(std::string_view text, Table* types) {
  constexpr std::string_view kPrefix = "IcmpMsg:";
  constexpr std::uint64_t kTypes = 256;
  std::string_view names;
  std::string_view values;
  while (NextLine(&text, &names) && !names.starts_with(kPrefix)) {
  }
  if (!NextLine(&text, &values) || !values.starts_with(kPrefix)) return;
  NextWord(&names);
  NextWord(&values);
  std::array<std::optional<std::size_t>, kTypes> rows{};
  for (;;) {
    std::string_view name = NextWord(&names);
    const auto value = Number(NextWord(&values));
    if (name.empty() || !value) return;
    const std::size_t column = name.starts_with("In") ? 0 : 1;
    name.remove_prefix(std::min(name.find("Type"), name.size()));
    const auto type =
        Number(name.substr(std::min<std::size_t>(4, name.size())));
    if (!type || *type >= kTypes) continue;
    auto& row = rows[*type];
    if (!row) row = types->AddRow(name, static_cast<InstanceId>(*type));
    types->Set(*row, column, *value);
  }
}

std::optional<Inet6Address> ParseInet6(std::string_view line) {
  const std::string_view digits = NextWord(&line);
  in6_addr address{};
  if (digits.size() != 2 * sizeof(address.s6_addr)) return std::nullopt;
  for (std::size_t i = 0; i < sizeof(address.s6_addr); ++i) {
    const auto byte = Number(digits.substr(2 * i, 2), 16);
    if (!byte) return std::nullopt;
    address.s6_addr[i] = static_cast<std::uint8_t>(*byte);
  }
  NextWord(&line);  // the interface's number
  const auto prefix = Number(NextWord(&line), 16);
  const auto scope = Number(NextWord(&line), 16);
  NextWord(&line);  // flags
  const std::string_view name = NextWord(&line);
  if (!prefix || !scope || name.empty()) return std::nullopt;
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (inet_ntop(AF_INET6, &address, text.data(), text.size()) == nullptr) {
    return std::nullopt;
  }
  struct Scope {
    std::uint64_t bit;
    std::string_view name;
  };
  std::string_view known = "Unknown";
  for (const Scope one : {Scope{0x00, "Global"}, Scope{0x10, "Host"},
                          Scope{0x20, "Link"}, Scope{0x40, "Site"}}) {
    if (one.bit == *scope) known = one.name;
  }
  return Inet6Address{std::string(name),
                      std::string(text.data()) + '/' + std::to_string(*prefix),
                      std::string(known)};
}

}  // namespace pmapi::lnx
