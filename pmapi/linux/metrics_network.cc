// The rows of network.*: interfaces and sockets (protocols:
// metrics_protocol.cc).
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Shape kCounterU64Byte = Counter(Type::kU64, kByte);
constexpr Shape kCounterU64Count = Counter(Type::kU64, kOne);
constexpr Shape kDiscreteFloatMbytePerSec =
    Discrete(Type::kFloat, kMbytePerSec);
constexpr Shape kDiscreteStringNone = Discrete(Type::kString, kNone);
constexpr Shape kDiscreteU32None = Discrete(Type::kU32, kNone);
constexpr Shape kDiscreteU64BytePerSec = Discrete(Type::kU64, kBytePerSec);
constexpr Shape kInstant32Count = Instant(Type::k32, kOne);
constexpr Shape kInstantU32Byte = Instant(Type::kU32, kByte);
constexpr Shape kInstantU32Count = Instant(Type::kU32, kOne);
constexpr Shape kInstantU32None = Instant(Type::kU32, kNone);

constexpr MetricRow kInterface[] = {
    {"network.interface.in.bytes", 3, 0, kCounterU64Byte, "in.bytes"},
    {"network.interface.in.packets", 3, 1, kCounterU64Count, "in.packets"},
    {"network.interface.in.errors", 3, 2, kCounterU64Count, "in.errors"},
    {"network.interface.in.drops", 3, 3, kCounterU64Count, "in.drops"},
    {"network.interface.in.fifo", 3, 4, kCounterU64Count, "in.fifo"},
    {"network.interface.in.frame", 3, 5, kCounterU64Count, "in.frame"},
    {"network.interface.in.compressed", 3, 6, kCounterU64Count,
     "in.compressed"},
    {"network.interface.in.mcasts", 3, 7, kCounterU64Count, "in.mcasts"},
    {"network.interface.out.bytes", 3, 8, kCounterU64Byte, "out.bytes"},
    {"network.interface.out.packets", 3, 9, kCounterU64Count, "out.packets"},
    {"network.interface.out.errors", 3, 10, kCounterU64Count, "out.errors"},
    {"network.interface.out.drops", 3, 11, kCounterU64Count, "out.drops"},
    {"network.interface.out.fifo", 3, 12, kCounterU64Count, "out.fifo"},
    {"network.interface.out.carrier", 3, 14, kCounterU64Count, "out.carrier"},
    {"network.interface.out.compressed", 3, 15, kCounterU64Count,
     "out.compressed"},
    {"network.interface.total.bytes", 3, 16, kCounterU64Byte, "total.bytes"},
    {"network.interface.total.packets", 3, 17, kCounterU64Count,
     "total.packets"},
    {"network.interface.total.errors", 3, 18, kCounterU64Count, "total.errors"},
    {"network.interface.total.drops", 3, 19, kCounterU64Count, "total.drops"},
    {"network.interface.total.mcasts", 3, 20, kCounterU64Count, "total.mcasts"},
    {"network.interface.collisions", 3, 13, kCounterU64Count, "collisions"},
};

constexpr MetricRow kInterfaceAll[] = {
    {"network.all.in.bytes", 90, 0, kCounterU64Byte, "in.bytes"},
    {"network.all.in.packets", 90, 1, kCounterU64Count, "in.packets"},
    {"network.all.in.errors", 90, 2, kCounterU64Count, "in.errors"},
    {"network.all.in.drops", 90, 3, kCounterU64Count, "in.drops"},
    {"network.all.out.bytes", 90, 4, kCounterU64Byte, "out.bytes"},
    {"network.all.out.packets", 90, 5, kCounterU64Count, "out.packets"},
    {"network.all.out.errors", 90, 6, kCounterU64Count, "out.errors"},
    {"network.all.out.drops", 90, 7, kCounterU64Count, "out.drops"},
    {"network.all.total.bytes", 90, 8, kCounterU64Byte, "total.bytes"},
    {"network.all.total.packets", 90, 9, kCounterU64Count, "total.packets"},
    {"network.all.total.errors", 90, 10, kCounterU64Count, "total.errors"},
    {"network.all.total.drops", 90, 11, kCounterU64Count, "total.drops"},
    {"hinv.ninterface", 3, 27, kDiscreteU32None, "ninterface"},
};

