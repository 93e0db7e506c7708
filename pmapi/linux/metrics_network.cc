// The rows of network.*: interfaces and sockets (protocols:
// metrics_protocol.cc).
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Traits kCounterU64Byte = Counter(Type::kU64, kByte);
constexpr Traits kCounterU64Count = Counter(Type::kU64, kOne);
constexpr Traits kDiscreteFloatMbytePerSec =
    Discrete(Type::kFloat, kMbytePerSec);
constexpr Traits kDiscreteStringNone = Discrete(Type::kString, kNone);
constexpr Traits kDiscreteU32None = Discrete(Type::kU32, kNone);
constexpr Traits kDiscreteU64BytePerSec = Discrete(Type::kU64, kBytePerSec);
constexpr Traits kInstant32Count = Instant(Type::k32, kOne);
constexpr Traits kInstantU32Byte = Instant(Type::kU32, kByte);
constexpr Traits kInstantU32Count = Instant(Type::kU32, kOne);
constexpr Traits kInstantU32None = Instant(Type::kU32, kNone);

constexpr MetricRow kInterface[] = {
    {"network.interface.in.bytes", 3, 0, kCounterU64Byte, "in.bytes",
     "bytes received"},
    {"network.interface.in.packets", 3, 1, kCounterU64Count, "in.packets",
     "packets received"},
    {"network.interface.in.errors", 3, 2, kCounterU64Count, "in.errors",
     "errors in receiving"},
    {"network.interface.in.drops", 3, 3, kCounterU64Count, "in.drops",
     "packets dropped in receiving"},
    {"network.interface.in.fifo", 3, 4, kCounterU64Count, "in.fifo",
     "overruns of the buffer in receiving"},
    {"network.interface.in.frame", 3, 5, kCounterU64Count, "in.frame",
     "frames received that were out of shape"},
    {"network.interface.in.compressed", 3, 6, kCounterU64Count, "in.compressed",
     "compressed packets received"},
    {"network.interface.in.mcasts", 3, 7, kCounterU64Count, "in.mcasts",
     "multicast packets received"},
    {"network.interface.out.bytes", 3, 8, kCounterU64Byte, "out.bytes",
     "bytes sent"},
    {"network.interface.out.packets", 3, 9, kCounterU64Count, "out.packets",
     "packets sent"},
    {"network.interface.out.errors", 3, 10, kCounterU64Count, "out.errors",
     "errors in sending"},
    {"network.interface.out.drops", 3, 11, kCounterU64Count, "out.drops",
     "packets dropped in sending"},
    {"network.interface.out.fifo", 3, 12, kCounterU64Count, "out.fifo",
     "overruns of the buffer in sending"},
    {"network.interface.out.carrier", 3, 14, kCounterU64Count, "out.carrier",
     "losses of the carrier in sending"},
    {"network.interface.out.compressed", 3, 15, kCounterU64Count,
     "out.compressed", "compressed packets sent"},
    {"network.interface.total.bytes", 3, 16, kCounterU64Byte, "total.bytes",
     "bytes received and sent"},
    {"network.interface.total.packets", 3, 17, kCounterU64Count,
     "total.packets", "packets received and sent"},
    {"network.interface.total.errors", 3, 18, kCounterU64Count, "total.errors",
     "errors in both directions"},
    {"network.interface.total.drops", 3, 19, kCounterU64Count, "total.drops",
     "packets dropped in both directions"},
    {"network.interface.total.mcasts", 3, 20, kCounterU64Count, "total.mcasts",
     "multicast packets received and sent"},
    {"network.interface.collisions", 3, 13, kCounterU64Count, "collisions",
     "collisions of packets sent"},
};

