// Texts of keys and values, and what is worked out from them.
#include "pmapi/linux/parse_keyed.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/pmapi/linux/table_text.h"

namespace pmapi::lnx {
namespace {

TEST(ParseKeyedTest, TakesWhatIsAskedFor) {
  Table table = TableOf({"b", "a", "none"});
  ParseKeyed("a 1\nb: 22 kB\nc 3\n", &table, table.AddOnly());
  EXPECT_EQ(TableText(table), ": b=22 a=1");
}

TEST(ParseKeyedTest, WhatIsNoNumberHasNoValue) {
  Table table = TableOf({"a", "b", "c"});
  ParseKeyed("a\nb x\nc 99999999999999999999\n\n   \n", &table,
             table.AddOnly());
  EXPECT_EQ(TableText(table), ":");
}

TEST(ParseKeyedTest, AVeryLongLineIsALine) {
  Table table = TableOf({"a", "b"});
  ParseKeyed("a " + std::string(1 << 20, ' ') + "5\nb " +
                 std::string(1 << 20, '1') + "\n",
             &table, table.AddOnly());
  EXPECT_EQ(TableText(table), ": a=5");
}

TEST(ParseMeminfoTest, WorksOutWhatIsUsed) {
  Table table =
      TableOf({"MemTotal", "MemFree", "Buffers", "Cached", "Dirty", "SwapTotal",
               "SwapFree", "HugePages_Total", "Hugepagesize", ".used", ".other",
               ".cache_clean", ".swap_used", ".huge_total", ".huge_free"});
  ParseMeminfo(
      "MemTotal: 1000 kB\nMemFree: 300 kB\nBuffers: 100 kB\nCached: 400 kB\n"
      "Dirty: 50 kB\nSwapTotal: 20 kB\nSwapFree: 5 kB\nHugePages_Total: 3\n"
      "Hugepagesize: 2048 kB\n",
      &table);
  EXPECT_EQ(TableText(table),
            ": MemTotal=1000 MemFree=300 Buffers=100 Cached=400 Dirty=50"
            " SwapTotal=20 SwapFree=5 HugePages_Total=3 Hugepagesize=2048"
            " .used=700 .other=200 .cache_clean=350 .swap_used=15"
            " .huge_total=6144");
}

TEST(ParseMeminfoTest, WorksOutNothingFromNothing) {
  Table table = TableOf({"MemTotal", "MemFree", ".used", ".other"});
  ParseMeminfo("MemTotal: 1000 kB\n", &table);
  EXPECT_EQ(TableText(table), ": MemTotal=1000");
}

TEST(ParseVmstatTest, SumsOverZonesAndKnowsTheOldName) {
  Table table =
      TableOf({"thp_split", "nr_slab_reclaimable", "nr_slab_unreclaimable",
               ".nr_slab", ".pgscan_direct", ".pgscan_kswapd", ".pgsteal"});
  ParseVmstat(
      "nr_slab_reclaimable 5\nnr_slab_unreclaimable 6\nthp_split_page 7\n"
      "pgscan_direct_dma 1\npgscan_direct_normal 2\n"
      "pgscan_direct_throttle 100\npgscan_kswapd 4\npgsteal_kswapd 8\n"
      "pgsteal_direct 16\n",
      &table);
  EXPECT_EQ(TableText(table),
            ": thp_split=7 nr_slab_reclaimable=5 nr_slab_unreclaimable=6"
            " .nr_slab=11 .pgscan_direct=3 .pgscan_kswapd=4 .pgsteal=24");
}

TEST(ParseVmstatTest, SumsUpNothingToNothing) {
  Table table =
      TableOf({"nr_slab_reclaimable", "nr_slab_unreclaimable", ".nr_slab",
               ".pgscan_direct", ".pgscan_kswapd", ".pgsteal"});
  ParseVmstat("nr_slab_reclaimable 5\npgscan_kswapd 0\n", &table);
  EXPECT_EQ(TableText(table), ": nr_slab_reclaimable=5 .pgscan_kswapd=0");
  table.Clear();
  ParseVmstat("", &table);
  EXPECT_EQ(TableText(table), ":");
}

TEST(ParseNodeMeminfoTest, SkipsTheNode) {
  Table table = TableOf({"MemTotal", "Active(anon)"});
  ParseNodeMeminfo("Node 0 MemTotal:   77 kB\nNode 0 Active(anon): 5 kB\n", 4,
                   &table, table.AddRow("node0", 0));
  EXPECT_EQ(TableText(table), "node0: MemTotal=77 Active(anon)=5");
}

TEST(ParseNodeMeminfoTest, HugePagesAreMemoryToo) {
  Table table = TableOf({"HugePages_Free", ".huge_free", ".huge_total"});
  ParseNodeMeminfo("Node 1 HugePages_Free: 3\n", 2048, &table,
                   table.AddRow("node1", 1));
  EXPECT_EQ(TableText(table), "node1: HugePages_Free=3 .huge_free=6144");
}

TEST(ParsePairsTest, PairsNamesWithValues) {
  Table table = TableOf({"Tcp.MaxConn", "Tcp.InSegs", "Ip.InReceives"});
  ParsePairs(
      "Ip: Forwarding InReceives\nIp: 1 2\nTcp: MaxConn InSegs New\n"
      "Tcp: -1 4\n",
      &table);
  EXPECT_EQ(TableText(table), ": Tcp.MaxConn=-1 Tcp.InSegs=4 Ip.InReceives=2");
}

TEST(ParsePairsTest, StopsWhereLinesAreNoPair) {
  Table table = TableOf({"A.x", "B.x", "C.x"});
  ParsePairs("A: x\nA: 1\nB: x\nC: x\nC: 3\n", &table);
  EXPECT_EQ(TableText(table), ": A.x=1");
}

TEST(ParseSockstatTest, JoinsPrefixAndName) {
  Table table = TableOf({"sockets.used", "TCP.mem", "FRAG.memory"});
  ParseSockstat("sockets: used 9\nTCP: inuse 3 mem 2\nFRAG: inuse 0 memory 5\n",
                &table);
  EXPECT_EQ(TableText(table), ": sockets.used=9 TCP.mem=2 FRAG.memory=5");
}

}  // namespace
}  // namespace pmapi::lnx