constexpr MetricRow kInterfaceSys[] = {
    {"network.interface.mtu", 3, 21, kInstantU32Byte, "mtu"},
    {"network.interface.speed", 3, 22, kDiscreteFloatMbytePerSec, "speed"},
    {"network.interface.baudrate", 3, 23, kDiscreteU64BytePerSec, "baudrate"},
    {"network.interface.duplex", 3, 24, kDiscreteU32None, "duplex"},
    {"network.interface.up", 3, 25, kInstantU32None, "up"},
    {"network.interface.running", 3, 26, kInstantU32None, "running"},
    {"network.interface.wireless", 3, 28, kDiscreteU32None, "wireless"},
    {"network.interface.type", 3, 29, kDiscreteU32None, "type"},
    {"network.interface.virtual", 3, 30, kDiscreteU32None, "virtual"},
};

constexpr MetricRow kAddress[] = {
    {"network.interface.inet_addr", 33, 0, kDiscreteStringNone, "inet_addr"},
    {"network.interface.ipv6_addr", 33, 1, kDiscreteStringNone, "ipv6_addr"},
    {"network.interface.ipv6_scope", 33, 2, kDiscreteStringNone, "ipv6_scope"},
    {"network.interface.hw_addr", 33, 3, kDiscreteStringNone, "hw_addr"},
};

constexpr MetricRow kSockstat[] = {
    {"network.sockstat.total", 11, 9, kInstant32Count, "sockets.used"},
    {"network.sockstat.tcp.inuse", 11, 0, kInstant32Count, "TCP.inuse"},
    {"network.sockstat.tcp.orphan", 11, 10, kInstant32Count, "TCP.orphan"},
    {"network.sockstat.tcp.tw", 11, 11, kInstant32Count, "TCP.tw"},
    {"network.sockstat.tcp.alloc", 11, 12, kInstant32Count, "TCP.alloc"},
    {"network.sockstat.tcp.mem", 11, 13, kInstant32Count, "TCP.mem"},
    {"network.sockstat.udp.inuse", 11, 3, kInstant32Count, "UDP.inuse"},
    {"network.sockstat.udp.mem", 11, 14, kInstant32Count, "UDP.mem"},
    {"network.sockstat.udplite.inuse", 11, 8, kInstant32Count, "UDPLITE.inuse"},
    {"network.sockstat.raw.inuse", 11, 6, kInstant32Count, "RAW.inuse"},
    {"network.sockstat.frag.inuse", 11, 15, kInstant32Count, "FRAG.inuse"},
    {"network.sockstat.frag.memory", 11, 16, kInstant32Count, "FRAG.memory"},
};

constexpr MetricRow kSockstat6[] = {
    {"network.sockstat.tcp6.inuse", 73, 0, kInstant32Count, "TCP6.inuse"},
    {"network.sockstat.udp6.inuse", 73, 1, kInstant32Count, "UDP6.inuse"},
    {"network.sockstat.udplite6.inuse", 73, 2, kInstant32Count,
     "UDPLITE6.inuse"},
    {"network.sockstat.raw6.inuse", 73, 3, kInstant32Count, "RAW6.inuse"},
    {"network.sockstat.frag6.inuse", 73, 4, kInstant32Count, "FRAG6.inuse"},
    {"network.sockstat.frag6.memory", 73, 5, kInstant32Count, "FRAG6.memory"},
};

constexpr MetricRow kSoftnet[] = {
    {"network.softnet.processed", 57, 0, kCounterU64Count, "processed"},
    {"network.softnet.dropped", 57, 1, kCounterU64Count, "dropped"},
    {"network.softnet.time_squeeze", 57, 2, kCounterU64Count, "time_squeeze"},
    {"network.softnet.cpu_collision", 57, 3, kCounterU64Count, "cpu_collision"},
    {"network.softnet.received_rps", 57, 4, kCounterU64Count, "received_rps"},
    {"network.softnet.flow_limit_count", 57, 5, kCounterU64Count,
     "flow_limit_count"},
};