constexpr MetricRow kInterfaceAll[] = {
    {"network.all.in.bytes", 90, 0, kCounterU64Byte, "in.bytes",
     "bytes received by all interfaces"},
    {"network.all.in.packets", 90, 1, kCounterU64Count, "in.packets",
     "packets received by all interfaces"},
    {"network.all.in.errors", 90, 2, kCounterU64Count, "in.errors",
     "errors in receiving by all interfaces"},
    {"network.all.in.drops", 90, 3, kCounterU64Count, "in.drops",
     "packets dropped in receiving by all interfaces"},
    {"network.all.out.bytes", 90, 4, kCounterU64Byte, "out.bytes",
     "bytes sent by all interfaces"},
    {"network.all.out.packets", 90, 5, kCounterU64Count, "out.packets",
     "packets sent by all interfaces"},
    {"network.all.out.errors", 90, 6, kCounterU64Count, "out.errors",
     "errors in sending by all interfaces"},
    {"network.all.out.drops", 90, 7, kCounterU64Count, "out.drops",
     "packets dropped in sending by all interfaces"},
    {"network.all.total.bytes", 90, 8, kCounterU64Byte, "total.bytes",
     "bytes received and sent by all interfaces"},
    {"network.all.total.packets", 90, 9, kCounterU64Count, "total.packets",
     "packets received and sent by all interfaces"},
    {"network.all.total.errors", 90, 10, kCounterU64Count, "total.errors",
     "errors in both directions by all interfaces"},
    {"network.all.total.drops", 90, 11, kCounterU64Count, "total.drops",
     "packets dropped in both directions by all interfaces"},
    {"hinv.ninterface", 3, 27, kDiscreteU32None, "ninterface",
     "number of network interfaces"},
};

constexpr MetricRow kInterfaceSys[] = {
    {"network.interface.mtu", 3, 21, kInstantU32Byte, "mtu",
     "largest packet that the interface sends"},
    {"network.interface.speed", 3, 22, kDiscreteFloatMbytePerSec, "speed",
     "speed of the interface"},
    {"network.interface.baudrate", 3, 23, kDiscreteU64BytePerSec, "baudrate",
     "speed of the interface, in bytes a second"},
    {"network.interface.duplex", 3, 24, kDiscreteU32None, "duplex",
     "1 half duplex, 2 full duplex"},
    {"network.interface.up", 3, 25, kInstantU32None, "up",
     "1 if the interface is up"},
    {"network.interface.running", 3, 26, kInstantU32None, "running",
     "1 if the interface has a carrier"},
    {"network.interface.wireless", 3, 28, kDiscreteU32None, "wireless",
     "1 if the interface is wireless"},
    {"network.interface.type", 3, 29, kDiscreteU32None, "type",
     "hardware type of the interface, as ARP has it"},
    {"network.interface.virtual", 3, 30, kDiscreteU32None, "virtual",
     "1 if there is no hardware behind the interface"},
};

constexpr MetricRow kAddress[] = {
    {"network.interface.inet_addr", 33, 0, kDiscreteStringNone, "inet_addr",
     "IPv4 address of the interface"},
    {"network.interface.ipv6_addr", 33, 1, kDiscreteStringNone, "ipv6_addr",
     "IPv6 address of the interface"},
    {"network.interface.ipv6_scope", 33, 2, kDiscreteStringNone, "ipv6_scope",
     "scope of the interface's IPv6 address"},
    {"network.interface.hw_addr", 33, 3, kDiscreteStringNone, "hw_addr",
     "hardware address of the interface"},
};

constexpr MetricRow kSockstat[] = {
    {"network.sockstat.total", 11, 9, kInstant32Count, "sockets.used",
     "sockets in use"},
    {"network.sockstat.tcp.inuse", 11, 0, kInstant32Count, "TCP.inuse",
     "TCP sockets in use"},
    {"network.sockstat.tcp.orphan", 11, 10, kInstant32Count, "TCP.orphan",
     "TCP connections that no process has"},
    {"network.sockstat.tcp.tw", 11, 11, kInstant32Count, "TCP.tw",
     "TCP connections in TIME_WAIT"},
    {"network.sockstat.tcp.alloc", 11, 12, kInstant32Count, "TCP.alloc",
     "TCP sockets in any state"},
    {"network.sockstat.tcp.mem", 11, 13, kInstant32Count, "TCP.mem",
     "memory of TCP sockets"},
    {"network.sockstat.udp.inuse", 11, 3, kInstant32Count, "UDP.inuse",
     "UDP sockets in use"},
    {"network.sockstat.udp.mem", 11, 14, kInstant32Count, "UDP.mem",
     "memory of UDP sockets"},
    {"network.sockstat.udplite.inuse", 11, 8, kInstant32Count, "UDPLITE.inuse",
     "UDP-Lite sockets in use"},
    {"network.sockstat.raw.inuse", 11, 6, kInstant32Count, "RAW.inuse",
     "raw sockets in use"},
    {"network.sockstat.frag.inuse", 11, 15, kInstant32Count, "FRAG.inuse",
     "IP packets awaiting fragments"},
    {"network.sockstat.frag.memory", 11, 16, kInstant32Count, "FRAG.memory",
     "memory of IP packets awaiting fragments"},
};

