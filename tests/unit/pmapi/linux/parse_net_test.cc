// Texts about the network.
#include "pmapi/linux/parse_net.h"

#include <gtest/gtest.h>

#include "tests/unit/pmapi/linux/table_text.h"

namespace pmapi::lnx {
namespace {

TEST(IsCountedTwiceTest, GoesByTheName) {
  for (const char* name : {"lo", "face", "bond0", "team12", "tun0", "virbr0",
                           "virbr0-nic", "docker0", "veth1", "cni0"}) {
    EXPECT_TRUE(IsCountedTwice(name)) << name;
  }
  for (const char* name : {"eth0", "lo0", "bonding", "bond", "tunnel", "tap0",
                           "veth12ab", "br0", "docker0-nic"}) {
    EXPECT_FALSE(IsCountedTwice(name)) << name;
  }
}

struct Interfaces {
  Table each{kInterfaceFields};
  Table all{kInterfaceFields};
  explicit Interfaces(std::string_view text) { ParseNetDev(text, &each, &all); }
};

TEST(ParseNetDevTest, AddsUpWithoutLoopback) {
  const Interfaces got(
      "Inter-| Receive | Transmit\n face |bytes packets|bytes packets\n"
      "    lo: 99 9 0 0 0 0 0 0 99 9 0 0 0 0 0 0\n"
      "  eth0: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n"
      "eth0:1:100 1 0 0 0 0 0 0 200 1 0 0 0 0 0 0\n");
  ASSERT_EQ(got.each.rows(), 3u);
  EXPECT_EQ(got.each.name(2), "eth0:1");
  EXPECT_EQ(TableText(got.all),
            ": in.bytes=101 in.packets=3 in.errors=3 in.drops=4 in.fifo=5"
            " in.frame=6 in.compressed=7 in.mcasts=8 out.bytes=209"
            " out.packets=11 out.errors=11 out.drops=12 out.fifo=13"
            " collisions=14 out.carrier=15 out.compressed=16 total.bytes=310"
            " total.packets=14 total.errors=14 total.drops=16 total.mcasts=8"
            " ninterface=3");
}

TEST(ParseNetDevTest, AShortLineHasNoSums) {
  const Interfaces got("eth0: 1 2 3\n");
  EXPECT_EQ(TableText(got.each), "eth0: in.bytes=1 in.packets=2 in.errors=3");
}

TEST(ParseSoftnetTest, IsHexadecimalAndKnowsItsProcessor) {
  Table percpu(kSoftnetFields);
  Table all(kSoftnetFields);
  ParseSoftnet(
      "0000000a 1 2 0 0 0 0 0 3 4 5 0 00000007\n000000ff 1 1 0 0 0 0 0 1\n",
      &percpu, &all);
  EXPECT_EQ(TableText(percpu),
            "cpu7: processed=10 dropped=1 time_squeeze=2 cpu_collision=3"
            " received_rps=4 flow_limit_count=5\n"
            "cpu1: processed=255 dropped=1 time_squeeze=1 cpu_collision=1");
  EXPECT_EQ(all.Integer(0, 0), 265u);
}

TEST(ParseSoftnetTest, WithoutProcessorsThereIsNoSum) {
  Table percpu(kSoftnetFields);
  Table all(kSoftnetFields);
  ParseSoftnet("", &percpu, &all);
  EXPECT_EQ(all.rows(), 0u);
}

constexpr const char* kTcp =
    "  sl  local_address rem_address   st tx_queue rx_queue\n"
    "   0: 0100007F:AF67 00000000:0000 0A 00000000:00000000\n"
    "   1: 0100007F:AF67 0100007F:1234 01 00000000:00000000\n"
    "   2: 0100007F:AF67 0100007F:1235 01 00000000:00000000\n"
    "   3: 0100007F:AF67 0100007F:1235 06 00000000:00000000\n"
    "   4: 0100007F:AF67 0100007F:1235 0B 00000000:00000000\n"
    "   5: 0100007F:AF67 0100007F:1235 FF 00000000:00000000\n   6:\n";

TEST(ParseTcpStatesTest, CountsEachState) {
  Table table(kTcpFields);
  ParseTcpStates(kTcp, &table);
  EXPECT_EQ(TableText(table),
            ": established=2 syn_sent=0 syn_recv=0 fin_wait1=0 fin_wait2=0"
            " time_wait=1 close=0 close_wait=0 last_ack=0 listen=1 closing=1");
}

TEST(ParseUdpStatesTest, BoundIsListening) {
  Table table = TableOf({"established", "listen"});
  ParseUdpStates("sl\n 1: a b 07 x\n 2: a b 07 x\n 3: a b 01 x\n", &table);
  EXPECT_EQ(TableText(table), ": established=1 listen=2");
}

TEST(ParseRawSocketsTest, CountsLines) {
  Table table = TableOf({"count"});
  ParseRawSockets("sl\n 1: a b 07 x\n", &table);
  EXPECT_EQ(TableText(table), ": count=1");
}

TEST(ParseUnixSocketsTest, CountsKindsAndStates) {
  Table table(kUnixFields);
  ParseUnixSockets(
      "Num       RefCount Protocol Flags    Type St Inode Path\n"
      "0000: 00000002 00000000 00010000 0001 01 12 /run/a\n"
      "0000: 00000003 00000000 00000000 0001 03 13\n"
      "0000: 00000002 00000000 00000000 0002 01 14 @b\n"
      "0000: 00000002 00000000 00010000 0005 01 15 /seqpacket\n0000:\n",
      &table);
  EXPECT_EQ(TableText(table), ": datagram=1 stream=2 established=1 listen=1");
}

TEST(ParseIcmpMsgTest, HasARowAType) {
  Table table(kIcmpMsgFields);
  ParseIcmpMsg(
      "Icmp: InMsgs\nIcmp: 1\nIcmpMsg: InType3 InType8 OutType3 InType999 x\n"
      "IcmpMsg: 5 6 7 8 9\n",
      &table);
  EXPECT_EQ(TableText(table), "Type3: In=5 Out=7\nType8: In=6");
  EXPECT_EQ(table.id(1), 8);
}

TEST(ParseIcmpMsgTest, NeedsBothLines) {
  Table table(kIcmpMsgFields);
  ParseIcmpMsg("IcmpMsg: InType3\n", &table);
  ParseIcmpMsg("Udp: 1\n", &table);
  EXPECT_EQ(table.rows(), 0u);
}

TEST(ParseInet6Test, WritesAddressesAsUsual) {
  const auto got =
      ParseInet6("fe8000000000000000fc00fffe000001 04 40 20 80     eth0");
  ASSERT_TRUE(got);
  EXPECT_EQ(got->interface, "eth0");
  EXPECT_EQ(got->address, "fe80::fc:ff:fe00:1/64");
  EXPECT_EQ(got->scope, "Link");
}

TEST(ParseInet6Test, WhatIsNoAddressIsNone) {
  EXPECT_FALSE(ParseInet6(""));
  EXPECT_FALSE(ParseInet6("fe80 04 40 20 80 eth0"));
  EXPECT_FALSE(ParseInet6("zz8000000000000000fc00fffe000001 04 40 20 80 e"));
  EXPECT_FALSE(ParseInet6("fe8000000000000000fc00fffe000001 04 40 20 80"));
}

}  // namespace
}  // namespace pmapi::lnx