constexpr MetricRow kPercpuSoftnet[] = {
    {"network.softnet.percpu.processed", 57, 6, kCounterU64Count, "processed"},
    {"network.softnet.percpu.dropped", 57, 7, kCounterU64Count, "dropped"},
    {"network.softnet.percpu.time_squeeze", 57, 8, kCounterU64Count,
     "time_squeeze"},
    {"network.softnet.percpu.cpu_collision", 57, 9, kCounterU64Count,
     "cpu_collision"},
    {"network.softnet.percpu.received_rps", 57, 10, kCounterU64Count,
     "received_rps"},
    {"network.softnet.percpu.flow_limit_count", 57, 11, kCounterU64Count,
     "flow_limit_count"},
};

constexpr MetricRow kTcpconn[] = {
    {"network.tcpconn.established", 19, 1, kInstantU32Count, "established"},
    {"network.tcpconn.syn_sent", 19, 2, kInstantU32Count, "syn_sent"},
    {"network.tcpconn.syn_recv", 19, 3, kInstantU32Count, "syn_recv"},
    {"network.tcpconn.fin_wait1", 19, 4, kInstantU32Count, "fin_wait1"},
    {"network.tcpconn.fin_wait2", 19, 5, kInstantU32Count, "fin_wait2"},
    {"network.tcpconn.time_wait", 19, 6, kInstantU32Count, "time_wait"},
    {"network.tcpconn.close", 19, 7, kInstantU32Count, "close"},
    {"network.tcpconn.close_wait", 19, 8, kInstantU32Count, "close_wait"},
    {"network.tcpconn.last_ack", 19, 9, kInstantU32Count, "last_ack"},
    {"network.tcpconn.listen", 19, 10, kInstantU32Count, "listen"},
    {"network.tcpconn.closing", 19, 11, kInstantU32Count, "closing"},
};

constexpr MetricRow kTcpconn6[] = {
    {"network.tcpconn6.established", 76, 1, kInstantU32Count, "established"},
    {"network.tcpconn6.syn_sent", 76, 2, kInstantU32Count, "syn_sent"},
    {"network.tcpconn6.syn_recv", 76, 3, kInstantU32Count, "syn_recv"},
    {"network.tcpconn6.fin_wait1", 76, 4, kInstantU32Count, "fin_wait1"},
    {"network.tcpconn6.fin_wait2", 76, 5, kInstantU32Count, "fin_wait2"},
    {"network.tcpconn6.time_wait", 76, 6, kInstantU32Count, "time_wait"},
    {"network.tcpconn6.close", 76, 7, kInstantU32Count, "close"},
    {"network.tcpconn6.close_wait", 76, 8, kInstantU32Count, "close_wait"},
    {"network.tcpconn6.last_ack", 76, 9, kInstantU32Count, "last_ack"},
    {"network.tcpconn6.listen", 76, 10, kInstantU32Count, "listen"},
    {"network.tcpconn6.closing", 76, 11, kInstantU32Count, "closing"},
};

constexpr MetricRow kUdpconn[] = {
    {"network.udpconn.established", 79, 1, kInstantU32Count, "established"},
    {"network.udpconn.listen", 79, 2, kInstantU32Count, "listen"},
};

constexpr MetricRow kUdpconn6[] = {
    {"network.udpconn6.established", 80, 1, kInstantU32Count, "established"},
    {"network.udpconn6.listen", 80, 2, kInstantU32Count, "listen"},
};

constexpr MetricRow kRawconn[] = {
    {"network.rawconn.count", 77, 1, kInstantU32Count, "count"},
};

constexpr MetricRow kRawconn6[] = {
    {"network.rawconn6.count", 78, 1, kInstantU32Count, "count"},
};

constexpr MetricRow kUnix[] = {
    {"network.unix.datagram.count", 81, 1, kInstantU32Count, "datagram"},
    {"network.unix.stream.established", 81, 2, kInstantU32Count, "established"},
    {"network.unix.stream.listen", 81, 3, kInstantU32Count, "listen"},
    {"network.unix.stream.count", 81, 4, kInstantU32Count, "stream"},
};

constexpr Section kSections[] = {
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

std::span<const Section> NetworkMetrics() { return kSections; }

}  // namespace pmapi::lnx