constexpr MetricRow kSockstat6[] = {
    {"network.sockstat.tcp6.inuse", 73, 0, kInstant32Count, "TCP6.inuse",
     "TCP sockets in use over IPv6"},
    {"network.sockstat.udp6.inuse", 73, 1, kInstant32Count, "UDP6.inuse",
     "UDP sockets in use over IPv6"},
    {"network.sockstat.udplite6.inuse", 73, 2, kInstant32Count,
     "UDPLITE6.inuse", "UDP-Lite sockets in use over IPv6"},
    {"network.sockstat.raw6.inuse", 73, 3, kInstant32Count, "RAW6.inuse",
     "raw sockets in use over IPv6"},
    {"network.sockstat.frag6.inuse", 73, 4, kInstant32Count, "FRAG6.inuse",
     "IPv6 packets awaiting fragments"},
    {"network.sockstat.frag6.memory", 73, 5, kInstant32Count, "FRAG6.memory",
     "memory of IPv6 packets awaiting fragments"},
};

constexpr MetricRow kSoftnet[] = {
    {"network.softnet.processed", 57, 0, kCounterU64Count, "processed",
     "packets taken in"},
    {"network.softnet.dropped", 57, 1, kCounterU64Count, "dropped",
     "packets dropped as the CPU's queue was full"},
    {"network.softnet.time_squeeze", 57, 2, kCounterU64Count, "time_squeeze",
     "rounds ended with packets left"},
    {"network.softnet.cpu_collision", 57, 3, kCounterU64Count, "cpu_collision",
     "collisions of CPUs in sending"},
    {"network.softnet.received_rps", 57, 4, kCounterU64Count, "received_rps",
     "times woken to take in packets for another CPU"},
    {"network.softnet.flow_limit_count", 57, 5, kCounterU64Count,
     "flow_limit_count", "packets dropped by the limit of flows"},
};

constexpr MetricRow kPercpuSoftnet[] = {
    {"network.softnet.percpu.processed", 57, 6, kCounterU64Count, "processed",
     "packets taken in, on the CPU"},
    {"network.softnet.percpu.dropped", 57, 7, kCounterU64Count, "dropped",
     "packets dropped as the CPU's queue was full, on the CPU"},
    {"network.softnet.percpu.time_squeeze", 57, 8, kCounterU64Count,
     "time_squeeze", "rounds ended with packets left, on the CPU"},
    {"network.softnet.percpu.cpu_collision", 57, 9, kCounterU64Count,
     "cpu_collision", "collisions of CPUs in sending, on the CPU"},
    {"network.softnet.percpu.received_rps", 57, 10, kCounterU64Count,
     "received_rps",
     "times woken to take in packets for another CPU, on the CPU"},
    {"network.softnet.percpu.flow_limit_count", 57, 11, kCounterU64Count,
     "flow_limit_count", "packets dropped by the limit of flows, on the CPU"},
};

constexpr MetricRow kTcpconn[] = {
    {"network.tcpconn.established", 19, 1, kInstantU32Count, "established",
     "TCP sockets that are established"},
    {"network.tcpconn.syn_sent", 19, 2, kInstantU32Count, "syn_sent",
     "TCP sockets that have sent a SYN"},
    {"network.tcpconn.syn_recv", 19, 3, kInstantU32Count, "syn_recv",
     "TCP sockets that have received a SYN"},
    {"network.tcpconn.fin_wait1", 19, 4, kInstantU32Count, "fin_wait1",
     "TCP sockets closed here, unacknowledged"},
    {"network.tcpconn.fin_wait2", 19, 5, kInstantU32Count, "fin_wait2",
     "TCP sockets closed here, and not yet by the other side"},
    {"network.tcpconn.time_wait", 19, 6, kInstantU32Count, "time_wait",
     "TCP sockets waiting for late segments"},
    {"network.tcpconn.close", 19, 7, kInstantU32Count, "close",
     "TCP sockets closed"},
    {"network.tcpconn.close_wait", 19, 8, kInstantU32Count, "close_wait",
     "TCP sockets closed by the other side, and not yet here"},
    {"network.tcpconn.last_ack", 19, 9, kInstantU32Count, "last_ack",
     "TCP sockets closed by both, unacknowledged"},
    {"network.tcpconn.listen", 19, 10, kInstantU32Count, "listen",
     "TCP sockets that listen"},
    {"network.tcpconn.closing", 19, 11, kInstantU32Count, "closing",
     "TCP sockets closed by both at once"},
};

