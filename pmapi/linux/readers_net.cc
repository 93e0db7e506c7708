// Readings of interfaces, sockets and protocols.
#include <arpa/inet.h>
#include <ifaddrs.h>

#include <array>
#include <cerrno>
#include <memory>
#include <string>

#include "pmapi/linux/parse_keyed.h"
#include "pmapi/linux/parse_net.h"
#include "pmapi/linux/readers.h"
#include "pmapi/linux/scan.h"

namespace pmapi::lnx {
namespace {

constexpr std::string_view kInterfaces = "/sys/class/net/";
constexpr std::uint64_t kUp = 1;

// A link that does not know its speed says -1: then there is no value (PCP
// takes it for 4,294,967,295 Mbit/s).
void SetSpeed(std::string_view text, Table* table, std::size_t row) {
  const auto megabits = Number(text);
  if (!megabits || *megabits == 0 || *megabits > 0x7fffffff) return;
  constexpr std::uint64_t kBytesPerMegabit = 1'000'000 / 8;
  const std::uint64_t bytes = *megabits * kBytesPerMegabit;
  table->SetNamed(row, "baudrate", bytes);
  table->SetReal(row, static_cast<std::size_t>(table->Column("speed")),
                 static_cast<double>(bytes) / (1 << 20));
}

void SetDuplex(std::string_view text, Table* table, std::size_t row) {
  if (text == "half") table->SetNamed(row, "duplex", 1);
  if (text == "full") table->SetNamed(row, "duplex", 2);
}

/// Some drivers ask the device for a speed: it may take milliseconds.
void ReadInterface(Machine* m, const std::string& name, Table* table) {
  const std::string path = std::string(kInterfaces) + name;
  const auto read = [&](const char* file) {
    return Trimmed(m->files().ReadOnce(path + file));
  };
  const auto asked = [m](std::string_view field) {
    return m->AskedAny(TableId::kInterfaceSys, field);
  };
  const std::size_t row = table->AddRow(name);
  if (asked("mtu")) table->SetNamed(row, "mtu", Number(read("/mtu")));
  if (asked("speed") || asked("baudrate")) SetSpeed(read("/speed"), table, row);
  if (asked("duplex")) SetDuplex(read("/duplex"), table, row);
  if (asked("type")) table->SetNamed(row, "type", Number(read("/type")));
  const auto set_if_there = [&](std::string_view field,
                                const std::string& folder) {
    const bool is_there = m->files().Count(folder).has_value();
    if (!m->files().unreadable()) table->SetNamed(row, field, is_there);
  };
  if (asked("wireless")) set_if_there("wireless", path + "/wireless");
  if (asked("virtual")) {
    set_if_there("virtual", "/sys/devices/virtual/net/" + name);
  }
  if (!asked("up") && !asked("running")) return;
  const std::string_view flags = read("/flags");
  if (!flags.starts_with("0x")) return;
  const auto bits = Number(flags.substr(2), 16);
  if (!bits) return;
  const bool up = (*bits & kUp) != 0;
  table->SetNamed(row, "up", up ? 1 : 0);
  if (!asked("running")) return;
  const std::string_view state = read("/operstate");
  table->SetNamed(row, "running",
                  up && (state == "up" || state == "unknown") ? 1 : 0);
}

}  // namespace

void ReadInterfaces(Machine* m) {
  Table& counters = m->table(TableId::kInterface);
  ParseNetDev(m->Text("/proc/net/dev"), &counters,
              &m->table(TableId::kInterfaceAll));
  if (!m->wanted(TableId::kInterfaceSys)) return;
  for (std::size_t row = 0; row < counters.rows(); ++row) {
    ReadInterface(m, std::string(counters.name(row)),
                  &m->table(TableId::kInterfaceSys));
  }
}

namespace {

/// The row of the instance `name`, which may be new.
std::size_t RowOf(std::string_view name, Table* table) {
  for (std::size_t row = 0; row < table->rows(); ++row) {
    if (table->name(row) == name) return row;
  }
  return table->AddRow(name);
}

void SetTextNamed(std::size_t row, std::string_view field,
                  std::string_view value, Table* table) {
  const int column = table->Column(field);
  if (column < 0 || value.empty()) return;
  table->SetText(row, static_cast<std::size_t>(column), value);
}

// getifaddrs(3): no file has the addresses of version 4, so of another tree's
// host they are not to be had.
void ReadInet(Machine* m, Table* table) {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) {
    m->files().Note("the interfaces' addresses", errno);
    return;
  }
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(list, freeifaddrs);
  for (const ifaddrs* one = list; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) {
      continue;
    }
    std::array<char, INET_ADDRSTRLEN> text{};
    const auto* address = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
    if (inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size()) ==
        nullptr) {
      continue;
    }
    SetTextNamed(RowOf(one->ifa_name, table), "inet_addr", text.data(), table);
  }
}

}  // namespace

