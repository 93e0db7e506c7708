// Texts about the network: /proc/net/dev, softnet_stat, the tables of
// sockets, if_inet6, and what a number of Mbit/s means.
#ifndef TOCSIN_PMAPI_LINUX_PARSE_NET_H_
#define TOCSIN_PMAPI_LINUX_PARSE_NET_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pmapi/linux/table.h"

namespace pmapi::lnx {

/// As the kernel prints them, then the sums; `ninterface` is the host's.
inline constexpr std::string_view kInterfaceFields[] = {
    "in.bytes",     "in.packets",    "in.errors",     "in.drops",
    "in.fifo",      "in.frame",      "in.compressed", "in.mcasts",
    "out.bytes",    "out.packets",   "out.errors",    "out.drops",
    "out.fifo",     "collisions",    "out.carrier",   "out.compressed",
    "total.bytes",  "total.packets", "total.errors",  "total.drops",
    "total.mcasts", "ninterface"};
inline constexpr std::string_view kSoftnetFields[] = {
    "processed",     "dropped",      "time_squeeze",
    "cpu_collision", "received_rps", "flow_limit_count"};
/// In the order of the kernel's numbers for them, from 1.
inline constexpr std::string_view kTcpFields[] = {
    "established", "syn_sent",  "syn_recv", "fin_wait1",
    "fin_wait2",   "time_wait", "close",    "close_wait",
    "last_ack",    "listen",    "closing"};
inline constexpr std::string_view kUnixFields[] = {"datagram", "stream",
                                                   "established", "listen"};

/// True for what carries others' packets once more (loopback, bonds, bridges of
/// virtual machines) and is not added up.
bool IsCountedTwice(std::string_view interface);

/// A row an interface, and `all` their sum.
void ParseNetDev(std::string_view text, Table* interfaces, Table* all);

/// Hexadecimal; a row a processor, and `all` their sum.
void ParseSoftnet(std::string_view text, Table* percpu, Table* all);

/// How many sockets of /proc/net/tcp{,6} are in each state.
void ParseTcpStates(std::string_view text, Table* states);
/// The same of udp{,6}: "established" and "listen".
void ParseUdpStates(std::string_view text, Table* states);
/// Lines but the heading: "count".
void ParseRawSockets(std::string_view text, Table* count);
void ParseUnixSockets(std::string_view text, Table* counts);

/// The line "IcmpMsg:" of /proc/net/snmp: a row a type of message.
inline constexpr std::string_view kIcmpMsgFields[] = {"In", "Out"};
void ParseIcmpMsg(std::string_view text, Table* types);

/// A line of /proc/net/if_inet6.
struct Inet6Address {
  std::string interface;
  std::string address;  // "fd00::2/64"
  std::string scope;    // "Global", "Link", ...
};
std::optional<Inet6Address> ParseInet6(std::string_view line);

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_PARSE_NET_H_