constexpr MetricRow kTcpconn6[] = {
    {"network.tcpconn6.established", 76, 1, kInstantU32Count, "established",
     "TCP sockets over IPv6 that are established"},
    {"network.tcpconn6.syn_sent", 76, 2, kInstantU32Count, "syn_sent",
     "TCP sockets over IPv6 that have sent a SYN"},
    {"network.tcpconn6.syn_recv", 76, 3, kInstantU32Count, "syn_recv",
     "TCP sockets over IPv6 that have received a SYN"},
    {"network.tcpconn6.fin_wait1", 76, 4, kInstantU32Count, "fin_wait1",
     "TCP sockets over IPv6 closed here, unacknowledged"},
    {"network.tcpconn6.fin_wait2", 76, 5, kInstantU32Count, "fin_wait2",
     "TCP sockets over IPv6 closed here, and not yet by the other side"},
    {"network.tcpconn6.time_wait", 76, 6, kInstantU32Count, "time_wait",
     "TCP sockets over IPv6 waiting for late segments"},
    {"network.tcpconn6.close", 76, 7, kInstantU32Count, "close",
     "TCP sockets over IPv6 closed"},
    {"network.tcpconn6.close_wait", 76, 8, kInstantU32Count, "close_wait",
     "TCP sockets over IPv6 closed by the other side, and not yet here"},
    {"network.tcpconn6.last_ack", 76, 9, kInstantU32Count, "last_ack",
     "TCP sockets over IPv6 closed by both, unacknowledged"},
    {"network.tcpconn6.listen", 76, 10, kInstantU32Count, "listen",
     "TCP sockets over IPv6 that listen"},
    {"network.tcpconn6.closing", 76, 11, kInstantU32Count, "closing",
     "TCP sockets over IPv6 closed by both at once"},
};

constexpr MetricRow kUdpconn[] = {
    {"network.udpconn.established", 79, 1, kInstantU32Count, "established",
     "UDP sockets that are connected"},
    {"network.udpconn.listen", 79, 2, kInstantU32Count, "listen",
     "UDP sockets that are not connected"},
};

constexpr MetricRow kUdpconn6[] = {
    {"network.udpconn6.established", 80, 1, kInstantU32Count, "established",
     "UDP sockets over IPv6 that are connected"},
    {"network.udpconn6.listen", 80, 2, kInstantU32Count, "listen",
     "UDP sockets over IPv6 that are not connected"},
};

constexpr MetricRow kRawconn[] = {
    {"network.rawconn.count", 77, 1, kInstantU32Count, "count", "raw sockets"},
};

constexpr MetricRow kRawconn6[] = {
    {"network.rawconn6.count", 78, 1, kInstantU32Count, "count",
     "raw sockets over IPv6"},
};

constexpr MetricRow kUnix[] = {
    {"network.unix.datagram.count", 81, 1, kInstantU32Count, "datagram",
     "Unix datagram sockets"},
    {"network.unix.stream.established", 81, 2, kInstantU32Count, "established",
     "Unix stream sockets that are connected"},
    {"network.unix.stream.listen", 81, 3, kInstantU32Count, "listen",
     "Unix stream sockets that listen"},
    {"network.unix.stream.count", 81, 4, kInstantU32Count, "stream",
     "Unix stream sockets"},
};

constexpr TableMetrics kMetrics[] = {
    {TableId::kInterface, kInterface},
    {TableId::kInterfaceAll, kInterfaceAll},
    {TableId::kInterfaceSys, kInterfaceSys},
    {TableId::kAddress, kAddress},
    {TableId::kSockstat, kSockstat},
    {TableId::kSockstat6, kSockstat6},
    {TableId::kSoftnet, kSoftnet},
    {TableId::kPercpuSoftnet, kPercpuSoftnet},
    {TableId::kTcpconn, kTcpconn},
    {TableId::kTcpconn6, kTcpconn6},
    {TableId::kUdpconn, kUdpconn},
    {TableId::kUdpconn6, kUdpconn6},
    {TableId::kRawconn, kRawconn},
    {TableId::kRawconn6, kRawconn6},
    {TableId::kUnix, kUnix},
};

}  // namespace

std::span<const TableMetrics> NetworkMetrics() { return kMetrics; }

}  // namespace pmapi::lnx