void ReadAddresses(Machine* m) {
  Table& table = m->table(TableId::kAddress);
  for (const std::string& name : m->files().List(std::string(kInterfaces))) {
    const std::string path = std::string(kInterfaces) + name + "/address";
    SetTextNamed(RowOf(name, &table), "hw_addr",
                 Trimmed(m->files().ReadOnce(path)), &table);
  }
  if (m->files().root().empty()) ReadInet(m, &table);
  std::string_view text = m->files().Read("/proc/net/if_inet6");
  std::string_view line;
  while (NextLine(&text, &line)) {
    const auto got = ParseInet6(line);
    if (!got) continue;
    const std::size_t row = RowOf(got->interface, &table);
    SetTextNamed(row, "ipv6_addr", got->address, &table);
    SetTextNamed(row, "ipv6_scope", got->scope, &table);
  }
}

void ReadSockstat(Machine* m) {
  ParseSockstat(m->Text("/proc/net/sockstat"), &m->table(TableId::kSockstat));
}

void ReadSockstat6(Machine* m) {
  ParseSockstat(m->Text("/proc/net/sockstat6"), &m->table(TableId::kSockstat6));
}

void ReadSoftnet(Machine* m) {
  ParseSoftnet(m->Text("/proc/net/softnet_stat"),
               &m->table(TableId::kPercpuSoftnet),
               &m->table(TableId::kSoftnet));
}

void ReadTcpconn(Machine* m) {
  ParseTcpStates(m->Text("/proc/net/tcp"), &m->table(TableId::kTcpconn));
}

void ReadTcpconn6(Machine* m) {
  ParseTcpStates(m->Text("/proc/net/tcp6"), &m->table(TableId::kTcpconn6));
}

void ReadUdpconn(Machine* m) {
  ParseUdpStates(m->Text("/proc/net/udp"), &m->table(TableId::kUdpconn));
}

void ReadUdpconn6(Machine* m) {
  ParseUdpStates(m->Text("/proc/net/udp6"), &m->table(TableId::kUdpconn6));
}

void ReadRawconn(Machine* m) {
  ParseRawSockets(m->Text("/proc/net/raw"), &m->table(TableId::kRawconn));
}

void ReadRawconn6(Machine* m) {
  ParseRawSockets(m->Text("/proc/net/raw6"), &m->table(TableId::kRawconn6));
}

void ReadUnix(Machine* m) {
  ParseUnixSockets(m->Text("/proc/net/unix"), &m->table(TableId::kUnix));
}

void ReadSnmp(Machine* m) {
  const std::string_view text = m->Text("/proc/net/snmp");
  ParsePairs(text, &m->table(TableId::kSnmp));
  ParseIcmpMsg(text, &m->table(TableId::kIcmpMsg));
}

void ReadNetstat(Machine* m) {
  ParsePairs(m->Text("/proc/net/netstat"), &m->table(TableId::kNetstat));
}

void ReadSnmp6(Machine* m) {
  Table& table = m->table(TableId::kSnmp6);
  ParseKeyed(m->Text("/proc/net/snmp6"), &table, table.AddOnly());
}

}  // namespace pmapi::lnx
